import type { ServerRow } from "../server-row.ts";

export const taplo: ServerRow = {
  id: "taplo",
  title: "Taplo",
  languageIds: { ".toml": "toml" },
  rootMarkers: [".taplo.toml", "taplo.toml", "Cargo.toml", "pyproject.toml", ".git"],
  needsMarker: false,
  commands: [{ binary: "taplo", args: ["lsp", "stdio"], from: "path" }],
  package: { registry: "pypi", versions: { taplo: "0.9.3" } },
  settings: { evenBetterToml: { schema: { enabled: false } } },
};
