import type { ServerRow } from "../server-row.ts";

export const dart: ServerRow = {
  id: "dart",
  title: "Dart Analysis Server",
  languageIds: { ".dart": "dart" },
  rootMarkers: ["pubspec.yaml"],
  rootPolicy: "package",
  commands: [{ binary: "dart", args: ["language-server", "--protocol=lsp"], from: "path" }],
  install: "install the Dart SDK, https://dart.dev/get-dart",
  initializationOptions: { onlyAnalyzeProjectsWithOpenFiles: false, suggestFromUnimportedLibraries: false },
  quirks: { needsProjectLoaded: true },
};
