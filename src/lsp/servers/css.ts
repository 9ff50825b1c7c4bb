import type { ServerRow } from "../server-row.ts";

export const css: ServerRow = {
  id: "css",
  title: "CSS Language Server",
  languageIds: { ".css": "css", ".scss": "scss", ".less": "less" },
  rootMarkers: [".git", "package.json"],
  needsMarker: false,
  commands: [
    { binary: "vscode-css-language-server", args: ["--stdio"], from: "project" },
    { binary: "vscode-css-language-server", args: ["--stdio"], from: "path" },
  ],
  package: { registry: "npm", versions: { "vscode-langservers-extracted": "4.10.0" } },
  initializationOptions: { provideFormatter: false },
  settings: { css: { validate: true }, scss: { validate: true }, less: { validate: true } },
};
