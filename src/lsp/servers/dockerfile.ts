import type { ServerRow } from "../server-row.ts";

export const dockerfile: ServerRow = {
  id: "dockerfile",
  title: "Dockerfile Language Server",
  languageIds: { Dockerfile: "dockerfile", Containerfile: "dockerfile", ".dockerfile": "dockerfile" },
  rootMarkers: [
    "Dockerfile",
    "Containerfile",
    "docker-compose.yml",
    "docker-compose.yaml",
    "compose.yml",
    "compose.yaml",
  ],
  needsMarker: false,
  commands: [{ binary: "docker-langserver", args: ["--stdio"], from: "path" }],
  package: { registry: "npm", versions: { "dockerfile-language-server-nodejs": "0.15.0" } },
};
