import type { ServerRow } from "../server-row.ts";

/** It loads Stylelint and its configuration from the checkout. */
export const stylelint: ServerRow = {
  id: "stylelint",
  title: "Stylelint",
  languageIds: { ".css": "css", ".scss": "scss", ".less": "less" },
  role: "linter",
  rootMarkers: ["stylelint.config.*", ".stylelintrc", ".stylelintrc.*", "package.json#stylelint"],
  commands: [
    { binary: "stylelint-lsp", args: ["--stdio"], from: "project" },
    { binary: "stylelint-lsp", args: ["--stdio"], from: "path" },
  ],
  install: "npm install --save-dev stylelint-lsp",
  loadsProjectCode: true,
};
