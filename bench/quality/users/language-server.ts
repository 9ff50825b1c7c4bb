import { spawn, type ChildProcess } from "node:child_process";

export interface Position {
  /** 0-based, UTF-16. */
  readonly line: number;
  readonly character: number;
}
export interface Range {
  readonly start: Position;
  readonly end: Position;
}
export interface Location {
  readonly uri: string;
  readonly range: Range;
}
export interface DocumentSymbol {
  readonly name: string;
  readonly kind: number;
  readonly range: Range;
  readonly selectionRange: Range;
  readonly children?: readonly DocumentSymbol[];
}
interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly items?: readonly unknown[]; readonly value?: { readonly kind?: string } };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}
interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The smallest client that can ask a language server for symbols and references; the collector's only. */
export class LanguageServer {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  #buffer = Buffer.alloc(0);
  /** Work the server says it is busy with. */
  #busy = 0;
  #lastBusyAt = Date.now();

  constructor(command: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) {
    const [file = "", ...args] = command;
    this.#child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: ["pipe", "pipe", "inherit"] });
    this.#child.stdin?.on("error", () => {});
    this.#child.stdout?.on("data", (chunk: Buffer) => this.#read(chunk));
    this.#child.on("error", (error) => this.#fail(error));
    this.#child.on("close", (code) => this.#fail(new Error(`the language server ended with ${code}`)));
  }

  async initialize(rootUri: string, options: object): Promise<string> {
    const result = (await this.request("initialize", {
      processId: process.pid,
      rootUri,
      workspaceFolders: [{ uri: rootUri, name: "corpus" }],
      initializationOptions: options,
      capabilities: {
        window: { workDoneProgress: true },
        workspace: { configuration: true, workspaceFolders: true },
        textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true }, references: {} },
      },
    })) as { serverInfo?: { name: string; version?: string } };
    this.notify("initialized", {});
    return `${result.serverInfo?.name ?? "?"} ${result.serverInfo?.version ?? ""}`.trim();
  }

  /** Resolves when the server has reported no work for `quietMs`, at the latest after `maxMs`. */
  async settled(quietMs: number, maxMs: number): Promise<void> {
    const until = Date.now() + maxMs;
    this.#lastBusyAt = Date.now();
    while (Date.now() < until && (this.#busy > 0 || Date.now() - this.#lastBusyAt < quietMs)) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  notify(method: string, params: object): void {
    this.#send({ method, params });
  }

  request(method: string, params: object, timeoutMs = 120_000): Promise<unknown> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method} did not answer within ${timeoutMs} ms`)), timeoutMs);
      this.#pending.set(id, {
        resolve: (result) => {
          clearTimeout(timer);
          resolve(result);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
      this.#send({ id, method, params });
    });
  }

  stop(): void {
    this.#child.kill("SIGKILL");
  }

  #fail(error: Error): void {
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
  }

  #send(message: object): void {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.#child.stdin?.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  #read(chunk: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, chunk]);
    for (;;) {
      const headEnd = this.#buffer.indexOf("\r\n\r\n");
      if (headEnd < 0) return;
      const length = Number(/content-length: *(\d+)/i.exec(this.#buffer.toString("latin1", 0, headEnd))?.[1]);
      const end = headEnd + 4 + length;
      if (this.#buffer.length < end) return;
      const body = this.#buffer.toString("utf8", headEnd + 4, end);
      this.#buffer = this.#buffer.subarray(end);
      this.#receive(JSON.parse(body) as Message);
    }
  }

  #receive({ id, method, params, result, error }: Message): void {
    if (method === "$/progress") {
      this.#lastBusyAt = Date.now();
      if (params?.value?.kind === "begin") this.#busy += 1;
      if (params?.value?.kind === "end") this.#busy -= 1;
    }
    if (method !== undefined) {
      if (id === undefined) return;
      // Settings are asked for item by item; null is "your default".
      this.#send({ id, result: method === "workspace/configuration" ? (params?.items ?? []).map(() => null) : null });
      return;
    }
    const pending = this.#pending.get(Number(id));
    this.#pending.delete(Number(id));
    if (error === undefined) pending?.resolve(result);
    else pending?.reject(new Error(error.message));
  }
}
