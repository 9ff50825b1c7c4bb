import type { ServerRow } from "../server-row.ts";

/** Its diagnostics are those of ShellCheck; without one on the PATH it has none. */
export const bash: ServerRow = {
  id: "bash",
  title: "Bash Language Server",
  languageIds: { ".sh": "shellscript", ".bash": "shellscript", ".bats": "shellscript", ".zsh": "shellscript" },
  rootMarkers: [".git", ".shellcheckrc"],
  needsMarker: false,
  commands: [
    { binary: "bash-language-server", args: ["start"], from: "project" },
    { binary: "bash-language-server", args: ["start"], from: "path" },
  ],
  package: { registry: "npm", versions: { "bash-language-server": "5.8.1" } },
  settings: {
    bashIde: { enableSourceErrorDiagnostics: false, shellcheckPath: "shellcheck", shfmt: { path: "shfmt" } },
  },
};
