import type { Place } from "../../../lsp/operations/locations.ts";
import type { FileFacts } from "../../../syntax/facts.ts";
import type { ToolContext } from "../../core/context.ts";
import { findEnclosing } from "../../reading/find-enclosing.ts";
import { allSymbols } from "../../reading/find-symbol.ts";

/** The symbol that places stand in. */
export interface Enclosure {
  /** Dotted through its owners; a callback's handle. */
  readonly name: string;
  readonly kind: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** What grouping may cost; places that are not reached stand without a group. */
const GROUPING_MS = 3_000;

/** What is known of files by their absolute path, as far as the time allows. */
export type FactsByPath = ReadonlyMap<string, FileFacts>;

export async function factsOfFiles(
  paths: readonly string[],
  context: ToolContext,
  signal: AbortSignal,
): Promise<FactsByPath> {
  const until = performance.now() + GROUPING_MS;
  const byPath = new Map<string, FileFacts>();
  for (const path of new Set(paths)) {
    signal.throwIfAborted();
    const facts = performance.now() > until ? undefined : await factsOf(path, context, signal);
    if (facts !== undefined) byPath.set(path, facts);
  }
  return byPath;
}

/** The innermost symbol around a place, by the file's syntax; undefined at the top level, or not known. */
export function enclosureOf(place: Place, facts: FactsByPath): Enclosure | undefined {
  const known = facts.get(place.path);
  return known === undefined ? undefined : innermostOf(place, known);
}

/** Of several symbols on one line, the last one that is named before the place. */
function innermostOf({ line, column, lines }: Place, facts: FileFacts): Enclosure | undefined {
  const found = findEnclosing(facts, line);
  if (found === undefined || found.startLine !== found.endLine) return found;
  const before = lines[0]?.slice(0, column - 1 + found.name.length) ?? "";
  const nameAt = ({ name }: Enclosure): number => before.lastIndexOf(name.slice(name.lastIndexOf(".") + 1));
  const rivals = allSymbols(facts.symbols).filter(
    ({ startLine, endLine, isLocal }) => !isLocal && startLine === line && endLine === line,
  );
  return rivals.reduce<Enclosure>((best, one) => (nameAt(one) > nameAt(best) ? one : best), found);
}

/** Undefined for a file that cannot be read, or in no language that is known. */
async function factsOf(path: string, context: ToolContext, signal: AbortSignal): Promise<FileFacts | undefined> {
  try {
    const document = await context.workspace.read({ absolute: path, shown: path, kind: "file" }, "file");
    return await (await context.syntax()).facts(document, signal);
  } catch {
    return undefined;
  }
}
