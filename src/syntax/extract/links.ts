import type { ExportFact, ImportFact } from "../facts.ts";
import type { LanguageDefinition } from "../language-definition.ts";
import type { Collected } from "./collected.ts";
import type { LineIndex } from "./line-index.ts";

interface FoundImport {
  readonly start: number;
  readonly source: string;
  readonly names: readonly string[];
  readonly isReexport?: boolean;
}

/** Imports in source order, and the exports that some of them are as well. */
export function importFacts(
  collected: Collected,
  language: LanguageDefinition,
  file: { readonly path: string; readonly lines: LineIndex },
): { imports: ImportFact[]; reexports: ExportFact[] } {
  const importing = { path: file.path, packageName: collected.packageName };
  const found: FoundImport[] = [];
  for (const { start, source, names } of collected.imports.values()) {
    if (source === undefined || source === "") continue;
    const inOrder = [...names].sort((a, b) => a.start - b.start).map(({ name }) => name);
    found.push({ start, source, names: inOrder });
  }
  for (const { start, text } of collected.importTexts) {
    for (const parsed of language.parseImport?.(text) ?? []) found.push({ start, ...parsed });
  }
  found.sort((a, b) => a.start - b.start);
  const imports = found.map(({ start, source, names }) => ({
    source,
    line: file.lines.lineOf(start),
    names,
    isInternal: language.isInternal(source, importing),
  }));
  const reexports = found
    .filter(({ isReexport }) => isReexport === true)
    .flatMap(({ start, source, names }) =>
      names.map((name) => ({ name, from: source, line: file.lines.lineOf(start) })),
    );
  return { imports, reexports };
}

export interface ExportLinks {
  readonly facts: readonly ExportFact[];
  /** Local name → the names it leaves under. */
  readonly namesOf: ReadonlyMap<string, readonly string[]>;
  /** There is a list of everything that leaves the module. */
  readonly hasList: boolean;
}

export function exportLinks(collected: Collected, lines: LineIndex): ExportLinks {
  const facts: ExportFact[] = [];
  const namesOf = new Map<string, string[]>();
  let hasList = false;
  for (const mark of [...collected.exports.values()].sort((a, b) => a.start - b.start)) {
    hasList ||= mark.isListed;
    const name = mark.name ?? mark.local;
    if (name === undefined) continue;
    const local = mark.local ?? (mark.from === undefined && name !== "default" ? name : undefined);
    facts.push({
      name,
      ...(local !== undefined && local !== name && { local }),
      ...(mark.from !== undefined && { from: mark.from }),
      line: lines.lineOf(mark.start),
    });
    if (mark.from !== undefined) continue;
    const key = local ?? name;
    namesOf.set(key, [...(namesOf.get(key) ?? []), name]);
  }
  return { facts, namesOf, hasList };
}
