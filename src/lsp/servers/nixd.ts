import type { ServerRow } from "../server-row.ts";

export const nixd: ServerRow = {
  id: "nixd",
  title: "nixd",
  languageIds: { ".nix": "nix" },
  rootMarkers: ["flake.nix", "default.nix", "shell.nix", ".git"],
  needsMarker: false,
  commands: [{ binary: "nixd", args: [], from: "path" }],
  install: "nix profile install nixpkgs#nixd",
};
