import type { ServerRow } from "../server-row.ts";

/** It loads projects through MSBuild, which runs what they say. */
export const roslyn: ServerRow = {
  id: "roslyn",
  title: "Roslyn Language Server",
  languageIds: { ".cs": "csharp", ".csx": "csharp" },
  priority: 60,
  rootMarkers: ["*.sln", "*.slnx", "*.csproj"],
  rootPolicy: "outermost",
  commands: [
    { binary: "roslyn-language-server", args: ["--stdio", "--autoLoadProjects"], from: "path" },
    { binary: "Microsoft.CodeAnalysis.LanguageServer", args: ["--stdio", "--autoLoadProjects"], from: "path" },
  ],
  install: "dotnet tool install --global roslyn-language-server --prerelease",
  loadsProjectCode: true,
  quirks: { needsProjectLoaded: true },
};
