import type { ServerRow } from "../server-row.ts";

/** It loads projects through MSBuild, which runs what they say. */
export const omnisharp: ServerRow = {
  id: "omnisharp",
  title: "OmniSharp",
  languageIds: { ".cs": "csharp", ".csx": "csharp" },
  priority: 40,
  rootMarkers: ["*.sln", "*.slnx", "*.csproj", "omnisharp.json"],
  rootPolicy: "outermost",
  commands: [
    { binary: "OmniSharp", args: ["-lsp", "--encoding", "utf-8"], from: "path" },
    { binary: "omnisharp", args: ["-lsp", "--encoding", "utf-8"], from: "path" },
  ],
  install: "install OmniSharp, https://github.com/OmniSharp/omnisharp-roslyn/releases",
  loadsProjectCode: true,
  quirks: { needsProjectLoaded: true },
};
