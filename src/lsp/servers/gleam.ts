import type { ServerRow } from "../server-row.ts";

export const gleam: ServerRow = {
  id: "gleam",
  title: "Gleam",
  languageIds: { ".gleam": "gleam" },
  rootMarkers: ["gleam.toml"],
  commands: [{ binary: "gleam", args: ["lsp"], from: "path" }],
  install: "install Gleam, https://gleam.run/getting-started/installing/",
};
