import { countCodePoints } from "../../base/code-points.ts";
import type { CompiledQuery } from "./compile-query.ts";
import type { Hit } from "./hits.ts";
import { LAST_STATEMENT } from "./ladder/sequence.ts";
import { BLOCK_SUFFIX } from "./ladder/lone-block.ts";
import {
  type EngineMatch,
  type EngineNode,
  type EnginePosition,
  type ParsedMatch,
  parseMatch,
  splitTails,
} from "./engine-match.ts";
import { originalName } from "./ladder/metavariables.ts";

/** One match. Lines and columns are 1-based; columns count code points, a byte order mark not included. */
export interface Match extends SourceRange {
  /** As given to the engine: relative to its working directory, or absolute. */
  readonly file: string;
  /** The source; of a sequence only its first statement, which ends before `endByte`. */
  readonly text: string;
  readonly endByte: number;
  /** In order of position. */
  readonly captures: readonly Capture[];
  /** The id of the rule that found it, where there was one. */
  readonly ruleId?: string;
}
export interface Capture {
  /** "$X" or "$$$ARGS". */
  readonly name: string;
  readonly text: string;
  /** Where it stands; absent for a text that a rule makes, and for a run of nothing. */
  readonly range?: SourceRange;
}
/** As in `Match`: 1-based, the end behind the last character. */
export interface SourceRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

const NO_LISTS = { tails: [], runs: [] } as const;
/** Not a metavariable: nodes that relations of a rule went through. */
const SECONDARY_LABELS = "secondary";

export function toMatch(
  output: Buffer,
  hit: Hit,
  { tails, runs }: Pick<CompiledQuery, "tails" | "runs"> = NO_LISTS,
): Match {
  const engineMatch = parseMatch(output, hit);
  const parsed = splitTails(engineMatch, tails) ?? engineMatch;
  const last = parsed.metaVariables?.single[LAST_STATEMENT];
  return {
    file: hit.file,
    ...shownRange(parsed, parsed.range.start, last?.range.end ?? parsed.range.end),
    text: parsed.text,
    endByte: last?.range.byteOffset.end ?? hit.end,
    captures: withEmptyRuns(readCaptures(parsed), runs),
    ...(engineMatch.ruleId !== undefined && { ruleId: engineMatch.ruleId }),
  };
}

function withEmptyRuns(captures: readonly Capture[], runs: readonly string[]): readonly Capture[] {
  const empty = runs.filter((run) => !captures.some(({ name }) => name === run));
  return empty.length === 0 ? captures : [...captures, ...empty.map((name) => ({ name, text: "" }))];
}

/** The engine counts a byte order mark as a column of the first line. */
function shownRange(
  { hasByteOrderMark }: { readonly hasByteOrderMark: boolean },
  start: EnginePosition,
  end: EnginePosition,
): SourceRange {
  const columnOf = ({ line, column }: EnginePosition) => column + (hasByteOrderMark && line === 0 ? 0 : 1);
  return { line: start.line + 1, column: columnOf(start), endLine: end.line + 1, endColumn: columnOf(end) };
}

function readCaptures(match: ParsedMatch): Capture[] {
  const { single = {}, multi = {}, transformed = {} } = match.metaVariables ?? {};
  const found: (Capture & { at: number })[] = [];
  for (const [name, node] of Object.entries(single)) {
    if (name === LAST_STATEMENT || isFurther(name)) continue;
    const at = node.range.byteOffset.start;
    if (name.endsWith(BLOCK_SUFFIX)) {
      found.push({ name: `$$$${name.slice(0, -BLOCK_SUFFIX.length)}`, ...insideOfBlock(match, node), at });
    } else {
      found.push({ name: `$${name}`, text: node.text, range: shownRange(match, node.range.start, node.range.end), at });
    }
  }
  for (const [name, nodes] of Object.entries(multi)) {
    const [first, last] = [nodes[0], nodes.at(-1)];
    if (isFurther(name) || name === SECONDARY_LABELS || first === undefined || last === undefined) continue;
    const range = shownRange(match, first.range.start, last.range.end);
    found.push({ name: `$$$${name}`, text: textOfNodes(match, nodes), range, at: first.range.byteOffset.start });
  }
  for (const [name, text] of Object.entries(transformed)) found.push({ name: `$${name}`, text, at: Infinity });
  found.sort((a, b) => (a.at === b.at ? (a.name < b.name ? -1 : 1) : a.at - b.at));
  return found.map(({ at: _at, ...capture }) => capture);
}

/** What stands between the braces of a block, and where. */
function insideOfBlock(match: ParsedMatch, { text, range }: EngineNode): Pick<Capture, "text" | "range"> {
  const { head, inside } = insideOf(text);
  const start = advance(range.start, head);
  return { text: inside, range: shownRange(match, start, advance(start, inside)) };
}

/** A block without its braces, and what stands before that. */
export function insideOf(block: string): { readonly head: string; readonly inside: string } {
  const head = /^\{\s*/.exec(block)?.[0] ?? "";
  return { head, inside: block.slice(head.length).replace(/\s*\}$/, "") };
}

function advance({ line, column }: EnginePosition, text: string): EnginePosition {
  const lines = text.split("\n");
  const width = countCodePoints(lines.at(-1) ?? "");
  return lines.length === 1 ? { line, column: column + width } : { line: line + lines.length - 1, column: width };
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
