import type { ServerRow } from "../server-row.ts";

export const julia: ServerRow = {
  id: "julia",
  title: "LanguageServer.jl",
  languageIds: { ".jl": "julia" },
  rootMarkers: ["Project.toml", "JuliaProject.toml"],
  commands: [
    {
      binary: "julia",
      args: ["--startup-file=no", "--history-file=no", "-e", "using LanguageServer; runserver()"],
      from: "path",
    },
  ],
  install: "julia -e 'using Pkg; Pkg.add(\"LanguageServer\")'",
  loadsProjectCode: true,
  quirks: { needsProjectLoaded: true },
};
