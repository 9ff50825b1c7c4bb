import type { ServerRow } from "../server-row.ts";

export const ocaml: ServerRow = {
  id: "ocaml",
  title: "OCaml-LSP",
  languageIds: { ".ml": "ocaml", ".mli": "ocaml.interface", ".mll": "ocaml.ocamllex", ".mly": "ocaml.menhir" },
  rootMarkers: ["dune-workspace", "dune-project", "*.opam", "dune"],
  rootPolicy: "outermost",
  commands: [{ binary: "ocamllsp", args: [], from: "path" }],
  install: "opam install ocaml-lsp-server",
};
