import type { LanguageDefinition } from "../language-definition.ts";
import { data } from "./data.ts";

export const toml: LanguageDefinition = {
  ...data,
  id: "toml",
  title: "TOML",
  extensions: [".toml"],
  grammar: { package: "@tree-sitter-grammars/tree-sitter-toml", file: "tree-sitter-toml.wasm" },
  queries: ["toml"],
  comments: { docPrefixes: ["#"], directive: /^#(?::schema|\s*taplo:)/ },
  sample: `# Doc.
title = "x"
a.b."c d" = 1
[package]
when = 1979-05-27T07:32:00Z
list = [1.5, 'two', true, { x = 0xff }]
text = """
many
lines"""
[target.'cfg(unix)'.dependencies]
"quoted key" = { version = "1", features = [] }
[[bin]]
name = "one"
[[bin]]
path = "p"
`,
};
