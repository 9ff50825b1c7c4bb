import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { LineSplitter } from "../base/line-splitter.ts";
import { encodeQuestion, type HookQuestion, MAX_LINE_BYTES, parseReply, type Reply } from "./messages.ts";
import { findRuntimeFolder, type RuntimeFolder, unsafe } from "./runtime-folder.ts";
import { type FoundSocket, readSocketName, socketsFor } from "./socket-name.ts";

/** A server that listens takes a connection at once, however busy it is. */
const CONNECT_MS = 1_000;
/** Servers of the same root that are tried. */
const MAX_TRIED = 4;

export interface AskOptions {
  /** How long an answer may take, whoever gives it, in milliseconds. */
  readonly answerMs: number;
  readonly folder?: RuntimeFolder;
}

/**
 * Asks the running server whose root holds the question's folder: the innermost root, of its servers the newest that
 * answers. Undefined: none does. Never rejects.
 */
export async function askServer(question: HookQuestion, options: AskOptions): Promise<Reply | undefined> {
  const line = encodeQuestion(question);
  if (Buffer.byteLength(line) > MAX_LINE_BYTES) return undefined;
  const until = performance.now() + options.answerMs;
  for (const { path } of (await findSockets(question.cwd, options.folder)).slice(0, MAX_TRIED)) {
    const reply = await ask(path, line, Math.max(0, until - performance.now()));
    if (reply !== undefined) return reply;
  }
  return undefined;
}

/** The sockets of servers whose root holds the folder, those of killed servers among them. Never rejects. */
export async function findSockets(cwd: string, folder = findRuntimeFolder()): Promise<readonly FoundSocket[]> {
  const names = await namesIn(folder);
  return socketsFor(
    cwd,
    names.flatMap((name) => readSocketName(folder, name) ?? []),
  );
}

/** Whether a server listens there. */
export function isListening(path: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(path);
  const timer = setTimeout(() => resolve(false), CONNECT_MS);
  socket.on("connect", () => resolve(true));
  socket.on("error", () => resolve(false));
  return promise.finally(() => {
    clearTimeout(timer);
    socket.destroy();
  });
}

/** Nothing of a folder that others could have put sockets into. */
async function namesIn({ path, isReal }: RuntimeFolder): Promise<readonly string[]> {
  try {
    if (isReal && (await unsafe(path)) !== undefined) return [];
    return await readdir(path);
  } catch {
    return [];
  }
}

async function ask(path: string, line: string, answerMs: number): Promise<Reply | undefined> {
  const { promise, resolve } = Promise.withResolvers<Reply | undefined>();
  const socket = connect(path);
  const splitter = new LineSplitter(MAX_LINE_BYTES);
  const giveUp = (): void => resolve(undefined);
  let timer = setTimeout(giveUp, Math.min(CONNECT_MS, answerMs));
  socket.on("connect", () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, answerMs);
    socket.write(line);
  });
  socket.on("data", (chunk) => {
    const [first] = splitter.push(chunk);
    if (first === undefined) return;
    resolve(first.kind === "line" ? parseReply(Buffer.from(first.bytes).toString("utf8")) : undefined);
  });
  socket.on("error", giveUp);
  socket.on("close", giveUp);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}
