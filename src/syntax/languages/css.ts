import type { LanguageDefinition } from "../language-definition.ts";
import { truncate } from "../extract/one-line.ts";
import { data } from "./data.ts";
import { styleSkeleton } from "./style-skeleton.ts";

const MAX_NAME_LENGTH = 120;

const styles = {
  ...data,
  grammar: { package: "@cursorless/tree-sitter-wasms", file: "out/tree-sitter-css.wasm" },
  queries: ["css"],
  isInternal: (source) => !/^(?:[a-z][a-z0-9+.-]*:|\/\/|~|@)/i.test(source),
  parseImport: (text) => importedSources(text).map((source) => ({ source, names: namesOf(text, source) })),
  nameOf: (written) => truncate(written.replace(/^@(?:mixin|function)\s+([^\s(]+).*$/, "$1"), MAX_NAME_LENGTH),
} as const satisfies Partial<LanguageDefinition>;

export const css: LanguageDefinition = {
  ...styles,
  id: "css",
  title: "CSS",
  extensions: [".css", ".pcss", ".postcss"],
  comments: { docPrefixes: ["/**", "/*"], directive: /^\/\*[\s!*]*(?:stylelint|prettier|csslint|#region|#endregion)/ },
  prepare: (text) => styleSkeleton(text, false),
  sample: `@charset "utf-8";
@import url("x.css") screen;
:root { --main-color: #fff; }
/* Doc. */
.btn, a[href^="x"]:hover > span::before { color: red; margin: -1px calc(1px * 2) }
@media screen and (min-width: 100px) { #id { x: y; &:hover { a: b } } }
@keyframes spin { from { a: b } 50% { a: c } }
@font-face { font-family: "X"; src: url(x) }
`,
};

export const scss: LanguageDefinition = {
  ...styles,
  id: "scss",
  title: "SCSS",
  extensions: [".scss"],
  comments: {
    docPrefixes: ["/**", "/*", "///", "//"],
    directive: /^(?:\/\/|\/\*)[\s!*/]*(?:stylelint|prettier|csslint|sass-lint|scss-lint|#region|#endregion)/,
  },
  prepare: (text) => styleSkeleton(text, true),
  sample: `@use "sass:math" as m;
$primary: #333 !default;
/// Doc.
@mixin theme($theme: DarkGray, $args...) { background: $theme; @content; }
@function double($n) { @if $n > 1 { @return $n * 2; } @else { @return 0; } }
%placeholder { color: blue; }
.card { @include theme; @extend %placeholder; &__title { #{$a}: { top: 1px } } }
@each $name, $v in (a: 1) { .icon-#{$name} { a: $v } }
`,
};

/** The quoted or url(…) sources of `@import "a", url(b)`; `@use` and `@forward` have one. */
function importedSources(text: string): string[] {
  const all = [...text.matchAll(/"([^"]*)"|'([^']*)'|url\(\s*([^"')\s]+)\s*\)/gi)];
  const sources = all.map(([, double, single, bare]) => double ?? single ?? bare ?? "").filter((one) => one !== "");
  return text.startsWith("@import") ? sources : sources.slice(0, 1);
}

/** The namespace that `@use` binds. */
function namesOf(text: string, source: string): string[] {
  if (text.startsWith("@forward")) return ["*"];
  if (!text.startsWith("@use")) return [];
  const alias = /\sas\s+([\w*-]+)/.exec(text)?.[1];
  return [alias ?? source.replace(/^.*[/:]/, "").replace(/^_|\.\w+$/g, "")];
}
