import type { Hit } from "../hits.ts";
import { BLOCK_SUFFIX } from "../ladder/lone-block.ts";
import { LAST_STATEMENT } from "../ladder/sequence.ts";
import type { ListTails } from "../ladder/comma-lists.ts";
import { type EngineMatch, parseMatch, splitTails } from "../engine-match.ts";
import { insideOf } from "../match.ts";
import type { ByteSpan, RewriteMatch } from "./file-matches.ts";

const TEXT = '"text":';
const AFTER_TEXT = ',"range":{"byteOffset":{"start":';
const OFFSETS = '"byteOffset":{"start":';
const OFFSETS_END = ',"end":';
const LAST_KEY = `"${LAST_STATEMENT}":`;
const NODE_END = '"end":{"line":';

/** The engine's output, as it is and with one character per byte. */
interface Printed {
  readonly output: Buffer;
  readonly text: string;
  readonly tails: readonly ListTails[];
}

/**
 * What a rewrite needs of one line of the engine's output: where the named metavariables stand. The keys that are looked
 * for cannot occur inside a JSON string, where each quote is escaped; parsing the whole line would take several times
 * as long as all that a rewrite does with it.
 */
export function readSpans({ output, text, tails }: Printed, hit: Hit, variables: readonly string[]): RewriteMatch {
  // A slice of a long string is no copy.
  const line = text.slice(hit.lineStart, hit.lineEnd);
  if (tails.length > 0 || line.includes(LAST_KEY) || line.includes(`${BLOCK_SUFFIX}":`)) {
    return readParsed({ output, tails }, hit, variables);
  }
  const captures = new Map<string, ByteSpan>();
  for (const variable of variables) {
    const span = variable.startsWith("$$$") ? readList(line, variable.slice(3)) : readNode(line, variable);
    if (span !== undefined) captures.set(variable, span);
  }
  return { start: hit.start, end: hit.end, text: readText(output, hit, line), captures };
}

function readText(output: Buffer, { lineStart }: Hit, line: string): string {
  const start = line.indexOf(TEXT) + TEXT.length;
  const end = line.indexOf(AFTER_TEXT, start);
  return JSON.parse(output.toString("utf8", lineStart + start, lineStart + end)) as string;
}

function readNode(line: string, variable: string): ByteSpan | undefined {
  const at = line.indexOf(`"${variable.replace(/^\$+/, "")}":{"text":`);
  return at < 0 ? undefined : readOffsets(line, at).span;
}

function readList(line: string, name: string): ByteSpan | undefined {
  const key = `"${name}":[{"text":`;
  const at = line.indexOf(key);
  if (at < 0) return undefined;
  let { span, next } = readOffsets(line, at);
  const { start } = span;
  // The next node of the list, until what closes this one closes the list.
  while (line[next] === ",") ({ span, next } = readOffsets(line, next));
  return { start, end: span.end };
}

/** The offsets of the node whose text comes next, and where that node ends in the line. */
function readOffsets(line: string, from: number): { readonly span: ByteSpan; readonly next: number } {
  const at = line.indexOf(OFFSETS, from) + OFFSETS.length;
  const end = line.indexOf(OFFSETS_END, at) + OFFSETS_END.length;
  const closed = line.indexOf("}}}", line.indexOf(NODE_END, end)) + 3;
  return {
    span: { start: Number.parseInt(line.slice(at, at + 12), 10), end: Number.parseInt(line.slice(end, end + 12), 10) },
    next: closed,
  };
}

/** The long way, for what the engine does not report as it is written in the pattern. */
function readParsed({ output, tails }: Omit<Printed, "text">, hit: Hit, variables: readonly string[]): RewriteMatch {
  const engineMatch = parseMatch(output, hit);
  const match = splitTails(engineMatch, tails) ?? engineMatch;
  const { single = {}, multi = {} } = match.metaVariables ?? {};
  const captures = new Map<string, ByteSpan>();
  for (const variable of variables) {
    const name = variable.replace(/^\$+/, "");
    const block = single[name + BLOCK_SUFFIX];
    const nodes = multi[name] ?? [];
    const span = variable.startsWith("$$$")
      ? block === undefined
        ? spanOf(nodes)
        : insideOfBlock(block)
      : single[name]?.range.byteOffset;
    if (span !== undefined) captures.set(variable, span);
  }
  const end = single[LAST_STATEMENT]?.range.byteOffset.end ?? hit.end;
  return { start: hit.start, end, text: match.text, captures };
}

function spanOf(nodes: readonly EngineMatch[]): ByteSpan | undefined {
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { start: first.range.byteOffset.start, end: last.range.byteOffset.end };
}

function insideOfBlock({ text, range }: EngineMatch): ByteSpan {
  const { head, inside } = insideOf(text);
  const start = range.byteOffset.start + Buffer.byteLength(head);
  return { start, end: start + Buffer.byteLength(inside) };
}
