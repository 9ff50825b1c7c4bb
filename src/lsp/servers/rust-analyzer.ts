import type { ServerRow } from "../server-row.ts";

/** Build scripts and procedural macros are programs of the checkout and its dependencies. */
export const rustAnalyzer: ServerRow = {
  id: "rust-analyzer",
  title: "rust-analyzer",
  languageIds: { ".rs": "rust" },
  rootMarkers: ["Cargo.toml", "rust-project.json"],
  rootPolicy: "cargo-workspace",
  commands: [{ binary: "rust-analyzer", args: [], from: "path" }],
  install: "rustup component add rust-analyzer",
  initializationOptions: ({ isTrusted }) => options(isTrusted),
  settings: ({ isTrusted }) => ({ "rust-analyzer": options(isTrusted) }),
  quirks: { needsProjectLoaded: true },
  // Its own diagnostics follow the text; the others come after a save.
  prediction: { program: "cargo check", sources: ["rustc", "clippy"] },
};

function options(isTrusted: boolean) {
  return {
    checkOnSave: isTrusted,
    procMacro: { enable: isTrusted },
    cargo: {
      buildScripts: { enable: isTrusted },
      // A target folder of its own, so that nobody waits for the lock of another's build.
      targetDir: true,
    },
  };
}
