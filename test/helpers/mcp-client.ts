import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mainFile } from "./reticle.ts";

export interface McpMessage {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}
export interface McpClientOptions {
  readonly cwd?: string;
  /** Behind `reticle mcp`. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** URIs answered to roots/list; absent: the client announces no roots. */
  readonly roots?: readonly string[];
}

/** `reticle mcp` in a process of its own, spoken to in raw JSON lines. */
export class McpClient implements AsyncDisposable {
  readonly process: ChildProcessWithoutNullStreams;
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  /** Every line of stdout, as it came. */
  readonly lines: string[] = [];
  readonly received: McpMessage[] = [];
  roots: readonly string[] | undefined;
  stderr = "";
  readonly #waiting = new Set<() => void>();
  #buffer = "";
  #nextId = 1;

  constructor({ cwd, args = [], env, roots }: McpClientOptions = {}) {
    this.roots = roots;
    this.process = spawn(process.execPath, [mainFile, "mcp", ...args], { cwd, env: { ...process.env, ...env } });
    this.process.stdout.setEncoding("utf8").on("data", (chunk: string) => this.#read(chunk));
    this.process.stderr.setEncoding("utf8").on("data", (chunk: string) => (this.stderr += chunk));
    // The server may be gone before everything is written to it.
    this.process.stdin.on("error", () => {});
    this.exited = new Promise((resolve) => this.process.on("close", (code, signal) => resolve({ code, signal })));
    void this.exited.then(() => this.#wake());
  }

  get pid(): number {
    return this.process.pid ?? -1;
  }

  write(text: string | Uint8Array): void {
    this.process.stdin.write(text);
  }

  send(message: object): void {
    this.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  request(method: string, params?: object): Promise<McpMessage> {
    const id = this.#nextId++;
    this.send({ id, method, ...(params === undefined ? {} : { params }) });
    return this.answerTo(id);
  }

  call(name: string, args: object = {}): Promise<McpMessage> {
    return this.request("tools/call", { name, arguments: args });
  }

  answerTo(id: number | string): Promise<McpMessage> {
    return this.until(`an answer to ${id}`, (message) => message.id === id && message.method === undefined);
  }

  /** The first message, received already or later, that fits; fails when the server ends or after `boundMs`. */
  async until(what: string, fits: (message: McpMessage) => boolean, boundMs = 30_000): Promise<McpMessage> {
    const end = performance.now() + boundMs;
    for (;;) {
      const found = this.received.find(fits);
      if (found !== undefined) return found;
      if (performance.now() > end) throw new Error(`no ${what} after ${boundMs} ms; stderr: ${this.stderr}`);
      if (this.process.exitCode !== null) throw new Error(`the server ended before ${what}; stderr: ${this.stderr}`);
      await this.#news();
    }
  }

  async initialize(protocolVersion = "2025-06-18"): Promise<McpMessage> {
    const answer = await this.request("initialize", {
      protocolVersion,
      capabilities: this.roots === undefined ? {} : { roots: { listChanged: true } },
      clientInfo: { name: "test", version: "1" },
    });
    this.send({ method: "notifications/initialized" });
    return answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.process.stdin.end();
    const timer = setTimeout(() => this.process.kill("SIGKILL"), 10_000);
    await this.exited;
    clearTimeout(timer);
  }

  async #news(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    const timer = setTimeout(resolve, 100);
    await promise;
    clearTimeout(timer);
  }

  #read(chunk: string): void {
    const lines = (this.#buffer + chunk).split("\n");
    this.#buffer = lines.pop() ?? "";
    for (const line of lines) this.#receive(line);
    this.#wake();
  }

  #receive(line: string): void {
    this.lines.push(line);
    const message = JSON.parse(line) as McpMessage;
    this.received.push(message);
    if (message.method !== "roots/list" || this.roots === undefined) return;
    this.send({ id: message.id, result: { roots: this.roots.map((uri) => ({ uri })) } });
  }

  #wake(): void {
    for (const resume of this.#waiting) resume();
    this.#waiting.clear();
  }
}

/** The text of a tools/call answer. */
export function textOf(message: McpMessage): string {
  const content = message.result?.["content"] as readonly { readonly text?: string }[] | undefined;
  return (content ?? []).map(({ text }) => text ?? "").join("\n");
}
