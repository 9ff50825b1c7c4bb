import type { ServerRow } from "../server-row.ts";

export const erlang: ServerRow = {
  id: "erlang",
  title: "Erlang Language Platform",
  languageIds: { ".erl": "erlang", ".hrl": "erlang" },
  rootMarkers: ["rebar.config", "erlang.mk", ".elp.toml"],
  rootPolicy: "outermost",
  commands: [{ binary: "elp", args: ["server"], from: "path" }],
  install: "install the Erlang Language Platform, https://whatsapp.github.io/erlang-language-platform/",
  loadsProjectCode: true,
  quirks: { needsProjectLoaded: true },
};
