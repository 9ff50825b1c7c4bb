import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

interface Incoming {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly items?: readonly unknown[] };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** The native TypeScript server that comes with the project, as its package holds it. */
export function typescriptServer(): string {
  const fromTypescript = createRequire(createRequire(import.meta.url).resolve("typescript/package.json"));
  const manifest = fromTypescript.resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`);
  return join(dirname(manifest), "lib/tsc");
}

/** The TypeScript server driven with nothing in between: the least that a client can do. */
export class BareLanguageServer {
  readonly startedAt = performance.now();
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  readonly #exited: Promise<void>;
  readonly #root: string;
  #buffer = Buffer.alloc(0);
  #nextId = 1;

  constructor(root: string) {
    this.#root = root;
    this.#child = spawn(typescriptServer(), ["--lsp", "--stdio"], { cwd: root, stdio: ["pipe", "pipe", "ignore"] });
    this.#child.stdin?.on("error", () => {});
    this.#child.stdout?.on("data", (chunk: Buffer) => this.#read(chunk));
    this.#exited = new Promise((resolve) => this.#child.on("close", () => resolve()));
    void this.#exited.then(() => {
      for (const { reject } of this.#pending.values()) reject(new Error("the bare server ended"));
    });
  }

  async initialize(): Promise<void> {
    const rootUri = pathToFileURL(this.#root).href;
    await this.request("initialize", {
      processId: process.pid,
      rootUri,
      workspaceFolders: [{ uri: rootUri, name: "corpus" }],
      capabilities: {
        workspace: { configuration: true, workspaceFolders: true },
        textDocument: {
          diagnostic: { dynamicRegistration: true, relatedDocumentSupport: true },
          hover: { contentFormat: ["markdown", "plaintext"] },
          definition: { linkSupport: true },
          documentSymbol: { hierarchicalDocumentSymbolSupport: true },
        },
      },
    });
    this.notify("initialized", {});
  }

  open(path: string, text: string): void {
    const textDocument = { uri: pathToFileURL(path).href, languageId: "typescript", version: 1, text };
    this.notify("textDocument/didOpen", { textDocument });
  }

  change(path: string, text: string, version: number): void {
    const textDocument = { uri: pathToFileURL(path).href, version };
    this.notify("textDocument/didChange", { textDocument, contentChanges: [{ text }] });
  }

  /** How many errors the server finds, asked for them. */
  async errors(path: string): Promise<number> {
    const report = await this.ask<{ readonly items: readonly { readonly severity?: number }[] }>("diagnostic", path);
    return report.items.filter(({ severity = 1 }) => severity === 1).length;
  }

  /** A request about a document; `rest` is what it takes beside it. */
  ask<R>(method: string, path: string, rest: object = {}): Promise<R> {
    const textDocument = { uri: pathToFileURL(path).href };
    return this.request(`textDocument/${method}`, { textDocument, ...rest }) as Promise<R>;
  }

  request(method: string, params: object): Promise<unknown> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#send({ id, method, params });
    });
  }

  notify(method: string, params: object): void {
    this.#send({ method, params });
  }

  async stop(): Promise<void> {
    this.#child.stdin?.end();
    const kill = setTimeout(() => this.#child.kill("SIGKILL"), 5_000);
    await this.#exited;
    clearTimeout(kill);
  }

  #send(message: object): void {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.#child.stdin?.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
  }

  #read(chunk: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, chunk]);
    for (;;) {
      const end = this.#buffer.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/content-length: *(\d+)/i.exec(this.#buffer.toString("latin1", 0, end))?.[1]);
      if (this.#buffer.length < end + 4 + length) return;
      const body = this.#buffer.toString("utf8", end + 4, end + 4 + length);
      this.#buffer = this.#buffer.subarray(end + 4 + length);
      this.#receive(JSON.parse(body) as Incoming);
    }
  }

  #receive({ id, method, params, result, error }: Incoming): void {
    if (id === undefined) return;
    if (method !== undefined) {
      const answer = method === "workspace/configuration" ? (params?.items ?? []).map(() => null) : null;
      this.#send({ id, result: answer });
      return;
    }
    const pending = this.#pending.get(Number(id));
    this.#pending.delete(Number(id));
    if (error === undefined) pending?.resolve(result);
    else pending?.reject(new Error(error.message));
  }
}
