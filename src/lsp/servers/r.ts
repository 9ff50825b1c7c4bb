import type { ServerRow } from "../server-row.ts";

export const r: ServerRow = {
  id: "r",
  title: "R languageserver",
  languageIds: { ".r": "r", ".R": "r", ".Rmd": "rmd" },
  rootMarkers: ["DESCRIPTION", "*.Rproj", "renv.lock", ".git"],
  needsMarker: false,
  commands: [{ binary: "R", args: ["--no-echo", "-e", "languageserver::run()"], from: "path" }],
  install: "R -e 'install.packages(\"languageserver\")'",
  // R reads .Rprofile of the folder it starts in.
  loadsProjectCode: true,
};
