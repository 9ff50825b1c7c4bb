/** A file above either bound is not shown to a server for diagnostics, and its text goes with no save. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_LINES = 5_000;

/** How a text exceeds the bound, in words: "5001 lines > 5000"; undefined when it does not. */
export function excessOf(text: string, bytes: number = Buffer.byteLength(text, "utf8")): string | undefined {
  if (bytes > MAX_BYTES) return `${bytes} bytes > ${MAX_BYTES}`;
  const lines = countLines(text);
  return lines > MAX_LINES ? `${lines} lines > ${MAX_LINES}` : undefined;
}

/** As `excessOf`, for a file that need not be read to know. */
export function excessOfBytes(bytes: number): string | undefined {
  return bytes > MAX_BYTES ? `${bytes} bytes > ${MAX_BYTES}` : undefined;
}

/** A final line break does not begin another line. */
export function countLines(text: string): number {
  if (text === "") return 0;
  let lines = text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}
