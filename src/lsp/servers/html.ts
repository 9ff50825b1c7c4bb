import type { ServerRow } from "../server-row.ts";

/** It has no diagnostics of HTML itself, only of the scripts and styles within. */
export const html: ServerRow = {
  id: "html",
  title: "HTML Language Server",
  languageIds: { ".html": "html", ".htm": "html", ".xhtml": "html" },
  rootMarkers: [".git", "package.json"],
  needsMarker: false,
  commands: [
    { binary: "vscode-html-language-server", args: ["--stdio"], from: "project" },
    { binary: "vscode-html-language-server", args: ["--stdio"], from: "path" },
  ],
  package: { registry: "npm", versions: { "vscode-langservers-extracted": "4.10.0" } },
  initializationOptions: { provideFormatter: false, embeddedLanguages: { css: true, javascript: true } },
  settings: {
    html: { validate: { scripts: true, styles: true } },
    css: { validate: true },
    javascript: { validate: { enable: true } },
  },
};
