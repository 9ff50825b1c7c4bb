import type { Hit } from "./hits.ts";
import type { ListTails } from "./ladder/comma-lists.ts";

export interface EnginePosition {
  readonly line: number;
  readonly column: number;
}
interface EngineRange {
  readonly byteOffset: { readonly start: number; readonly end: number };
  readonly start: EnginePosition;
  readonly end: EnginePosition;
}
export interface EngineNode {
  readonly text: string;
  readonly range: EngineRange;
}
export interface EngineMatch extends EngineNode {
  readonly ruleId?: string;
  readonly metaVariables?: {
    readonly single: Readonly<Record<string, EngineNode>>;
    readonly multi: Readonly<Record<string, readonly EngineNode[]>>;
    readonly transformed: Readonly<Record<string, string>>;
  };
}
export interface ParsedMatch extends EngineMatch {
  readonly hasByteOrderMark: boolean;
}

const LINES = Buffer.from('","lines":"');
const AFTER_LINES = Buffer.from('","charCount":');
const BYTE_ORDER_MARK = Buffer.from("\uFEFF");

/** Parses one line of output. The copy of the whole source line, which may be huge, is left out. */
export function parseMatch(output: Buffer, hit: Hit): ParsedMatch {
  const line = output.subarray(hit.lineStart, hit.lineEnd);
  const lines = line.indexOf(LINES);
  const after = line.indexOf(AFTER_LINES, lines);
  const text =
    lines < 0 || after < 0 ? line.toString() : line.toString("utf8", 0, lines) + line.toString("utf8", after);
  const first = lines + LINES.length;
  const hasByteOrderMark = lines >= 0 && line.subarray(first, first + BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return { ...(JSON.parse(text) as EngineMatch), hasByteOrderMark };
}

const COMMENT = /^(\/\/|\/\*|#(\s|$)|--(\s|$)|\{-)/;

/**
 * A match in which one name stands for all of a list, with the names that the pattern has for its parts; undefined when
 * a list has too few elements for them.
 */
export function splitTails<M extends EngineMatch>(match: M, patterns: readonly ListTails[]): M | undefined {
  if (patterns.length === 0) return match;
  const { single = {}, multi = {}, transformed = {} } = match.metaVariables ?? {};
  const made: { single: Record<string, EngineNode>; multi: Record<string, readonly EngineNode[]> } = {
    single: { ...single },
    multi: { ...multi },
  };
  for (const readings of patterns) {
    // A list of nothing is not in the output, so that the reading that matched is the one whose lists are all there.
    const tails = readings.find((some) => some.every(({ engineName }) => engineName in multi));
    if (tails === undefined) return undefined;
    for (const { engineName, run, names } of tails) {
      const elements = elementsOf(multi[engineName] ?? []);
      const first = elements.length - names.length;
      const named = names.map((name, index) => [name, elements[first + index] ?? []] as const);
      delete made.multi[engineName];
      if (isCaptured(run) && first > 0) made.multi[run] = elements.slice(0, first).flat();
      for (const [name, [node, ...more]] of named) {
        if (node === undefined || more.length > 0) return undefined;
        if (isCaptured(name)) made.single[name] = node;
      }
    }
  }
  return { ...match, metaVariables: { ...made, transformed } };
}

function isCaptured(name: string): boolean {
  return name !== "" && !name.startsWith("_");
}

/** The nodes of each element, without comments. */
function elementsOf(nodes: readonly EngineNode[]): EngineNode[][] {
  const elements: EngineNode[][] = [[]];
  for (const node of nodes) {
    if (node.text === ",") elements.push([]);
    else if (!COMMENT.test(node.text)) elements.at(-1)?.push(node);
  }
  // Behind the last comma there may be nothing.
  if (elements.at(-1)?.length === 0) elements.pop();
  return elements;
}
