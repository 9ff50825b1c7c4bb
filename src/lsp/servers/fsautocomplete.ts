import type { ServerRow } from "../server-row.ts";

export const fsautocomplete: ServerRow = {
  id: "fsautocomplete",
  title: "FsAutoComplete",
  languageIds: { ".fs": "fsharp", ".fsi": "fsharp", ".fsx": "fsharp" },
  rootMarkers: ["*.sln", "*.slnx", "*.fsproj"],
  rootPolicy: "outermost",
  commands: [{ binary: "fsautocomplete", args: ["--adaptive-lsp-server-enabled"], from: "path" }],
  install: "dotnet tool install --global fsautocomplete",
  initializationOptions: { AutomaticWorkspaceInit: true },
  loadsProjectCode: true,
  quirks: { needsProjectLoaded: true },
};
