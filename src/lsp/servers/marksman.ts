import type { ServerRow } from "../server-row.ts";

export const marksman: ServerRow = {
  id: "marksman",
  title: "Marksman",
  languageIds: { ".md": "markdown", ".markdown": "markdown" },
  rootMarkers: [".marksman.toml", ".git"],
  needsMarker: false,
  commands: [{ binary: "marksman", args: ["server"], from: "path" }],
  install: "install Marksman, https://github.com/artempyanykh/marksman",
};
