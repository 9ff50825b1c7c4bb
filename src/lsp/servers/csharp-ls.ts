import type { ServerRow } from "../server-row.ts";

/** It loads projects through MSBuild, which runs what they say. */
export const csharpLs: ServerRow = {
  id: "csharp-ls",
  title: "csharp-ls",
  languageIds: { ".cs": "csharp", ".csx": "csharp" },
  rootMarkers: ["*.sln", "*.slnx", "*.csproj"],
  rootPolicy: "outermost",
  commands: [{ binary: "csharp-ls", args: [], from: "path" }],
  install: "dotnet tool install --global csharp-ls",
  loadsProjectCode: true,
  quirks: { needsProjectLoaded: true },
};
