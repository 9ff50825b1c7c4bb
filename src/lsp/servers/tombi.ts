import type { ServerRow } from "../server-row.ts";

/** Offline, so that it fetches no schemas. */
export const tombi: ServerRow = {
  id: "tombi",
  title: "Tombi",
  languageIds: { ".toml": "toml" },
  priority: 45,
  rootMarkers: ["tombi.toml", "pyproject.toml", "Cargo.toml", ".git"],
  needsMarker: false,
  commands: [
    { binary: "tombi", args: ["lsp", "--offline"], from: "project" },
    { binary: "tombi", args: ["lsp", "--offline"], from: "path" },
  ],
  package: { registry: "pypi", versions: { tombi: "1.9.6" } },
};
