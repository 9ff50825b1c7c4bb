import { PassThrough } from "node:stream";
import type { ChildProcesses } from "../../process/children.ts";
import type { ChildExit, OwnedChild } from "../../process/owned-child.ts";
import { FrameReader } from "../client/frame-reader.ts";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly textDocument?: { readonly uri: string } };
}

const RANGE = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
const EXITED: ChildExit = { code: 0, signal: null };

/**
 * Stands in for the processes of language servers, without any process: each server that is started answers
 * like one that finds one thing, at the beginning of the document. So everything can be gone through that
 * happens in this process when a server is started and asked.
 */
export function createRehearsalChildren(): ChildProcesses {
  return {
    running: 0,
    spawn: () => Promise.resolve(startRehearsalServer()),
    collect: () => Promise.reject(new Error("nothing is run in a rehearsal")),
    dispose: () => Promise.resolve(),
  };
}

function startRehearsalServer(): OwnedChild {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const { promise: exited, resolve } = Promise.withResolvers<ChildExit>();
  const send = (message: object): void => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    if (!stdout.writableEnded) stdout.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const stop = (): Promise<ChildExit> => {
    for (const stream of [stdin, stdout, stderr]) stream.destroy();
    resolve(EXITED);
    return exited;
  };
  new FrameReader(stdin).listen((received) => {
    const { id, method = "", params } = received as Message;
    if (id !== undefined && method !== "") send({ id, result: answer(method, params?.textDocument?.uri ?? "") });
    else if (method === "initialized") send({ id: 1, method: "workspace/configuration", params: { items: [{}] } });
    else if (method === "exit") void stop();
  });
  return { pid: process.pid, stdin, stdout, stderr, stderrTail: () => "", exited, stop };
}

function answer(method: string, uri: string): unknown {
  switch (method) {
    case "initialize":
      return { capabilities: CAPABILITIES, serverInfo: { name: "rehearsal" } };
    case "textDocument/diagnostic":
      return { kind: "full", items: [{ range: RANGE, severity: 1, message: "found" }] };
    case "textDocument/definition":
    case "textDocument/references":
      return [{ uri, range: RANGE }];
    case "textDocument/documentHighlight":
      return [{ range: RANGE, kind: 2 }];
    case "textDocument/hover":
      return { contents: { kind: "markdown", value: "found" } };
    case "textDocument/documentSymbol":
      return [{ name: "found", kind: 12, range: RANGE, selectionRange: RANGE }];
    default:
      return null;
  }
}

const CAPABILITIES = {
  textDocumentSync: { openClose: true, change: 2, save: true },
  diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false },
  definitionProvider: true,
  referencesProvider: true,
  documentHighlightProvider: true,
  hoverProvider: true,
  documentSymbolProvider: true,
};
