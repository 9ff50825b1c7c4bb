import type { ServerRow } from "../server-row.ts";

export const angular: ServerRow = {
  id: "angular",
  title: "Angular Language Service",
  languageIds: { ".html": "html" },
  priority: 60,
  rootMarkers: ["angular.json"],
  commands: [
    {
      binary: "ngserver",
      args: ["--stdio", "--tsProbeLocations", "node_modules", "--ngProbeLocations", "node_modules"],
      from: "project",
    },
  ],
  install: "npm install --save-dev @angular/language-server",
  loadsProjectCode: true,
};
