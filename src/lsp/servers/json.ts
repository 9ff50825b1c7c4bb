import type { ServerRow } from "../server-row.ts";

/** Schemas come from the settings or from files beside it: nothing is fetched. */
export const json: ServerRow = {
  id: "json",
  title: "JSON Language Server",
  languageIds: {
    ".json": "json",
    ".jsonc": "jsonc",
    ".webmanifest": "json",
    ".code-workspace": "jsonc",
    "tsconfig.json": "jsonc",
    "jsconfig.json": "jsonc",
    ".eslintrc": "jsonc",
  },
  rootMarkers: [".git", "package.json"],
  needsMarker: false,
  commands: [
    { binary: "vscode-json-language-server", args: ["--stdio"], from: "project" },
    { binary: "vscode-json-language-server", args: ["--stdio"], from: "path" },
  ],
  package: { registry: "npm", versions: { "vscode-langservers-extracted": "4.10.0" } },
  initializationOptions: { handledSchemaProtocols: ["file"], provideFormatter: false },
  // It says nothing at all before it is told to validate.
  settings: { json: { validate: { enable: true }, schemas: [], format: { enable: false } } },
};
