import type { Checker } from "../checker.ts";
import { readLines } from "../read-lines.ts";

/** MSBuild runs what the projects say. Nothing is restored. */
export const csharp: Checker = {
  id: "dotnet-build",
  title: "dotnet build",
  language: "C#",
  rootMarkers: ["*.sln", "*.slnx", "*.csproj"],
  rootPolicy: "outermost",
  commands: [
    {
      binary: "dotnet",
      args: ["build", "--no-restore", "--nologo", "--verbosity", "quiet", "-p:GenerateFullPaths=true"],
      from: "path",
    },
  ],
  install: "install the .NET SDK, https://dotnet.microsoft.com/download",
  runsProjectCode: true,
  env: { DOTNET_CLI_TELEMETRY_OPTOUT: "1", DOTNET_NOLOGO: "1" },
  read: readLines(
    /^(?<path>.+?)\((?<line>\d+),(?<column>\d+)\): (?<severity>error|warning) (?<code>\w+): (?<message>.*?)(?: \[[^\]]+\])?$/,
    /^(?<path>.+?\.\w*proj) ?: (?<severity>error|warning) (?<code>\w+): (?<message>.*?)(?: \[[^\]]+\])?$/,
  ),
};
