import type { ServerRow } from "../server-row.ts";

export const oxlint: ServerRow = {
  id: "oxlint",
  title: "Oxlint",
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
  rootMarkers: [".oxlintrc.json", "oxlint.config.ts"],
  rootPolicy: "outermost",
  commands: [
    { binary: "oxlint", args: ["--lsp"], from: "project" },
    { binary: "oxlint", args: ["--lsp"], from: "path" },
  ],
  package: { registry: "npm", versions: { oxlint: "1.94.0" } },
  quirks: { firstPullEmpty: true },
  // `jsPlugins` and oxlint.config.ts are programs.
  loadsProjectCode: true,
};
