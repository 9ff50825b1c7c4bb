import { SUPPRESSION_RULE_ID } from "./rule.ts";

/** Where one match is in the engine's output, before anything of it is parsed. */
export interface Hit {
  /** As the engine prints it: relative to its working directory, or absolute. */
  readonly file: string;
  /** UTF-8 bytes of the file. */
  readonly start: number;
  readonly end: number;
  /** Its line in the output. */
  readonly lineStart: number;
  readonly lineEnd: number;
}

export interface HitIndex {
  readonly hits: readonly Hit[];
  /** Files with comments that hide matches from a search by rules. */
  readonly suppressedFiles: readonly string[];
}

const RANGE = Buffer.from('"byteOffset":{"start":');
const END = Buffer.from(',"end":');
const FILE = Buffer.from('},"file":"');
const SUPPRESSION = Buffer.from(`"ruleId":${JSON.stringify(SUPPRESSION_RULE_ID)}`);
const NEWLINE = 10;
const QUOTE = 34;

/**
 * Finds all matches without parsing them and puts them in order of path and position. The keys
 * that are looked for cannot occur inside a JSON string, where each quote is escaped. A match that is
 * reported twice, because two of the searched paths hold it, counts once.
 */
export function indexHits(output: Buffer): HitIndex {
  const hits: Hit[] = [];
  const suppressedFiles: string[] = [];
  let file = "";
  let rawFile: Buffer = Buffer.alloc(0);
  for (let at = 0; at < output.length;) {
    const newline = output.indexOf(NEWLINE, at);
    // A line that was cut off in the middle is no match that could be shown.
    if (newline < 0) break;
    const range = output.indexOf(RANGE, at);
    const fileAt = output.indexOf(FILE, range);
    if (range < 0 || fileAt < 0) break;
    const nameStart = fileAt + FILE.length;
    const nameEnd = closingQuote(output, nameStart);
    // Matches of one file come together, so the name is decoded once.
    if (!output.subarray(nameStart, nameEnd).equals(rawFile)) {
      rawFile = output.subarray(nameStart, nameEnd);
      file = JSON.parse(output.toString("utf8", nameStart - 1, nameEnd + 1)) as string;
    }
    const start = readNumber(output, range + RANGE.length);
    const end = readNumber(output, output.indexOf(END, range) + END.length);
    const shown = file.startsWith("./") ? file.slice(2) : file;
    const isSuppression = output.subarray(nameEnd, newline).includes(SUPPRESSION);
    if (isSuppression) suppressedFiles.push(shown);
    else hits.push({ file: shown, start, end, lineStart: at, lineEnd: newline });
    at = newline + 1;
  }
  hits.sort(compareHits);
  return {
    hits: hits.filter((hit, index) => index === 0 || compareHits(hit, hits[index - 1] ?? hit) !== 0),
    suppressedFiles: suppressedFiles.sort(),
  };
}

function compareHits(a: Hit, b: Hit): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.start - b.start || b.end - a.end;
}

function closingQuote(output: Buffer, from: number): number {
  let at = output.indexOf(QUOTE, from);
  while (isEscaped(output, at)) at = output.indexOf(QUOTE, at + 1);
  return at;
}

function isEscaped(output: Buffer, at: number): boolean {
  let backslashes = 0;
  while (output[at - 1 - backslashes] === 92) backslashes += 1;
  return backslashes % 2 === 1;
}

function readNumber(output: Buffer, from: number): number {
  let value = 0;
  for (let at = from; ; at += 1) {
    const digit = (output[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) return value;
    value = value * 10 + digit;
  }
}
