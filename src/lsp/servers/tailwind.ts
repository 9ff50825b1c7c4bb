import type { ServerRow } from "../server-row.ts";

/** It runs the project's Tailwind and its configuration. */
export const tailwind: ServerRow = {
  id: "tailwind",
  title: "Tailwind CSS",
  languageIds: {
    ".html": "html",
    ".css": "css",
    ".tsx": "typescriptreact",
    ".jsx": "javascriptreact",
    ".vue": "vue",
    ".svelte": "svelte",
    ".astro": "astro",
  },
  role: "linter",
  rootMarkers: ["tailwind.config.*", "package.json#tailwindcss"],
  commands: [
    { binary: "tailwindcss-language-server", args: ["--stdio"], from: "project" },
    { binary: "tailwindcss-language-server", args: ["--stdio"], from: "path" },
  ],
  package: { registry: "npm", versions: { "@tailwindcss/language-server": "0.16.0" } },
  loadsProjectCode: true,
  settings: { tailwindCSS: { validate: true }, editor: { tabSize: 2 } },
};
