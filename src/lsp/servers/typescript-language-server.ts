import { join } from "node:path";
import type { ServerRow, StartFacts } from "../server-row.ts";

/** The server over tsserver of TypeScript 6 and older; first where the project has such a TypeScript. */
export const typescriptLanguageServer: ServerRow = {
  id: "typescript-language-server",
  title: "TypeScript Language Server",
  languageIds: {
    ".ts": "typescript",
    ".mts": "typescript",
    ".cts": "typescript",
    ".tsx": "typescriptreact",
    ".js": "javascript",
    ".mjs": "javascript",
    ".cjs": "javascript",
    ".jsx": "javascriptreact",
  },
  priority: 40,
  raisedBy: { projectFile: "node_modules/typescript/lib/tsserver.js", priority: 60 },
  rootMarkers: ["tsconfig.json", "jsconfig.json", "package.json"],
  rootPolicy: "package",
  needsMarker: false,
  commands: [
    { binary: "typescript-language-server", args: ["--stdio"], from: "project" },
    { binary: "typescript-language-server", args: ["--stdio"], from: "path" },
  ],
  package: { registry: "npm", versions: { "typescript-language-server": "6.0.2", typescript: "6.0.3" } },
  // It runs the TypeScript and the plugins that it finds in the checkout.
  loadsProjectCode: true,
  initializationOptions: (facts) => ({
    hostInfo: "reticle",
    disableAutomaticTypingAcquisition: true,
    preferences: { useAliasesForRename: false, providePrefixAndSuffixTextForRename: false },
    ...tsserver(facts),
  }),
  quirks: { mustOpenForRename: true, firstPublishEmpty: true, seesUnsavedFiles: true },
};

/** The project's own TypeScript is found by the server; it is told of ours where there is none. */
function tsserver({ root, packages, exists }: StartFacts): { tsserver?: { path: string } } {
  if (packages === undefined || exists(join(root, "node_modules/typescript/lib/tsserver.js"))) return {};
  return { tsserver: { path: join(packages, "typescript/lib/tsserver.js") } };
}
