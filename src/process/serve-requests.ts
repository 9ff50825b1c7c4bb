import { Console } from "node:console";
import { type MessagePort, parentPort } from "node:worker_threads";
import { encodeFrame, FrameReader } from "./worker/frames.ts";
import { NOTICE_ID, toWorkerError, type WorkerRequest, type WorkerResponse } from "./worker/messages.ts";

/**
 * The child's side of a worker process or thread: answers each request with what `handle` returns (JSON), or
 * with the error it throws (`ReticleError` keeps its facts). Ends the process when stdin closes, the thread when it is
 * told to. What it returns tells the parent's `onNotice`.
 */
export function serveRequests<Request, Response>(
  handle: (request: Request) => Response | Promise<Response>,
): () => void {
  const send = parentPort === null ? openPipes() : openPort(parentPort);

  const answer = async ({ id, payload }: WorkerRequest): Promise<void> => {
    try {
      send.response({ id, result: await handle(payload as Request) });
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      send.response({ id, error: toWorkerError(error) });
    }
  };
  send.listen((request) => void answer(request));
  return () => send.response({ id: NOTICE_ID });
}

interface Wire {
  readonly response: (response: WorkerResponse) => void;
  readonly listen: (onRequest: (request: WorkerRequest) => void) => void;
}

function openPipes(): Wire {
  // stdout carries frames only; what a dependency prints goes where it can be read.
  globalThis.console = new Console(process.stderr);
  return {
    response: (response) => void process.stdout.write(encodeFrame(response)),
    listen: (onRequest) => {
      const reader = new FrameReader({
        onFrame: (frame) => onRequest(frame as WorkerRequest),
        onJunk: (text) => process.stderr.write(`not a request: ${text}\n`),
      });
      process.stdin.on("data", (chunk: Buffer) => reader.push(chunk));
      process.stdin.once("close", () => process.exit(0));
      // The host is gone: nobody is left to answer.
      process.stdout.once("error", () => process.exit(0));
    },
  };
}

function openPort(port: MessagePort): Wire {
  return {
    response: (response) => port.postMessage(response),
    listen: (onRequest) => {
      port.on("message", (request: WorkerRequest | null) => {
        if (request === null) process.exit(0);
        onRequest(request);
      });
    },
  };
}
