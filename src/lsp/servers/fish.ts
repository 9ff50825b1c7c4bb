import type { ServerRow } from "../server-row.ts";

export const fish: ServerRow = {
  id: "fish",
  title: "fish-lsp",
  languageIds: { ".fish": "fish" },
  rootMarkers: ["config.fish", ".git"],
  needsMarker: false,
  commands: [{ binary: "fish-lsp", args: ["start"], from: "path" }],
  package: { registry: "npm", versions: { "fish-lsp": "1.1.4" } },
};
