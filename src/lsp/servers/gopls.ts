import type { ServerRow } from "../server-row.ts";

export const gopls: ServerRow = {
  id: "gopls",
  title: "gopls",
  languageIds: { ".go": "go", "go.mod": "go.mod", "go.sum": "go.sum", "go.work": "go.work" },
  rootMarkers: ["go.work", "go.mod"],
  rootPolicy: "go-workspace",
  commands: [{ binary: "gopls", args: ["serve"], from: "path" }],
  package: { registry: "go", versions: { "golang.org/x/tools/gopls": "v0.23.0" } },
  quirks: { needsProjectLoaded: true, seesUnsavedFiles: true },
};
