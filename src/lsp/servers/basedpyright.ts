import { pythonSettings } from "../python-settings.ts";
import type { ServerRow } from "../server-row.ts";

export const basedpyright: ServerRow = {
  id: "basedpyright",
  title: "basedpyright",
  languageIds: { ".py": "python", ".pyi": "python" },
  priority: 60,
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
    { binary: "basedpyright-langserver", args: ["--stdio"], from: "project" },
    { binary: "basedpyright-langserver", args: ["--stdio"], from: "path" },
  ],
  package: { registry: "npm", versions: { basedpyright: "1.40.1" } },
  settings: (facts) => pythonSettings(facts, "basedpyright"),
};
