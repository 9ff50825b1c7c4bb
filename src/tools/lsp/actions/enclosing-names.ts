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

/** For each place the innermost symbol around it, by the file's syntax; undefined at the top level, or not known. */
export async function enclosingNames(
  places: readonly Place[],
  context: ToolContext,
  signal: AbortSignal,
): Promise<readonly (Enclosure | undefined)[]> {
  const until = performance.now() + GROUPING_MS;
  const byPath = new Map<string, FileFacts | undefined>();
  for (const { path, shown } of places) {
    if (byPath.has(path)) continue;
    signal.throwIfAborted();
    byPath.set(path, performance.now() > until ? undefined : await factsOf({ path, shown }, context, signal));
  }
  return places.map((place) => {
    const facts = byPath.get(place.path);
    return facts === undefined ? undefined : enclosureOf(place, facts);
  });
}

/** Of several symbols on one line, the last one that is named before the place. */
function enclosureOf({ line, column, lines }: Place, facts: FileFacts): Enclosure | undefined {
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
async function factsOf(
  { path, shown }: Pick<Place, "path" | "shown">,
  context: ToolContext,
  signal: AbortSignal,
): Promise<FileFacts | undefined> {
  try {
    const document = await context.workspace.read({ absolute: path, shown, kind: "file" }, "file");
    return await (await context.syntax()).facts(document, signal);
  } catch {
    return undefined;
  }
}
