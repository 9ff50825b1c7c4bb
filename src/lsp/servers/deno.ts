import type { ServerRow } from "../server-row.ts";

export const deno: ServerRow = {
  id: "deno",
  title: "Deno",
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
  priority: 70,
  rootMarkers: ["deno.json", "deno.jsonc"],
  rootPolicy: "outermost",
  commands: [{ binary: "deno", args: ["lsp"], from: "path" }],
  install: "install Deno, https://docs.deno.com/runtime/getting_started/installation/",
  initializationOptions: { enable: true, lint: true, unstable: [] },
  settings: { deno: { enable: true, lint: true } },
};
