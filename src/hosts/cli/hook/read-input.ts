import { ReticleError } from "../../../base/errors.ts";
import type { CliIo } from "../io.ts";
import type { HookClient } from "./clients.ts";

/** An event holds what a tool was given and what it gave back: whole files. */
const MAX_INPUT_BYTES = 32 * 1024 * 1024;
/** A client writes it at once and closes its side. */
const INPUT_MS = 5_000;

/** All of standard input. Throws `invalid_input` at a terminal, `too_large`, and `timeout` when it does not end. */
export async function readInput(stdin: CliIo["stdin"], client: HookClient): Promise<string> {
  if (stdin.isTTY === true) {
    throw new ReticleError("invalid_input", `${client.title} runs this command and passes an event on standard input`, {
      hint: `reticle setup ${client.name} tells it to`,
    });
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => {
    stdin.destroy(new ReticleError("timeout", `standard input did not end within ${INPUT_MS} ms; nothing was checked`));
  }, INPUT_MS);
  try {
    for await (const chunk of stdin as AsyncIterable<Buffer | string>) {
      const buffer = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      bytes += buffer.length;
      // It is read to its end all the same: to a client that still writes, a closed pipe is an error.
      if (bytes <= MAX_INPUT_BYTES) chunks.push(buffer);
    }
  } finally {
    clearTimeout(timer);
  }
  if (bytes > MAX_INPUT_BYTES) {
    throw new ReticleError("too_large", `the event is larger than ${MAX_INPUT_BYTES} bytes; nothing was checked`);
  }
  return Buffer.concat(chunks).toString("utf8");
}
