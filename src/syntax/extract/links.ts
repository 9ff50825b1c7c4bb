import type { ExportFact, ImportFact } from "../facts.ts";
import type { LanguageDefinition } from "../language-definition.ts";
import type { Collected } from "./collected.ts";
import type { LineIndex } from "./line-index.ts";

export function importFacts(
  collected: Collected,
  language: LanguageDefinition,
  file: { readonly path: string; readonly lines: LineIndex },
): ImportFact[] {
  const importing = { path: file.path, packageName: collected.packageName };
  const found: { start: number; source: string; names: readonly string[] }[] = [];
  for (const { start, source, names } of collected.imports.values()) {
    if (source !== undefined && source !== "") found.push({ start, source, names });
  }
  for (const { start, text } of collected.importTexts) {
    for (const { source, names } of language.parseImport?.(text) ?? []) found.push({ start, source, names });
  }
  return found
    .sort((a, b) => a.start - b.start)
    .map(({ start, source, names }) => ({
      source,
      line: file.lines.lineOf(start),
      names,
      isInternal: language.isInternal(source, importing),
    }));
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
