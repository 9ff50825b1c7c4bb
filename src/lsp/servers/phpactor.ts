import type { ServerRow } from "../server-row.ts";

export const phpactor: ServerRow = {
  id: "phpactor",
  title: "Phpactor",
  languageIds: { ".php": "php", ".phtml": "php", ".inc": "php" },
  priority: 40,
  rootMarkers: ["composer.json", ".phpactor.json", ".phpactor.yml"],
  commands: [
    { binary: "phpactor", args: ["language-server"], from: "project" },
    { binary: "phpactor", args: ["language-server"], from: "path" },
  ],
  install: "install Phpactor, https://phpactor.readthedocs.io/en/master/usage/standalone.html",
};
