import { ReticleError } from "../../src/base/errors.ts";
import { serveRequests } from "../../src/process/serve-requests.ts";

/** What a request makes the worker do. */
export type EchoRequest =
  | { readonly do: "echo"; readonly text: string }
  | { readonly do: "pid" | "notify" | "console" | "junk" | "throw" | "throw-plain" | "hang" | "spin" | "environment" }
  | { readonly do: "exit"; readonly code: number }
  | { readonly do: "wait"; readonly ms: number };

let running = 0;
let mostRunning = 0;

const notify = serveRequests(async (request: EchoRequest): Promise<unknown> => {
  running += 1;
  mostRunning = Math.max(mostRunning, running);
  try {
    return await answer(request);
  } finally {
    running -= 1;
  }
});

async function answer(request: EchoRequest): Promise<unknown> {
  switch (request.do) {
    case "echo":
      return request.text;
    case "pid":
      return process.pid;
    case "notify":
      notify();
      return process.pid;
    case "console":
      // oxlint-disable-next-line no-console -- a dependency that prints is what is played here
      console.log("from console.log");
      return "printed";
    case "junk":
      process.stdout.write("half a line, then the answer ");
      return "after junk";
    case "throw":
      throw new ReticleError("too_large", "the file is too large", { hint: "take less", data: { bytes: 7 } });
    case "throw-plain":
      throw new TypeError("a plain error");
    case "hang":
      return await new Promise(() => {});
    case "spin":
      for (;;);
    case "environment":
      return { marker: process.env.RETICLE_CHILD, nodeOptions: process.env.NODE_OPTIONS };
    case "exit":
      process.stderr.write("last words\n");
      process.exit(request.code);
    case "wait":
      await new Promise((resolve) => setTimeout(resolve, request.ms));
      return mostRunning;
  }
}
