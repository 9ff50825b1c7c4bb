import type { ServerRow } from "../server-row.ts";

export const golangciLint: ServerRow = {
  id: "golangci-lint",
  title: "golangci-lint",
  languageIds: { ".go": "go" },
  role: "linter",
  rootMarkers: [".golangci.yml", ".golangci.yaml", ".golangci.toml", ".golangci.json"],
  commands: [{ binary: "golangci-lint-langserver", args: [], from: "path" }],
  install: "go install github.com/nametake/golangci-lint-langserver@latest",
  initializationOptions: { command: ["golangci-lint", "run", "--output.json.path", "stdout", "--show-stats=false"] },
  prediction: "disk",
};
