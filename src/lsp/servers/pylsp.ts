import type { ServerRow } from "../server-row.ts";

export const pylsp: ServerRow = {
  id: "pylsp",
  title: "Python LSP Server",
  languageIds: { ".py": "python", ".pyi": "python" },
  priority: 20,
  rootMarkers: ["pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile", ".git"],
  commands: [
    { binary: "pylsp", args: [], from: "project" },
    { binary: "pylsp", args: [], from: "path" },
  ],
  package: { registry: "pypi", versions: { "python-lsp-server": "1.15.0" } },
};
