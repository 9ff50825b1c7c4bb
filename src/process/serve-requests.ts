import { Console } from "node:console";
import { encodeFrame, FrameReader } from "./worker/frames.ts";
import { NOTICE_ID, toWorkerError, type WorkerRequest, type WorkerResponse } from "./worker/messages.ts";

/**
 * The child's side of a worker process: answers each request with what `handle` returns (JSON), or
 * with the error it throws (`ReticleError` keeps its facts). Ends the process when stdin closes.
 * What it returns tells the parent's `onNotice`.
 */
export function serveRequests<Request, Response>(
  handle: (request: Request) => Response | Promise<Response>,
): () => void {
  // stdout carries frames only; what a dependency prints goes where it can be read.
  globalThis.console = new Console(process.stderr);
  const send = (response: WorkerResponse) => process.stdout.write(encodeFrame(response));

  const answer = async ({ id, payload }: WorkerRequest): Promise<void> => {
    try {
      send({ id, result: await handle(payload as Request) });
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      send({ id, error: toWorkerError(error) });
    }
  };
  const reader = new FrameReader({
    onFrame: (frame) => void answer(frame as WorkerRequest),
    onJunk: (text) => process.stderr.write(`not a request: ${text}\n`),
  });
  process.stdin.on("data", (chunk: Buffer) => reader.push(chunk));
  process.stdin.once("close", () => process.exit(0));
  // The host is gone: nobody is left to answer.
  process.stdout.once("error", () => process.exit(0));
  return () => void send({ id: NOTICE_ID });
}
