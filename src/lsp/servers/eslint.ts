import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerRow } from "../server-row.ts";

/** It loads ESLint and its configuration, both programs, from the checkout. */
export const eslint: ServerRow = {
  id: "eslint",
  title: "ESLint",
  languageIds: {
    ".ts": "typescript",
    ".mts": "typescript",
    ".cts": "typescript",
    ".tsx": "typescriptreact",
    ".js": "javascript",
    ".mjs": "javascript",
    ".cjs": "javascript",
    ".jsx": "javascriptreact",
    ".vue": "vue",
    ".svelte": "svelte",
    ".astro": "astro",
  },
  role: "linter",
  rootMarkers: [
    "eslint.config.js",
    "eslint.config.mjs",
    "eslint.config.cjs",
    "eslint.config.ts",
    ".eslintrc",
    ".eslintrc.*",
    "package.json#eslint",
  ],
  rootPolicy: "package",
  commands: [
    { binary: "vscode-eslint-language-server", args: ["--stdio"], from: "project" },
    { binary: "vscode-eslint-language-server", args: ["--stdio"], from: "path" },
  ],
  package: { registry: "npm", versions: { "vscode-langservers-extracted": "4.10.0" } },
  loadsProjectCode: true,
  // It asks for all settings at once, and does nothing when a key is missing.
  settings: ({ root }) => ({
    validate: "on",
    run: "onType",
    quiet: false,
    onIgnoredFiles: "off",
    options: {},
    rulesCustomizations: [],
    problems: { shortenToSingleLine: false },
    nodePath: null,
    experimental: {},
    workingDirectory: { mode: "location" },
    codeAction: {
      disableRuleComment: { enable: true, location: "separateLine" },
      showDocumentation: { enable: true },
    },
    codeActionOnSave: { mode: "all" },
    format: false,
    workspaceFolder: { uri: pathToFileURL(root).href, name: basename(root) },
  }),
};
