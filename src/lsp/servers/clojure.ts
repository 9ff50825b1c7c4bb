import type { ServerRow } from "../server-row.ts";

/** It asks the build tool for the class path, which runs project.clj. */
export const clojure: ServerRow = {
  id: "clojure",
  title: "clojure-lsp",
  languageIds: { ".clj": "clojure", ".cljs": "clojurescript", ".cljc": "clojure", ".edn": "edn" },
  rootMarkers: ["deps.edn", "project.clj", "shadow-cljs.edn", "bb.edn", "build.boot"],
  commands: [{ binary: "clojure-lsp", args: [], from: "path" }],
  install: "install clojure-lsp, https://clojure-lsp.io/installation/",
  loadsProjectCode: true,
  quirks: { needsProjectLoaded: true },
};
