import type { ServerRow } from "../server-row.ts";

export const ty: ServerRow = {
  id: "ty",
  title: "ty",
  languageIds: { ".py": "python", ".pyi": "python" },
  priority: 40,
  rootMarkers: ["ty.toml", "pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile", ".git"],
  commands: [
    { binary: "ty", args: ["server"], from: "project" },
    { binary: "ty", args: ["server"], from: "path" },
  ],
  package: { registry: "pypi", versions: { ty: "0.0.104" } },
};
