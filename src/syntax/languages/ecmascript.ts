import type { LanguageDefinition } from "../language-definition.ts";

/** What TypeScript and JavaScript share. */
export const ecmascript = {
  comments: {
    docPrefixes: ["/**", "//"],
    directive:
      /^(?:\/\/|\/\*+)[\s!#*]*(?:eslint|prettier|biome|oxlint|deno-lint|tslint|istanbul|c8|v8|@ts-|@flow|@jsx|@vite|#region|#endregion|region\b|endregion\b|<reference|<amd|global\b|globals\b|exported\b|jshint|jslint|flow|webpackChunkName|sourceMappingURL)/,
  },
  isExported: (symbol, owner) =>
    owner === undefined
      ? symbol.modifiers.includes("export")
      : owner.exported &&
        !symbol.name.startsWith("#") &&
        !symbol.modifiers.includes("private") &&
        !symbol.modifiers.includes("protected") &&
        (owner.kind !== "namespace" || symbol.modifiers.includes("export") || owner.modifiers.includes("declare")),
  visibilityOf: (symbol) => {
    if (symbol.name.startsWith("#") || symbol.modifiers.includes("private")) return "private";
    return symbol.modifiers.includes("protected") ? "protected" : undefined;
  },
  isInternal: (source) => /^(?:\.{0,2}\/|\.{1,2}$|#|~\/|@\/)/.test(source),
  dependsOnPath: false,
} as const satisfies Partial<LanguageDefinition>;
