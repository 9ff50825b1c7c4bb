import type { ServerRow } from "../server-row.ts";

/** Package.swift is a program that it runs. */
export const sourcekitLsp: ServerRow = {
  id: "sourcekit-lsp",
  title: "SourceKit-LSP",
  languageIds: { ".swift": "swift" },
  rootMarkers: ["Package.swift", "buildServer.json", "compile_commands.json"],
  commands: [{ binary: "sourcekit-lsp", args: [], from: "path" }],
  install: "install a Swift toolchain, https://www.swift.org/install/",
  loadsProjectCode: true,
  quirks: { needsProjectLoaded: true },
};
