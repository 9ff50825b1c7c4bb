import type { ServerRow } from "../server-row.ts";

export const cmake: ServerRow = {
  id: "cmake",
  title: "cmake-language-server",
  languageIds: { "CMakeLists.txt": "cmake", ".cmake": "cmake" },
  priority: 40,
  rootMarkers: ["CMakePresets.json", "CMakeLists.txt", "build"],
  rootPolicy: "outermost",
  commands: [{ binary: "cmake-language-server", args: [], from: "path" }],
  package: { registry: "pypi", versions: { "cmake-language-server": "0.1.11" } },
  initializationOptions: { buildDirectory: "build" },
};
