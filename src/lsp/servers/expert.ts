import type { ServerRow } from "../server-row.ts";

/** It compiles the project, and Elixir runs code while it compiles. */
export const expert: ServerRow = {
  id: "expert",
  title: "Expert",
  languageIds: { ".ex": "elixir", ".exs": "elixir", ".heex": "phoenix-heex", ".eex": "eex" },
  rootMarkers: ["mix.exs"],
  rootPolicy: "outermost",
  commands: [{ binary: "expert", args: ["--stdio"], from: "path" }],
  install: "install Expert, https://github.com/elixir-lang/expert",
  loadsProjectCode: true,
  quirks: { needsProjectLoaded: true },
};
