import type { ServerRow } from "../server-row.ts";

/** Its rules are data, but `customLanguages` in sgconfig.yml loads libraries. */
export const astGrep: ServerRow = {
  id: "ast-grep",
  title: "ast-grep",
  languageIds: {
    ".ts": "typescript",
    ".tsx": "typescriptreact",
    ".js": "javascript",
    ".jsx": "javascriptreact",
    ".py": "python",
    ".go": "go",
    ".rs": "rust",
    ".java": "java",
    ".kt": "kotlin",
    ".rb": "ruby",
    ".c": "c",
    ".cpp": "cpp",
    ".cs": "csharp",
    ".swift": "swift",
    ".php": "php",
    ".dart": "dart",
  },
  role: "linter",
  rootMarkers: ["sgconfig.yml"],
  commands: [{ binary: "ast-grep", args: ["lsp"], from: "path" }],
  install: "npm install --global @ast-grep/cli",
  loadsProjectCode: true,
};
