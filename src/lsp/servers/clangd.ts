import type { ServerRow } from "../server-row.ts";

/** So that headers, too, are what open documents say; clangd 13 and later know it. */
const DIRTY_HEADERS = "--use-dirty-headers";

/** Its index of the project goes to `.cache/clangd` beside the compile database. */
export const clangd: ServerRow = {
  id: "clangd",
  title: "clangd",
  languageIds: {
    ".c": "c",
    ".h": "c",
    ".cpp": "cpp",
    ".cc": "cpp",
    ".cxx": "cpp",
    ".c++": "cpp",
    ".hpp": "cpp",
    ".hh": "cpp",
    ".hxx": "cpp",
    ".h++": "cpp",
    ".ipp": "cpp",
    ".inl": "cpp",
    ".cu": "cuda-cpp",
    ".m": "objective-c",
    ".mm": "objective-cpp",
  },
  rootMarkers: ["compile_commands.json", "compile_flags.txt", ".clangd", "CMakeLists.txt", "meson.build", "Makefile"],
  rootPolicy: "outermost",
  commands: [
    {
      binary: "clangd",
      args: ["--background-index", DIRTY_HEADERS, "--log=error"],
      from: "path",
      versionedSuffix: true,
    },
  ],
  install: "apt-get install clangd, or your system's own package of it",
  initializationOptions: { clangdFileStatus: true },
  quirks: { needsProjectLoaded: true, silentWhenSame: true, seesUnsavedFiles: true },
};
