import type { ServerRow } from "../server-row.ts";

export const cmake: ServerRow = {
  id: "cmake",
  title: "cmake-language-server",
  languageIds: { "CMakeLists.txt": "cmake", ".cmake": "cmake" },
  priority: 40,
  rootMarkers: ["CMakePresets.json", "CMakeLists.txt", "build"],
  rootPolicy: "outermost",
  commands: [{ binary: "cmake-language-server", args: [], from: "path" }],
  // It does not start on a newer pygls.
  package: { registry: "pypi", versions: { "cmake-language-server": "0.1.11", pygls: "1.3.1" } },
  initializationOptions: { buildDirectory: "build" },
};
