/** What tells whether a line is still as it was: 32 bits, of its text without its end. */
export type LineHash = number;

const OFFSET = 0x81_1c_9d_c5;
const PRIME = 0x01_00_01_93;

/** FNV-1a over UTF-16 units. */
export function hashLine(line: string): LineHash {
  let hash = OFFSET;
  for (let at = 0; at < line.length; at += 1) hash = Math.imul(hash ^ line.charCodeAt(at), PRIME);
  return hash >>> 0;
}

/** The lines of a text without their ends; a final line end does not begin another one. */
export function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Hashes as text for a session file, four bytes each. */
export function packHashes(hashes: readonly LineHash[]): string {
  const bytes = Buffer.alloc(hashes.length * 4);
  for (const [at, hash] of hashes.entries()) bytes.writeUInt32LE(hash, at * 4);
  return bytes.toString("base64");
}

/** Undefined: that is not what `packHashes` makes. */
export function unpackHashes(text: string): readonly LineHash[] | undefined {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length % 4 !== 0 || bytes.toString("base64") !== text) return undefined;
  return Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32LE(at * 4));
}
