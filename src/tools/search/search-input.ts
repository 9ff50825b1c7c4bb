import type { InferInput } from "../core/schema.ts";

export const MAX_PATHS = 200;
export const MAX_PATTERN_CHARS = 4_000;
export const MAX_RULE_CHARS = 100_000;
export const MAX_PAGE = 200;
export const MAX_MARGIN = 20;
const MAX_KIND_CHARS = 80;
const NODE_KIND = "^[A-Za-z_][A-Za-z0-9_]*$";

/** What the bundled engine speaks; a test compares it with the table of structural search. */
export const languages = [
  "bash",
  "c",
  "cpp",
  "csharp",
  "css",
  "dart",
  "elixir",
  "go",
  "haskell",
  "hcl",
  "html",
  "java",
  "javascript",
  "json",
  "kotlin",
  "lua",
  "markdown",
  "nix",
  "php",
  "python",
  "ruby",
  "rust",
  "scala",
  "solidity",
  "swift",
  "tsx",
  "typescript",
  "yaml",
  "zig",
] as const;

export const searchInput = {
  type: "object",
  properties: {
    pattern: {
      type: "string",
      description: "Code; $X: one node, $$$X: any number. Needed without rule or nodeKind.",
      maxLength: MAX_PATTERN_CHARS,
    },
    lang: { type: "string", enum: languages },
    paths: {
      type: "array",
      items: { type: "string" },
      maxItems: MAX_PATHS,
    },
    selector: { type: "string", description: "Kind of a node in pattern to match instead." },
    context: {
      type: "number",
      minimum: 0,
      maximum: MAX_MARGIN,
      default: 3,
      description: "Lines around a match.",
    },
    nodeKind: {
      type: "string",
      pattern: NODE_KIND,
      maxLength: MAX_KIND_CHARS,
      description: "Every such node; dump shows kinds.",
    },
    insideKind: { type: "string", description: "Any ancestor." },
    hasKind: { type: "string", description: "Immediate child." },
    hasDescendantKind: { type: "string" },
    follows: {
      type: "string",
      maxLength: MAX_PATTERN_CHARS,
      description: "Sibling pattern.",
    },
    precedes: {
      type: "string",
      maxLength: MAX_PATTERN_CHARS,
      description: "Sibling pattern.",
    },
    rule: {
      type: ["string", "object"],
      maxLength: MAX_RULE_CHARS,
      description: "Whole ast-grep rule (YAML or object) with id, language.",
    },
    skip: { type: "number", minimum: 0, default: 0 },
    maxMatches: { type: "number", minimum: 1, maximum: MAX_PAGE, default: 50 },
    groupByFile: { type: "boolean", default: false, description: "Positions only." },
    strictness: {
      type: "string",
      enum: ["smart", "relaxed", "ast", "cst", "signature", "template"],
      default: "smart",
    },
    validateOnly: { type: "boolean", default: false },
    dump: { type: "boolean", default: false, description: "Print the syntax tree of pattern." },
    includeAnonymous: { type: "boolean", default: false, description: "In dump: tokens too." },
  },
  required: ["lang"],
} as const;

export type SearchInput = InferInput<typeof searchInput>;
