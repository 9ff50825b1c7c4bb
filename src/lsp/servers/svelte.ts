import type { ServerRow } from "../server-row.ts";

export const svelte: ServerRow = {
  id: "svelte",
  title: "Svelte Language Server",
  languageIds: { ".svelte": "svelte" },
  rootMarkers: ["svelte.config.js", "svelte.config.ts", "package.json#svelte", "package.json"],
  needsMarker: false,
  commands: [
    { binary: "svelteserver", args: ["--stdio"], from: "project" },
    { binary: "svelteserver", args: ["--stdio"], from: "path" },
  ],
  package: { registry: "npm", versions: { "svelte-language-server": "0.18.4" } },
  // It runs svelte.config.js and the preprocessors named there.
  loadsProjectCode: true,
  initializationOptions: ({ isTrusted }) => ({ isTrusted, configuration: {} }),
};
