import type { GraphReader, GraphSymbol } from "../graph-reader.ts";

/** A use that no name says. */
export interface NamelessUse {
  readonly file: number;
  /** 1-based. */
  readonly line: number;
  /** Ordinal of the declaration around it; -1: file level. */
  readonly symbol: number;
}

const MAX_IMPORTS = 400;
/** A folder below which components are known by their path. */
const REGISTERED = "components";

/** `() => import("./Card.vue")`: whoever imports the file of a component so means the component. */
export function lazyImports({ file }: GraphSymbol, reader: GraphReader): readonly NamelessUse[] {
  const rows = reader.database.all<{ file: number; line: number }>(
    `SELECT i.file, i.line FROM imports i WHERE i.target = ?
       AND NOT EXISTS (SELECT 1 FROM bindings b WHERE b.file = i.file AND b.import = i.id)
       AND NOT EXISTS (SELECT 1 FROM exports e WHERE e.file = i.file AND e.source = i.source)
     LIMIT ${MAX_IMPORTS}`,
    file,
  );
  return rows.map((row) => ({ ...row, symbol: innermostAt(row, reader) }));
}

function innermostAt({ file, line }: { readonly file: number; readonly line: number }, reader: GraphReader): number {
  const around = reader
    .symbolsOf(file)
    .findLast((symbol) => symbol?.isLocal === 0 && symbol.startLine <= line && line <= symbol.endLine);
  return around?.ordinal ?? -1;
}

/**
 * What tools that register components by their path call one: "BaseButton" for components/base/Button.vue. A use of such
 * a name may mean it.
 */
export function namesByPath({ file }: GraphSymbol, reader: GraphReader): readonly number[] {
  const folders = reader.file(file)?.path.split("/") ?? [];
  const stem = toPascal((folders.pop() ?? "").replace(/(?<=\w)\..*$/, ""));
  const first = folders.lastIndexOf(REGISTERED);
  if (first < 0) return [];
  const prefixes = folders.slice(first + 1).map(toPascal);
  // What the file's own name begins with is not said twice.
  while (prefixes.length > 0 && stem.startsWith(prefixes.at(-1) ?? "")) prefixes.pop();
  const name = prefixes.join("") + (stem === "Index" ? "" : stem);
  const names = name === stem ? [] : [name];
  return [...names, `Lazy${name}`].map((each) => reader.idOf(each)).filter((id) => id >= 0);
}

function toPascal(name: string): string {
  return name
    .split(/[^\p{L}\p{N}]+/u)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join("");
}
