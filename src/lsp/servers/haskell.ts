import type { ServerRow } from "../server-row.ts";

/** It asks Cabal or Stack, which may run Setup.hs. */
export const haskell: ServerRow = {
  id: "haskell",
  title: "Haskell Language Server",
  languageIds: { ".hs": "haskell", ".lhs": "literate haskell" },
  rootMarkers: ["hie.yaml", "cabal.project", "stack.yaml", "*.cabal", "package.yaml"],
  rootPolicy: "outermost",
  commands: [
    { binary: "haskell-language-server-wrapper", args: ["--lsp"], from: "path" },
    { binary: "haskell-language-server", args: ["--lsp"], from: "path", versionedSuffix: true },
  ],
  install: "ghcup install hls",
  loadsProjectCode: true,
  quirks: { needsProjectLoaded: true },
};
