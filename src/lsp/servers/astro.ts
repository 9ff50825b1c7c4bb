import { join } from "node:path";
import type { ServerRow } from "../server-row.ts";

export const astro: ServerRow = {
  id: "astro",
  title: "Astro Language Server",
  languageIds: { ".astro": "astro" },
  rootMarkers: ["astro.config.mjs", "astro.config.ts", "astro.config.js", "package.json#astro"],
  commands: [
    { binary: "astro-ls", args: ["--stdio"], from: "project" },
    { binary: "astro-ls", args: ["--stdio"], from: "path" },
  ],
  package: { registry: "npm", versions: { "@astrojs/language-server": "2.17.1", typescript: "6.0.3" } },
  loadsProjectCode: true,
  // It does not start without being told where TypeScript is.
  initializationOptions: ({ root, packages, exists }) => {
    const own = join(root, "node_modules/typescript/lib");
    const isOwn = packages === undefined || exists(join(own, "tsserver.js"));
    return { typescript: { tsdk: isOwn ? own : join(packages, "typescript/lib") } };
  },
};
