import type { ServerRow } from "../server-row.ts";

/** Schemas come from the settings or from lines in the files: nothing is fetched. */
export const yaml: ServerRow = {
  id: "yaml",
  title: "YAML Language Server",
  languageIds: { ".yaml": "yaml", ".yml": "yaml" },
  rootMarkers: [".git", "package.json"],
  needsMarker: false,
  commands: [
    { binary: "yaml-language-server", args: ["--stdio"], from: "project" },
    { binary: "yaml-language-server", args: ["--stdio"], from: "path" },
  ],
  package: { registry: "npm", versions: { "yaml-language-server": "2.0.0" } },
  settings: {
    yaml: { validate: true, schemaStore: { enable: false, url: "" }, kubernetesCRDStore: { enable: false } },
    redhat: { telemetry: { enabled: false } },
  },
};
