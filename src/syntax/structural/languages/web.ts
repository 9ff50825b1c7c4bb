import { clause, handlerKeywords, type Scaffold, type StructuralLanguage } from "./language.ts";

const html = [".html", ".htm", ".xhtml"];

const script: readonly Scaffold[] = [
  { name: "statement", template: "·" },
  { name: "expression", template: "(·)" },
  {
    name: "class member",
    template: "class C__ { · }",
    usually: { looksLike: /^constructor\b[^{]*\{/, kind: "method_definition" },
  },
  { name: "object member", template: "({ · })" },
];
const scriptExtras: readonly Scaffold[] = [
  { name: "decorator", template: "· class C__ {}" },
  { name: "switch case", template: "switch (x) { · }" },
  clause("catch", "try { } ·"),
  clause("finally", "try { } ·"),
  clause("else", "if (x) { } ·"),
];
const typeScript: readonly Scaffold[] = [
  ...script,
  { name: "type", template: "type T__ = ·;" },
  { name: "interface member", template: "interface I__ { · }" },
  ...scriptExtras,
  { name: "enum member", template: "enum E__ { · }" },
];

/** Declarations are of one kind wherever they stand, so the first scaffold says all. */
const sameEverywhere = {
  declarationScaffolds: [] as readonly string[],
  unlikelyKinds: ["labeled_statement"],
  keywords: handlerKeywords,
};

export const web: readonly StructuralLanguage[] = [
  {
    id: "typescript",
    aliases: ["ts"],
    extensions: [".ts", ".mts", ".cts"],
    rootKind: "program",
    embeddedIn: html,
    scaffolds: typeScript,
    ...sameEverywhere,
    limits: [
      "lang typescript reads .ts, .mts and .cts only; use lang tsx for .tsx and lang javascript for .js and .jsx",
    ],
  },
  {
    id: "tsx",
    extensions: [".tsx"],
    rootKind: "program",
    embeddedIn: html,
    scaffolds: typeScript,
    ...sameEverywhere,
    limits: ["lang tsx reads .tsx only; use lang typescript for .ts"],
  },
  {
    id: "javascript",
    aliases: ["js", "jsx"],
    extensions: [".js", ".jsx", ".mjs", ".cjs"],
    rootKind: "program",
    embeddedIn: html,
    scaffolds: [...script, ...scriptExtras],
    ...sameEverywhere,
    limits: ["lang javascript reads .js, .jsx, .mjs and .cjs only; use lang typescript or tsx for TypeScript files"],
  },
  {
    id: "css",
    hasKeywordsInAnyCase: true,
    extensions: [".css", ".scss"],
    rootKind: "stylesheet",
    embeddedIn: html,
    scaffolds: [
      { name: "declaration", template: "a { · }", orTerminated: true },
      { name: "top level", template: "·" },
      { name: "value", template: "a { x: ·; }" },
    ],
    unlikelyKinds: ["rule_set"],
    limits: [],
  },
  {
    id: "html",
    hasKeywordsInAnyCase: true,
    extensions: html,
    rootKind: "document",
    emptyNodes: [{ kind: "raw_text" }],
    scaffolds: [
      { name: "element", template: "·" },
      { name: "attribute", template: "<a ·></a>" },
    ],
    limits: [],
  },
  {
    id: "json",
    extensions: [".json"],
    rootKind: "document",
    scaffolds: [
      { name: "value", template: "·" },
      { name: "pair", template: "{ · }" },
    ],
    limits: ['a metavariable stands for a string and is written in quotes: `"name": "$V"`'],
  },
  {
    id: "yaml",
    aliases: ["yml"],
    extensions: [".yaml", ".yml"],
    rootKind: "stream",
    scaffolds: [{ name: "value", template: "·" }],
    isWordy: true,
    limits: [],
  },
  {
    id: "markdown",
    aliases: ["md"],
    extensions: [".md", ".markdown"],
    rootKind: "document",
    emptyNodes: [{ kind: "block_continuation" }],
    scaffolds: [{ name: "block", template: "·\n" }],
    isWordy: true,
    limits: ["emphasis, links and other parts of a line are not parsed: a metavariable stands for a whole line"],
  },
  {
    id: "php",
    hasKeywordsInAnyCase: true,
    extensions: [".php"],
    rootKind: "program",
    scaffolds: [
      { name: "statement", template: "<?php ·", orTerminated: true },
      { name: "expression", template: "<?php $e = ·;" },
      { name: "class member", template: "<?php class C__ { · }", orTerminated: true },
      { name: "attribute", template: "<?php · class C__ {}" },
      { name: "file", template: "·" },
      clause("catch", "<?php try { } ·"),
      clause("finally", "<?php try { } ·"),
      clause("elseif", "<?php if (x) { } ·", "else_if_clause"),
      clause("else", "<?php if (x) { } ·"),
    ],
    keywords: handlerKeywords,
    declarationScaffolds: ["statement", "class member"],
    limits: ["`private $F = $V;` is not found: $F is a metavariable there, not a variable"],
  },
];
