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

/** The languages whose files have this extension (lower case, with the dot). */
export function languagesOfExtension(extension: string): string[] {
  return structuralLanguages.filter((one) => one.extensions.includes(extension)).map((one) => one.id);
}
