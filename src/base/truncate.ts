/** UTF-8 size in bytes. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text);
}

export interface Omitted {
  /** Code points. */
  readonly characters: number;
  readonly bytes: number;
}

/**
 * Keeps the head and the tail of a text around `marker(omitted)` so that the whole is at most
 * `maxBytes` of UTF-8. Cuts between code points. A text that fits is returned as it is.
 */
export function cutMiddle(text: string, maxBytes: number, marker: (omitted: Omitted) => string): string {
  if (byteLength(text) <= maxBytes) return text;
  const bytes = Buffer.from(text);
  const widestMarker = byteLength(marker({ characters: bytes.length, bytes: bytes.length }));
  const room = Math.max(0, maxBytes - widestMarker);
  const headEnd = codePointStart(bytes, Math.ceil(room / 2), -1);
  const tailStart = codePointStart(bytes, bytes.length - Math.floor(room / 2), 1);
  const omitted = { characters: countCodePoints(bytes, headEnd, tailStart), bytes: tailStart - headEnd };
  return bytes.toString("utf8", 0, headEnd) + marker(omitted) + bytes.toString("utf8", tailStart);
}

function codePointStart(bytes: Buffer, from: number, step: 1 | -1): number {
  let at = from;
  while (isContinuation(bytes[at])) at += step;
  return at;
}

function countCodePoints(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at += 1) if (!isContinuation(bytes[at])) count += 1;
  return count;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;
}
