import type { Hit } from "./hits.ts";
import { LAST_STATEMENT } from "./ladder/sequence.ts";
import { BLOCK_SUFFIX } from "./ladder/lone-block.ts";
import { originalName } from "./ladder/metavariables.ts";

/** One match. Lines and columns are 1-based; columns count code points, a byte order mark not included. */
export interface Match {
  /** As given to the engine: relative to its working directory, or absolute. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  /** Column behind the last character. */
  readonly endColumn: number;
  /** The source; of a sequence only its first statement, which ends before `endByte`. */
  readonly text: string;
  readonly endByte: number;
  /** In order of position. */
  readonly captures: readonly Capture[];
}
export interface Capture {
  /** "$X" or "$$$ARGS". */
  readonly name: string;
  readonly text: string;
}

interface EngineRange {
  readonly byteOffset: { readonly start: number; readonly end: number };
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}
interface EngineNode {
  readonly text: string;
  readonly range: EngineRange;
}
export interface EngineMatch extends EngineNode {
  readonly metaVariables?: {
    readonly single: Readonly<Record<string, EngineNode>>;
    readonly multi: Readonly<Record<string, readonly EngineNode[]>>;
    readonly transformed: Readonly<Record<string, string>>;
  };
}

/** Not a metavariable: nodes that relations of a rule went through. */
const SECONDARY_LABELS = "secondary";
const LINES = Buffer.from('","lines":"');
const AFTER_LINES = Buffer.from('","charCount":');
const BYTE_ORDER_MARK = Buffer.from("\uFEFF");

/** Parses one line of output. The copy of the whole source line, which may be huge, is left out. */
export function parseMatch(output: Buffer, hit: Hit): EngineMatch & { readonly hasByteOrderMark: boolean } {
  const line = output.subarray(hit.lineStart, hit.lineEnd);
  const lines = line.indexOf(LINES);
  const after = line.indexOf(AFTER_LINES, lines);
  const text =
    lines < 0 || after < 0 ? line.toString() : line.toString("utf8", 0, lines) + line.toString("utf8", after);
  const first = lines + LINES.length;
  const hasByteOrderMark = lines >= 0 && line.subarray(first, first + BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return { ...(JSON.parse(text) as EngineMatch), hasByteOrderMark };
}

export function toMatch(output: Buffer, hit: Hit): Match {
  const parsed = parseMatch(output, hit);
  const last = parsed.metaVariables?.single[LAST_STATEMENT];
  const { start } = parsed.range;
  const end = last?.range.end ?? parsed.range.end;
  const shift = (line: number) => (parsed.hasByteOrderMark && line === 0 ? 0 : 1);
  return {
    file: hit.file,
    line: start.line + 1,
    column: start.column + shift(start.line),
    endLine: end.line + 1,
    endColumn: end.column + shift(end.line),
    text: parsed.text,
    endByte: last?.range.byteOffset.end ?? hit.end,
    captures: readCaptures(parsed),
  };
}

function readCaptures(match: EngineMatch): Capture[] {
  const { single = {}, multi = {}, transformed = {} } = match.metaVariables ?? {};
  const found: (Capture & { at: number })[] = [];
  for (const [name, node] of Object.entries(single)) {
    if (name === LAST_STATEMENT || isFurther(name)) continue;
    const at = node.range.byteOffset.start;
    if (name.endsWith(BLOCK_SUFFIX)) {
      const text = node.text.replace(/^\{\s*/, "").replace(/\s*\}$/, "");
      found.push({ name: `$$$${name.slice(0, -BLOCK_SUFFIX.length)}`, text, at });
    } else found.push({ name: `$${name}`, text: node.text, at });
  }
  for (const [name, nodes] of Object.entries(multi)) {
    if (isFurther(name) || name === SECONDARY_LABELS) continue;
    found.push({
      name: `$$$${name}`,
      text: textOfNodes(match, nodes),
      at: nodes[0]?.range.byteOffset.start ?? Infinity,
    });
  }
  for (const [name, text] of Object.entries(transformed)) found.push({ name: `$${name}`, text, at: Infinity });
  found.sort((a, b) => (a.at === b.at ? (a.name < b.name ? -1 : 1) : a.at - b.at));
  return found.map(({ name, text }) => ({ name, text }));
}

/** A further occurrence of a repeated metavariable, which has the text of the first. */
function isFurther(name: string): boolean {
  const written = name.endsWith(BLOCK_SUFFIX) ? name.slice(0, -BLOCK_SUFFIX.length) : name;
  return originalName(written) !== written;
}

/**
 * The source from the first node to the last, cut out of whatever text is known to hold both; else
 * the nodes' own texts.
 */
export function textOfNodes(match: EngineMatch, nodes: readonly EngineNode[]): string {
  const start = nodes[0]?.range.byteOffset.start;
  const end = nodes.at(-1)?.range.byteOffset.end;
  if (start === undefined || end === undefined) return "";
  for (const { text, range } of [match, ...Object.values(match.metaVariables?.single ?? {})]) {
    const { byteOffset } = range;
    if (start < byteOffset.start || end > byteOffset.end) continue;
    return Buffer.from(text).toString("utf8", start - byteOffset.start, end - byteOffset.start);
  }
  return nodes.map(({ text }) => text).join(" ");
}
