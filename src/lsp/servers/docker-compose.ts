import type { ServerRow } from "../server-row.ts";

export const dockerCompose: ServerRow = {
  id: "docker-compose",
  title: "Docker Compose Language Service",
  languageIds: {
    "docker-compose.yml": "dockercompose",
    "docker-compose.yaml": "dockercompose",
    "compose.yml": "dockercompose",
    "compose.yaml": "dockercompose",
  },
  priority: 60,
  rootMarkers: ["docker-compose.yml", "docker-compose.yaml", "compose.yml", "compose.yaml"],
  commands: [{ binary: "docker-compose-langserver", args: ["--stdio"], from: "path" }],
  package: { registry: "npm", versions: { "@microsoft/compose-language-service": "1.0.0" } },
};
