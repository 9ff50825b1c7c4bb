import { join } from "node:path";
import type { ServerRow } from "../server-row.ts";

/**
 * Vue's own server leaves everything about types to a TypeScript server with Vue's plugin; that one
 * is what serves here, for the TypeScript beside the components as well.
 */
export const vue: ServerRow = {
  id: "vue",
  title: "TypeScript with Vue's plugin",
  languageIds: {
    ".vue": "vue",
    ".ts": "typescript",
    ".mts": "typescript",
    ".cts": "typescript",
    ".tsx": "typescriptreact",
    ".js": "javascript",
    ".mjs": "javascript",
    ".cjs": "javascript",
    ".jsx": "javascriptreact",
  },
  priority: 80,
  rootMarkers: ["package.json#vue", "package.json#nuxt"],
  commands: [{ binary: "typescript-language-server", args: ["--stdio"], from: "path" }],
  package: {
    registry: "npm",
    versions: {
      "@vue/typescript-plugin": "3.3.11",
      "@vue/language-server": "3.3.11",
      "typescript-language-server": "6.0.2",
      typescript: "6.0.3",
    },
  },
  loadsProjectCode: true,
  initializationOptions: ({ root, packages }) => ({
    hostInfo: "reticle",
    disableAutomaticTypingAcquisition: true,
    preferences: { useAliasesForRename: false, providePrefixAndSuffixTextForRename: false },
    plugins: [{ name: "@vue/typescript-plugin", location: packages ?? join(root, "node_modules"), languages: ["vue"] }],
    ...(packages === undefined ? {} : { tsserver: { fallbackPath: join(packages, "typescript/lib") } }),
  }),
  quirks: { mustOpenForRename: true, firstPublishEmpty: true },
};
