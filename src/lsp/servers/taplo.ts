import type { ServerRow } from "../server-row.ts";

export const taplo: ServerRow = {
  id: "taplo",
  title: "Taplo",
  languageIds: { ".toml": "toml" },
  rootMarkers: [".taplo.toml", "taplo.toml", "Cargo.toml", "pyproject.toml", ".git"],
  needsMarker: false,
  commands: [{ binary: "taplo", args: ["lsp", "stdio"], from: "path" }],
  // The builds in the registries of packages come without the server.
  install: "cargo install taplo-cli --locked --features lsp",
  settings: { evenBetterToml: { schema: { enabled: false } } },
};
