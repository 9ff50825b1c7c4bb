import type { LanguageDefinition } from "../language-definition.ts";
import { truncate } from "../extract/one-line.ts";
import { data } from "./data.ts";

const MAX_NAME_LENGTH = 120;

export const html: LanguageDefinition = {
  ...data,
  id: "html",
  title: "HTML",
  extensions: [".html", ".htm", ".xhtml"],
  grammar: { package: "@cursorless/tree-sitter-wasms", file: "out/tree-sitter-html.wasm" },
  queries: ["html"],
  comments: { docPrefixes: [] },
  nameOf: (written) => truncate(written.startsWith("<") ? textOf(written) : written, MAX_NAME_LENGTH),
  isInternal: (source) => !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(source),
  prepare: withoutBareAmpersands,
  sample: `<!DOCTYPE html>
<html lang="en"><head><title>T</title><link rel="stylesheet" href="s.css">
<script src="./app.js"></script><script>f();</script><style>a { b: c }</style></head>
<body><!-- c --><nav id="top" class='x'><a href=#m disabled>m &amp; n</a></nav>
<main><h1>Title</h1><my-widget data-x="1"><p>t<br/></my-widget><input></main></body></html>
`,
};

/** An ampersand that starts no entity is text, which the grammars do not know. */
export function withoutBareAmpersands(text: string): string {
  return text.replace(/&(?![#\w]+;)/g, "+");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};

/** What an element reads like. */
function textOf(element: string): string {
  return element
    .replace(/<!--.*?-->|<[^<>]*>/g, "")
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
}
