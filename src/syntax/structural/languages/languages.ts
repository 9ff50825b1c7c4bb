import { extname } from "node:path";
import { cFamily } from "./c-family.ts";
import type { StructuralLanguage } from "./language.ts";
import { scripting } from "./scripting.ts";
import { systems } from "./systems.ts";
import { web } from "./web.ts";

/** Every language that structural search speaks, by id. */
export const structuralLanguages: readonly StructuralLanguage[] = [...cFamily, ...scripting, ...systems, ...web].sort(
  (a, b) => (a.id < b.id ? -1 : 1),
);

const byId: ReadonlyMap<string, StructuralLanguage> = new Map(structuralLanguages.map((one) => [one.id, one]));

export function structuralLanguage(id: string): StructuralLanguage | undefined {
  return byId.get(id);
}

/** The id behind an id or alias in any case. */
export function languageIdOf(name: string): string | undefined {
  const folded = name.toLowerCase();
  return structuralLanguages.find(({ id, aliases = [] }) => id === folded || aliases.includes(folded))?.id;
}

/** Ids of the languages that a file is searched in, its own first; by its name only. */
export function languagesOfFile(path: string): string[] {
  const extension = extname(path).toLowerCase();
  const own = structuralLanguages.filter(({ extensions }) => extensions.includes(extension));
  const embedded = structuralLanguages.filter(({ embeddedIn = [] }) => embeddedIn.includes(extension));
  return [...new Set([...own, ...embedded])].map(({ id }) => id);
}
