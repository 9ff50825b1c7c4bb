import type { ServerRow } from "../server-row.ts";

export const opengrep: ServerRow = {
  id: "opengrep",
  title: "Opengrep",
  languageIds: {
    ".py": "python",
    ".js": "javascript",
    ".ts": "typescript",
    ".go": "go",
    ".java": "java",
    ".rb": "ruby",
    ".c": "c",
  },
  role: "linter",
  isOptIn: true,
  rootMarkers: [".git"],
  needsMarker: false,
  commands: [{ binary: "opengrep", args: ["lsp"], from: "path" }],
  install: "install Opengrep, https://github.com/opengrep/opengrep",
  prediction: "disk",
};
