import type { ServerRow } from "../server-row.ts";

export const cue: ServerRow = {
  id: "cue",
  title: "CUE",
  languageIds: { ".cue": "cue" },
  rootMarkers: ["cue.mod", ".git"],
  needsMarker: false,
  commands: [{ binary: "cue", args: ["lsp", "serve"], from: "path" }],
  package: { registry: "go", versions: { "cuelang.org/go/cmd/cue": "v0.17.1" } },
};
