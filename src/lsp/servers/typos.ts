import type { ServerRow } from "../server-row.ts";

export const typos: ServerRow = {
  id: "typos",
  title: "typos-lsp",
  languageIds: { ".md": "markdown", ".txt": "plaintext", ".rst": "restructuredtext" },
  role: "linter",
  rootMarkers: ["typos.toml", "_typos.toml", ".typos.toml"],
  commands: [{ binary: "typos-lsp", args: [], from: "path" }],
  install: "cargo install --git https://github.com/tekumara/typos-lsp",
};
