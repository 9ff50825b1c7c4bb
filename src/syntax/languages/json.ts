import type { LanguageDefinition } from "../language-definition.ts";
import { data } from "./data.ts";

/** Strings and comments, so that a comma is found outside of them only; a comma before a closing bracket. */
const TRAILING_COMMAS =
  /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*[}\]])/g;

export const json: LanguageDefinition = {
  ...data,
  id: "json",
  title: "JSON",
  extensions: [".json", ".jsonc", ".json5", ".webmanifest", ".code-workspace"],
  grammar: { package: "@cursorless/tree-sitter-wasms", file: "out/tree-sitter-json.wasm" },
  queries: ["json"],
  comments: { docPrefixes: ["/**", "//"] },
  // Files with comments allow a comma at the end, the grammar does not.
  prepare: (text) => text.replace(TRAILING_COMMAS, (found) => (found === "," ? " " : found)),
  sample: `{
  // a comment
  "name": "x", "n": -1.5e3, "list": [1, true, null, { "name": "y" }], "empty": {}, "\\u00e9": "a\\nb",
  "nested": { "deep": { "er": [[], {}] } }
}
`,
};
