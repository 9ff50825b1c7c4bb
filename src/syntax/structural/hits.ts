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
  /** The output with one character per byte, so that places in it are those of the hits. */
  readonly text: string;
  /** Files with comments that hide matches from a search by rules. */
  readonly suppressedFiles: readonly string[];
}

const RANGE = '"byteOffset":{"start":';
const END = ',"end":';
const FILE = '},"file":"';
const SUPPRESSION = `"ruleId":${JSON.stringify(SUPPRESSION_RULE_ID)}`;
const RULE_ID = '"ruleId":"';
const BACKSLASH = 92;

/**
 * Finds all matches without parsing them and puts them in order of path and position. The keys
 * that are looked for cannot occur inside a JSON string, where each quote is escaped. A match that is
 * reported twice, because two of the searched paths hold it, counts once; what two rules find counts twice.
 */
export function indexHits(output: Buffer): HitIndex {
  // One character per byte, so that places in the text are places in the buffer; searching a string is the faster.
  const text = output.toString("latin1");
  const hits: Hit[] = [];
  const suppressedFiles: string[] = [];
  let suppression = text.indexOf(SUPPRESSION);
  let file = "";
  let rawFile = "";
  for (let at = 0; at < text.length;) {
    const lineEnd = text.indexOf("\n", at);
    const range = text.indexOf(RANGE, at);
    const fileAt = text.indexOf(FILE, range);
    // A line that was cut off in the middle is no match that could be shown.
    if (lineEnd < 0 || range < 0 || fileAt < 0) break;
    const nameStart = fileAt + FILE.length;
    // Matches of one file come together, so its name is decoded once.
    if (rawFile === "" || !text.startsWith(rawFile, nameStart)) {
      const nameEnd = closingQuote(text, nameStart);
      rawFile = text.slice(nameStart, nameEnd + 1);
      file = withoutDot(JSON.parse(output.toString("utf8", nameStart - 1, nameEnd + 1)) as string);
    }
    if (suppression >= 0 && suppression < lineEnd) {
      suppressedFiles.push(file);
      suppression = text.indexOf(SUPPRESSION, lineEnd);
    } else {
      const start = readNumber(text, range + RANGE.length);
      const end = readNumber(text, text.indexOf(END, range) + END.length);
      hits.push({ file, start, end, lineStart: at, lineEnd });
    }
    at = lineEnd + 1;
  }
  const compare = (a: Hit, b: Hit) => comparePlaces(a, b) || compareTexts(ruleOf(text, a), ruleOf(text, b));
  hits.sort(compare);
  return {
    text,
    hits: hits.filter((hit, index) => index === 0 || compare(hit, hits[index - 1] ?? hit) !== 0),
    suppressedFiles: suppressedFiles.sort(),
  };
}

function comparePlaces(a: Hit, b: Hit): number {
  return compareTexts(a.file, b.file) || a.start - b.start || b.end - a.end;
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function ruleOf(text: string, { lineStart, lineEnd }: Hit): string {
  const at = text.slice(lineStart, lineEnd).indexOf(RULE_ID);
  return at < 0 ? "" : text.slice(lineStart + at, closingQuote(text, lineStart + at + RULE_ID.length));
}

function withoutDot(path: string): string {
  return path.startsWith("./") ? path.slice(2) : path;
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

function readNumber(text: string, from: number): number {
  let value = 0;
  for (let at = from; ; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return value;
    value = value * 10 + digit;
  }
}
