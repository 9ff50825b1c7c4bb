import type { ServerRow } from "../server-row.ts";

export const buf: ServerRow = {
  id: "buf",
  title: "Buf",
  languageIds: { ".proto": "proto" },
  rootMarkers: ["buf.work.yaml", "buf.yaml"],
  rootPolicy: "outermost",
  commands: [{ binary: "buf", args: ["lsp", "serve"], from: "path" }],
  package: { registry: "go", versions: { "github.com/bufbuild/buf/cmd/buf": "v1.75.0" } },
};
