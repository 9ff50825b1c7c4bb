import { chmod, readdir, rm, stat } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { isReticleError } from "../base/errors.ts";
import { LineSplitter } from "../base/line-splitter.ts";
import { type AnswerHook, encodeReply, MAX_LINE_BYTES, parseQuestion, type Reply } from "./messages.ts";
import { findRuntimeFolder, prepareRuntimeFolder, type RuntimeFolder } from "./runtime-folder.ts";
import { readSocketName, socketPath } from "./socket-name.ts";

/** Who connects sends a question at once. */
const QUESTION_MS = 5_000;
/** Clients cut their hooks off at some point; an answer that takes longer is of no use. */
const ANSWER_MS = 20_000;
const MAX_CONNECTIONS = 16;
const MAX_ROOTS = 16;
/** A socket is made and listened to in two steps; a younger one may be between them. */
const STALE_AFTER_MS = 10_000;
const MAX_SWEPT = 100;

export interface HookListenerOptions {
  readonly answer: AnswerHook;
  readonly log: (line: string) => void;
  readonly folder?: RuntimeFolder;
  readonly questionMs?: number;
  /** Sockets that nobody listens to are removed when they are as old as this. */
  readonly staleAfterMs?: number;
}

/**
 * Answers hooks on a socket for each root. It keeps no process alive: what it listens to ends with the process or with
 * `dispose`, whichever comes first.
 */
export class HookListener {
  readonly #options: HookListenerOptions;
  readonly #folder: RuntimeFolder;
  readonly #startedAt = Date.now();
  readonly #servers = new Map<string, Server>();
  readonly #connections = new Set<Socket>();
  #turn: Promise<void> = Promise.resolve();
  #isDisposed = false;

  constructor(options: HookListenerOptions) {
    this.#options = options;
    this.#folder = options.folder ?? findRuntimeFolder();
  }

  /** Listens for these canonical roots and no others. Never rejects: what does not work is logged. */
  listen(roots: readonly string[]): Promise<void> {
    this.#turn = this.#turn
      .then(() => this.#listen(roots.slice(0, MAX_ROOTS)))
      .catch((error: unknown) => this.#options.log(`hooks are not answered: ${describe(error)}`));
    return this.#turn;
  }

  /** Ends the connections and removes the sockets. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await this.#turn;
    for (const root of this.#servers.keys()) this.#close(root);
    for (const socket of this.#connections) socket.destroy();
  }

  async #listen(roots: readonly string[]): Promise<void> {
    for (const root of this.#servers.keys()) if (!roots.includes(root)) this.#close(root);
    const missing = roots.filter((root) => !this.#servers.has(root));
    if (missing.length === 0 || this.#isDisposed) return;
    await prepareRuntimeFolder(this.#folder);
    for (const root of missing) await this.#open(root);
    await removeStale(this.#folder, this.#options.staleAfterMs ?? STALE_AFTER_MS);
  }

  async #open(root: string): Promise<void> {
    const path = socketPath(this.#folder, root, { startedAt: this.#startedAt, pid: process.pid });
    const server = createServer((socket) => this.#serve(socket));
    server.maxConnections = MAX_CONNECTIONS;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once("error", reject);
    server.listen(path, resolve);
    server.unref();
    await promise;
    server.off("error", reject);
    server.on("error", (error) => this.#options.log(`hooks: ${error.message}`));
    if (this.#folder.isReal) await chmod(path, 0o600);
    this.#servers.set(root, server);
  }

  /** The system removes the socket with its server. */
  #close(root: string): void {
    this.#servers.get(root)?.close();
    this.#servers.delete(root);
  }

  #serve(socket: Socket): void {
    const gone = new AbortController();
    const splitter = new LineSplitter(MAX_LINE_BYTES);
    this.#connections.add(socket);
    socket.unref();
    socket.setTimeout(this.#options.questionMs ?? QUESTION_MS, () => socket.destroy());
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#connections.delete(socket);
      gone.abort();
    });
    socket.on("data", (chunk) => {
      const [line] = splitter.push(chunk);
      if (line === undefined) return;
      socket.removeAllListeners("data");
      socket.setTimeout(ANSWER_MS);
      const question =
        line.kind === "line"
          ? Buffer.from(line.bytes).toString("utf8")
          : `the line is longer than ${MAX_LINE_BYTES} bytes`;
      const reply = line.kind === "line" ? this.#reply(question, gone.signal) : Promise.resolve(refusal(question));
      void reply.then((made) => socket.end(encodeReply(made)));
    });
  }

  async #reply(line: string, signal: AbortSignal): Promise<Reply> {
    const question = parseQuestion(line);
    if (typeof question === "string") return refusal(question);
    try {
      return { answer: await this.#options.answer(question, signal) };
    } catch (error) {
      return { refused: { kind: isReticleError(error) ? error.kind : "internal", message: describe(error) } };
    }
  }
}

/** Removes sockets that nobody listens to any more: their process was killed. */
async function removeStale(folder: RuntimeFolder, staleAfterMs: number): Promise<void> {
  if (!folder.isReal) return;
  const names = (await readdir(folder.path)).filter((name) => readSocketName(folder, name) !== undefined);
  for (const name of names.slice(0, MAX_SWEPT)) {
    const path = join(folder.path, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats === undefined || Date.now() - stats.ctimeMs < staleAfterMs) continue;
    if (await isDead(path)) await rm(path, { force: true });
  }
}

/** Asks the system, not for the process's number: that means another one in another container. */
function isDead(path: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(path);
  socket.unref();
  socket.on("connect", () => resolve(false));
  socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED"));
  return promise.finally(() => socket.destroy());
}

function refusal(message: string): Reply {
  return { refused: { kind: "protocol", message } };
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
