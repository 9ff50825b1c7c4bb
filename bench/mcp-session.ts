import { spawn, type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

interface Pending {
  readonly startedAt: number;
  readonly resolve: (answer: TimedAnswer) => void;
  readonly reject: (error: Error) => void;
}
export interface TimedAnswer {
  readonly ms: number;
  readonly text: string;
  readonly isError: boolean;
}
export interface ServerCommand {
  readonly label: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const PAGE_BYTES = 4096;

function readStat(pid: number): { parent: number; rssBytes: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { parent: Number(fields[1]), rssBytes: Number(fields[21]) * PAGE_BYTES };
  } catch {
    return undefined; // gone between listing and reading
  }
}

/** Resident bytes of one process; 0 when it is gone (Linux only). */
export function rssBytes(pid: number): number {
  return readStat(pid)?.rssBytes ?? 0;
}

/** Resident bytes of a process and all its descendants (Linux only). */
export function treeRssBytes(root: number): number {
  const stats = new Map<number, { parent: number; rssBytes: number }>();
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const stat = readStat(pid);
    if (stat !== undefined) stats.set(pid, stat);
  }
  const isInTree = (pid: number): boolean => {
    for (let at = pid; at > 1; at = stats.get(at)?.parent ?? 0) if (at === root) return true;
    return false;
  };
  let sum = 0;
  for (const [pid, stat] of stats) if (isInTree(pid)) sum += stat.rssBytes;
  return sum;
}

/** One MCP server over stdio, timed from outside like any client would see it; `cwd` is its one root, if no others are given. */
export class McpSession {
  readonly startedAt = performance.now();
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  readonly #exited: Promise<void>;
  readonly #roots: readonly string[];
  #sampler: NodeJS.Timeout | undefined;
  #nextId = 1;
  #buffer = "";
  peakRssBytes = 0;

  constructor(server: ServerCommand, cwd: string, roots: readonly string[] = [cwd]) {
    this.#roots = roots;
    this.#child = spawn(server.command, server.args, {
      cwd,
      env: { ...process.env, ...server.env },
      stdio: ["pipe", "pipe", "ignore"],
    });
    this.#child.stdin?.on("error", () => {});
    this.#child.stdout?.setEncoding("utf8").on("data", (chunk: string) => this.#read(chunk));
    this.#exited = new Promise((resolve) => this.#child.on("close", () => resolve()));
    void this.#exited.then(() => this.#fail(new Error(`${server.label} ended`)));
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  /** From here on `peakRssBytes` is kept. It takes time from whatever is being measured, so only memory rows ask for it. */
  watchRss(): void {
    this.peakRssBytes = 0;
    this.#sampler ??= setInterval(() => this.sampleRss(), 50);
  }

  sampleRss(): number {
    const rss = treeRssBytes(this.pid);
    this.peakRssBytes = Math.max(this.peakRssBytes, rss);
    return rss;
  }

  #fail(error: Error): void {
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
  }

  #send(message: object): void {
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  #read(chunk: string): void {
    this.#buffer += chunk;
    for (let end = this.#buffer.indexOf("\n"); end >= 0; end = this.#buffer.indexOf("\n")) {
      const line = this.#buffer.slice(0, end);
      this.#buffer = this.#buffer.slice(end + 1);
      if (line.trim() !== "") this.#receive(JSON.parse(line) as Message);
    }
  }

  #receive(message: Message): void {
    if (message.method !== undefined) {
      if (message.id === undefined) return;
      const roots = this.#roots.map((root) => ({ uri: pathToFileURL(root).href, name: "corpus" }));
      this.#send({ id: message.id, result: message.method === "roots/list" ? { roots } : {} });
      return;
    }
    const pending = this.#pending.get(Number(message.id));
    if (pending === undefined) return;
    this.#pending.delete(Number(message.id));
    const text = message.error?.message ?? (message.result?.content ?? []).map((block) => block.text ?? "").join("\n");
    pending.resolve({
      ms: performance.now() - pending.startedAt,
      text,
      isError: message.error !== undefined || message.result?.isError === true,
    });
  }

  request(method: string, params: object, timeoutMs = 120_000): Promise<TimedAnswer> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method} did not answer within ${timeoutMs} ms`)), timeoutMs);
      this.#pending.set(id, {
        startedAt: performance.now(),
        resolve: (answer) => {
          clearTimeout(timer);
          resolve(answer);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
      this.#send({ id, method, params });
    });
  }

  /** Milliseconds from spawn to the answer of tools/list. */
  async handshake(): Promise<number> {
    await this.request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: { roots: { listChanged: false } },
      clientInfo: { name: "bench", version: "1" },
    });
    this.#send({ method: "notifications/initialized" });
    await this.request("tools/list", {});
    return performance.now() - this.startedAt;
  }

  call(name: string, args: object): Promise<TimedAnswer> {
    return this.request("tools/call", { name, arguments: args });
  }

  async stop(): Promise<void> {
    clearInterval(this.#sampler);
    this.#child.stdin?.end();
    const kill = setTimeout(() => this.#child.kill("SIGKILL"), 5000);
    await this.#exited;
    clearTimeout(kill);
  }
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly error?: { readonly message: string };
  readonly result?: { readonly isError?: boolean; readonly content?: readonly { readonly text?: string }[] };
}
