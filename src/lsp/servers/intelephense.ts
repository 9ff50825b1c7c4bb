import type { ServerRow } from "../server-row.ts";

/** Rename belongs to its paid part; without a licence it does not offer it. */
export const intelephense: ServerRow = {
  id: "intelephense",
  title: "Intelephense",
  languageIds: { ".php": "php", ".phtml": "php", ".inc": "php" },
  rootMarkers: ["composer.json", ".git"],
  needsMarker: false,
  commands: [
    { binary: "intelephense", args: ["--stdio"], from: "project" },
    { binary: "intelephense", args: ["--stdio"], from: "path" },
  ],
  package: { registry: "npm", versions: { intelephense: "1.18.5" } },
  initializationOptions: { clearCache: false },
  settings: { intelephense: { telemetry: { enabled: false } } },
  // What it publishes before it has indexed the project knows no undefined names.
  quirks: { needsProjectLoaded: true },
};
