import type { ServerRow } from "../server-row.ts";

/** Without it a rename at a use gives that one file an alias instead of renaming everywhere. */
const preferences = { useAliasesForRenames: false };

export const vtsls: ServerRow = {
  id: "vtsls",
  title: "vtsls",
  languageIds: {
    ".ts": "typescript",
    ".mts": "typescript",
    ".cts": "typescript",
    ".tsx": "typescriptreact",
    ".js": "javascript",
    ".mjs": "javascript",
    ".cjs": "javascript",
    ".jsx": "javascriptreact",
  },
  priority: 65,
  isOptIn: true,
  rootMarkers: ["tsconfig.json", "jsconfig.json", "package.json"],
  rootPolicy: "package",
  needsMarker: false,
  commands: [
    { binary: "vtsls", args: ["--stdio"], from: "project" },
    { binary: "vtsls", args: ["--stdio"], from: "path" },
  ],
  package: { registry: "npm", versions: { "@vtsls/language-server": "0.3.0" } },
  loadsProjectCode: true,
  settings: { typescript: { preferences }, javascript: { preferences } },
  quirks: { mustOpenForRename: true, firstPublishEmpty: true },
};
