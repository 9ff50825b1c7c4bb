import { ecmascriptCallbacks } from "../callbacks/callback-rules.ts";
import type { LanguageDefinition } from "../language-definition.ts";
import { bindEcmascript } from "../references/ecmascript-bindings.ts";
import { ecmascriptReferences } from "../references/languages/ecmascript.ts";

const VALUE_KINDS: ReadonlySet<string> = new Set(["variable", "constant"]);

function isHidden(name: string, modifiers: readonly string[]): boolean {
  return name.startsWith("#") || modifiers.includes("private") || modifiers.includes("protected");
}

/** What TypeScript and JavaScript share. */
export const ecmascript = {
  comments: {
    docPrefixes: ["/**", "//"],
    directive:
      /^(?:\/\/|\/\*+)[\s!#*]*(?:eslint|prettier|biome|oxlint|deno-lint|tslint|istanbul|c8|v8|@ts-|@flow|@jsx|@vite|#region|#endregion|region\b|endregion\b|<reference|<amd|global\b|globals\b|exported\b|jshint|jslint|flow|webpackChunkName|sourceMappingURL)/,
  },
  isExported: ({ name, kind, modifiers }, owner) => {
    if (owner === undefined) return modifiers.includes("export");
    if (!owner.exported || isHidden(name, modifiers)) return false;
    // A function that stands in the initial value of a variable, and is no member of an object.
    if (VALUE_KINDS.has(owner.kind)) return kind === "method" || kind === "property";
    return owner.kind !== "namespace" || modifiers.includes("export") || owner.modifiers.includes("declare");
  },
  visibilityOf: (symbol) => {
    if (symbol.name.startsWith("#") || symbol.modifiers.includes("private")) return "private";
    return symbol.modifiers.includes("protected") ? "protected" : undefined;
  },
  // Names of packages begin with none of these; Svelte's own modules do.
  isInternal: (source) => /^(?:\.{0,2}\/|\.{1,2}$|#|~\/|@\/|\$(?!app\/|env\/|service-worker))/.test(source),
  dependsOnPath: false,
  callbacks: ecmascriptCallbacks,
  references: ecmascriptReferences,
  bindings: bindEcmascript,
} as const satisfies Partial<LanguageDefinition>;
