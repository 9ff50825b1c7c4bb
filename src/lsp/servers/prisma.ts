import type { ServerRow } from "../server-row.ts";

export const prisma: ServerRow = {
  id: "prisma",
  title: "Prisma Language Server",
  languageIds: { ".prisma": "prisma" },
  rootMarkers: ["package.json#prisma", "schema.prisma", "prisma", "package.json"],
  commands: [
    { binary: "prisma-language-server", args: ["--stdio"], from: "project" },
    { binary: "prisma-language-server", args: ["--stdio"], from: "path" },
  ],
  package: { registry: "npm", versions: { "@prisma/language-server": "31.12.10" } },
  // It dies of the lack of this section.
  settings: { prisma: { enableDiagnostics: true } },
};
