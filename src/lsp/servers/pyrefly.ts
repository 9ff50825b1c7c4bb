import type { ServerRow } from "../server-row.ts";

export const pyrefly: ServerRow = {
  id: "pyrefly",
  title: "Pyrefly",
  languageIds: { ".py": "python", ".pyi": "python" },
  priority: 35,
  rootMarkers: ["pyrefly.toml", "pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile", ".git"],
  commands: [
    { binary: "pyrefly", args: ["lsp"], from: "project" },
    { binary: "pyrefly", args: ["lsp"], from: "path" },
  ],
  package: { registry: "pypi", versions: { pyrefly: "1.4.1" } },
  // Without a project file it keeps its type errors to itself.
  settings: { python: { pyrefly: { displayTypeErrors: "force-on" } } },
};
