import type { ServerRow } from "../server-row.ts";

export const jedi: ServerRow = {
  id: "jedi",
  title: "Jedi Language Server",
  languageIds: { ".py": "python", ".pyi": "python" },
  priority: 30,
  rootMarkers: ["pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile", ".git"],
  commands: [
    { binary: "jedi-language-server", args: [], from: "project" },
    { binary: "jedi-language-server", args: [], from: "path" },
  ],
  package: { registry: "pypi", versions: { "jedi-language-server": "0.47.0" } },
};
