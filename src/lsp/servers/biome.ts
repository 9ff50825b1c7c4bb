import type { ServerRow } from "../server-row.ts";

export const biome: ServerRow = {
  id: "biome",
  title: "Biome",
  languageIds: {
    ".ts": "typescript",
    ".mts": "typescript",
    ".cts": "typescript",
    ".tsx": "typescriptreact",
    ".js": "javascript",
    ".mjs": "javascript",
    ".cjs": "javascript",
    ".jsx": "javascriptreact",
    ".json": "json",
    ".jsonc": "jsonc",
    ".css": "css",
    ".graphql": "graphql",
  },
  role: "linter",
  rootMarkers: ["biome.json", "biome.jsonc"],
  rootPolicy: "outermost",
  commands: [
    { binary: "biome", args: ["lsp-proxy"], from: "project" },
    { binary: "biome", args: ["lsp-proxy"], from: "path" },
  ],
  package: { registry: "npm", versions: { "@biomejs/biome": "2.6.8" } },
  // It publishes once before it has opened its project, and once after. Its proxy starts a daemon, or uses one that
  // any other client has started; macOS has no variable that moves its cache folder, there it stays shared.
  quirks: { firstPublishEmpty: true, sharesDaemon: true },
};
