import type { LanguageDefinition } from "../language-definition.ts";

/** What languages of data and documents share: nothing is exported, imported or hidden. */
export const data = {
  isData: true,
  isExported: () => false,
  visibilityOf: () => undefined,
  isInternal: () => false,
  dependsOnPath: false,
} as const satisfies Partial<LanguageDefinition>;
