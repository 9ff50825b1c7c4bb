import type { Readable } from "node:stream";
import { LineSplitter } from "../../../base/line-splitter.ts";
import type { SplitLine } from "../../../base/line-splitter.ts";

/** One line of input without its line break; or the news that it was too long to keep. */
export type InputLine = { readonly text: string } | { readonly isTooLong: true };

/** Splits a byte stream into UTF-8 lines of at most `maxBytes`. */
export async function* readLines(stream: Readable, maxBytes: number): AsyncGenerator<InputLine> {
  const splitter = new LineSplitter(maxBytes);
  for await (const chunk of stream as AsyncIterable<Buffer | string>) {
    for (const line of splitter.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk)) yield toInputLine(line);
  }
  for (const line of splitter.end()) yield toInputLine(line);
}

function toInputLine(line: SplitLine): InputLine {
  if (line.kind === "too_long") return { isTooLong: true };
  const text = Buffer.from(line.bytes.buffer, line.bytes.byteOffset, line.bytes.byteLength).toString("utf8");
  return { text: text.replace(/\r$/, "") };
}
