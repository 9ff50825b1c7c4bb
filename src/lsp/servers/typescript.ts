import type { ServerRow } from "../server-row.ts";

/** Without it a rename at a use gives that one file an alias instead of renaming everywhere. */
const preferences = { useAliasesForRenames: false, providePrefixAndSuffixTextForRename: false };

/** The native server of TypeScript 7; ours serves where the project has none of its own. */
export const typescript: ServerRow = {
  id: "typescript",
  title: "TypeScript 7",
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
  rootMarkers: ["tsconfig.json", "jsconfig.json", "package.json"],
  rootPolicy: "package",
  needsMarker: false,
  commands: [
    { binary: "tsc", args: ["--lsp", "--stdio"], from: "project", package: "typescript" },
    { binary: "tsc", args: ["--lsp", "--stdio"], from: "bundled", package: "typescript" },
  ],
  install: "npm install typescript@7",
  settings: { "js/ts": { preferences }, typescript: { preferences }, javascript: { preferences } },
  quirks: {
    onlyExtensions: [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"],
    neverChangeUnopened: true,
    commonJsReferencesPartial: true,
    renameUnchecked: true,
    needsProjectFile: true,
    seesUnsavedFiles: true,
  },
};
