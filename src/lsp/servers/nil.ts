import type { ServerRow } from "../server-row.ts";

export const nil: ServerRow = {
  id: "nil",
  title: "nil",
  languageIds: { ".nix": "nix" },
  priority: 40,
  rootMarkers: ["flake.nix", "default.nix", "shell.nix", ".git"],
  needsMarker: false,
  commands: [{ binary: "nil", args: [], from: "path" }],
  install: "nix profile install nixpkgs#nil",
};
