import type { ServerRow } from "../server-row.ts";

export const ruff: ServerRow = {
  id: "ruff",
  title: "Ruff",
  languageIds: { ".py": "python", ".pyi": "python" },
  role: "linter",
  rootMarkers: ["ruff.toml", ".ruff.toml", "pyproject.toml#[tool.ruff"],
  commands: [
    { binary: "ruff", args: ["server"], from: "project" },
    { binary: "ruff", args: ["server"], from: "path" },
  ],
  package: { registry: "pypi", versions: { ruff: "0.17.5" } },
};
