import type { ServerRow } from "../server-row.ts";

export const texlab: ServerRow = {
  id: "texlab",
  title: "TexLab",
  languageIds: { ".tex": "latex", ".bib": "bibtex" },
  rootMarkers: [".latexmkrc", "latexmkrc", ".texlabroot", ".git"],
  needsMarker: false,
  commands: [{ binary: "texlab", args: [], from: "path" }],
  install: "cargo install --git https://github.com/latex-lsp/texlab",
};
