import type { ServerRow } from "../server-row.ts";

/** Security findings of GitHub workflows. */
export const zizmor: ServerRow = {
  id: "zizmor",
  title: "zizmor",
  languageIds: { ".yml": "yaml", ".yaml": "yaml" },
  role: "linter",
  rootMarkers: [".github", "action.yml", "action.yaml"],
  isOptIn: true,
  commands: [{ binary: "zizmor", args: ["--lsp"], from: "path" }],
  package: { registry: "pypi", versions: { zizmor: "1.32.0" } },
};
