import type { LanguageDefinition } from "../language-definition.ts";
import { capNesting } from "./cap-nesting.ts";
import { data } from "./data.ts";

export const yaml: LanguageDefinition = {
  ...data,
  id: "yaml",
  title: "YAML",
  extensions: [".yaml", ".yml"],
  grammar: { package: "@cursorless/tree-sitter-wasms", file: "out/tree-sitter-yaml.wasm" },
  queries: ["yaml"],
  isIsolated: true,
  comments: { docPrefixes: ["#"], directive: /^#\s*(?:yaml-language-server|yamllint|prettier-ignore|cspell|!)/ },
  prepare: capNesting,
  sample: `# Doc.
%YAML 1.2
---
a: &x 1
"b c": |
  text
d:
  - name: n
    e: [1, 'two', {f: ~}]
  - *x
? g
: !!str >-
  folded
h: {i: true, j: 2.5}
<<: *x
---
k: null
...
`,
};
