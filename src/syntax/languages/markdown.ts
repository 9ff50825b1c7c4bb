import type { LanguageDefinition } from "../language-definition.ts";
import { truncate } from "../extract/one-line.ts";
import { capNesting } from "./cap-nesting.ts";
import { data } from "./data.ts";

const MAX_NAME_LENGTH = 120;

export const markdown: LanguageDefinition = {
  ...data,
  id: "markdown",
  title: "Markdown",
  extensions: [".md", ".markdown", ".mdx"],
  grammar: { package: "@cursorless/tree-sitter-wasms", file: "out/tree-sitter-markdown.wasm" },
  queries: ["markdown"],
  isIsolated: true,
  comments: { docPrefixes: [] },
  nameOf: (written) => truncate(withoutMarkup(written), MAX_NAME_LENGTH),
  prepare: capNesting,
  sample: `---
title: T
---
# One \`code\` [link](x)
Text *em* **strong** <b>html</b>.
## Two ##
- a
  - b
1. c
> quote

Setext
------
| a | b |
| - | - |
| 1 | 2 |

\`\`\`js
f();
\`\`\`
***
<div>html</div>

[x]: https://example.org "t"
`,
};

/** A heading as it reads on the page. */
function withoutMarkup(heading: string): string {
  return heading
    .replace(/\s*\{#[^{}]*\}$/, "")
    .replace(/(?:^|\s+)#+$/, "")
    .replace(/<\/?[a-zA-Z][^<>]*>/g, "")
    .replace(/!?\[((?:[^[\]]|\[[^[\]]*\])*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\])/g, "$1")
    .replace(/^\[([^[\]]*)\]/, "$1")
    .replace(/(\*\*|__|~~)(?=\S)(.+?)\1/g, "$2")
    .replace(/(?<!\w)([*_])(?=\S)([^*_]+?)\1(?!\w)/g, "$2")
    .replace(/`+([^`]*)`+/g, "$1")
    .replace(/\\([^\w\s])/g, "$1")
    .trim();
}
