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
      description: "Code with $X for one node and $$$X for any number; required unless rule or nodeKind is given.",
      maxLength: MAX_PATTERN_CHARS,
    },
    lang: { type: "string", enum: languages, description: "Language of the pattern and of the files searched." },
    paths: {
      type: "array",
      items: { type: "string" },
      maxItems: MAX_PATHS,
      description: "Files and folders; default: the working directory.",
    },
    selector: { type: "string", description: "Kind of the node inside the pattern to match; does not extract." },
    context: {
      type: "number",
      minimum: 0,
      maximum: MAX_MARGIN,
      default: 3,
      description: "Lines around a match in its read slice.",
    },
    nodeKind: {
      type: "string",
      pattern: NODE_KIND,
      maxLength: MAX_KIND_CHARS,
      description: "Every node of this grammar kind; find kinds with dump.",
    },
    insideKind: { type: "string", minLength: 1, description: "Kind of any ancestor." },
    hasKind: { type: "string", minLength: 1, description: "Kind of an immediate child." },
    hasDescendantKind: { type: "string", minLength: 1, description: "Kind of any descendant." },
    follows: {
      type: "string",
      minLength: 1,
      maxLength: MAX_PATTERN_CHARS,
      description: "Pattern of the sibling directly before.",
    },
    precedes: {
      type: "string",
      minLength: 1,
      maxLength: MAX_PATTERN_CHARS,
      description: "Pattern of the sibling directly behind.",
    },
    rule: {
      type: ["string", "object"],
      maxLength: MAX_RULE_CHARS,
      description: "A whole ast-grep rule (YAML or object) with id and language, in place of everything above.",
    },
    skip: { type: "number", minimum: 0, default: 0, description: "Matches to leave out, for paging." },
    maxMatches: { type: "number", minimum: 1, maximum: MAX_PAGE, default: 50, description: "Matches per page." },
    groupByFile: { type: "boolean", default: false, description: "One line of positions per file." },
    strictness: {
      type: "string",
      enum: ["smart", "relaxed", "ast", "cst", "signature", "template"],
      default: "smart",
      description: "How exactly a pattern has to match.",
    },
    validateOnly: { type: "boolean", default: false, description: "Check pattern or rule without searching." },
    dump: { type: "boolean", default: false, description: "Print the syntax tree of the code in pattern." },
    includeAnonymous: { type: "boolean", default: false, description: "With dump: punctuation and keywords too." },
  },
  required: ["lang"],
} as const;

export type SearchInput = InferInput<typeof searchInput>;
