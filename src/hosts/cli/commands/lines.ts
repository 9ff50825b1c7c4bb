import type { Readable } from "node:stream";

/** One line of input without its line break, or the size of one that was too long to keep. */
export type InputLine = { readonly text: string } | { readonly droppedBytes: number };

const NEWLINE = 0x0a;

/** Splits a byte stream into UTF-8 lines; of a line above `maxBytes` only its size is kept. */
export async function* readLines(stream: Readable, maxBytes: number): AsyncGenerator<InputLine> {
  let parts: Buffer[] = [];
  let bytes = 0;
  const take = (): InputLine => {
    const line =
      bytes > maxBytes ? { droppedBytes: bytes } : { text: Buffer.concat(parts).toString("utf8").replace(/\r$/, "") };
    parts = [];
    bytes = 0;
    return line;
  };
  const add = (part: Buffer): void => {
    bytes += part.length;
    if (bytes > maxBytes) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  for await (const chunk of stream as AsyncIterable<Buffer | string>) {
    const buffer = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    let start = 0;
    for (let end = buffer.indexOf(NEWLINE); end !== -1; end = buffer.indexOf(NEWLINE, start)) {
      add(buffer.subarray(start, end));
      start = end + 1;
      yield take();
    }
    add(buffer.subarray(start));
  }
  if (bytes > 0) yield take();
}
