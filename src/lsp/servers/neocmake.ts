import type { ServerRow } from "../server-row.ts";

export const neocmake: ServerRow = {
  id: "neocmake",
  title: "neocmakelsp",
  languageIds: { "CMakeLists.txt": "cmake", ".cmake": "cmake" },
  rootMarkers: ["CMakePresets.json", "CMakeLists.txt", ".neocmake.toml"],
  rootPolicy: "outermost",
  commands: [
    { binary: "neocmakelsp", args: ["stdio"], from: "path" },
    { binary: "neocmakelsp", args: ["--stdio"], from: "path" },
  ],
  install: "cargo install neocmakelsp",
};
