import { pythonSettings } from "../python-settings.ts";
import type { ServerRow } from "../server-row.ts";

export const pyright: ServerRow = {
  id: "pyright",
  title: "Pyright",
  languageIds: { ".py": "python", ".pyi": "python" },
  rootMarkers: [
    "pyrightconfig.json",
    "pyproject.toml",
    "setup.py",
    "setup.cfg",
    "requirements.txt",
    "Pipfile",
    "poetry.lock",
    ".git",
  ],
  commands: [
    { binary: "pyright-langserver", args: ["--stdio"], from: "project" },
    { binary: "pyright-langserver", args: ["--stdio"], from: "path" },
  ],
  package: { registry: "npm", versions: { pyright: "1.1.414" } },
  settings: (facts) => pythonSettings(facts, "python"),
};
