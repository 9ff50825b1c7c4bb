import type { ServerRow } from "../server-row.ts";

/** It compiles the project, and Elixir runs code while it compiles. */
export const elixirLs: ServerRow = {
  id: "elixir-ls",
  title: "ElixirLS",
  languageIds: { ".ex": "elixir", ".exs": "elixir", ".heex": "phoenix-heex", ".eex": "eex" },
  priority: 40,
  rootMarkers: ["mix.exs"],
  rootPolicy: "outermost",
  commands: [
    { binary: "elixir-ls", args: [], from: "path" },
    { binary: "language_server.sh", args: [], from: "path" },
  ],
  install: "install ElixirLS, https://github.com/elixir-lsp/elixir-ls",
  settings: { elixirLS: { dialyzerEnabled: false, fetchDeps: false } },
  loadsProjectCode: true,
  quirks: { needsProjectLoaded: true },
  prediction: "disk",
};
