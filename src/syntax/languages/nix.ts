import { genericCallbacks } from "../callbacks/callback-rules.ts";
import { bindModulesAt } from "../references/import-bindings.ts";
import { nixReferences } from "../references/languages/nix.ts";
import type { LanguageDefinition } from "../language-definition.ts";

/** The comma behind the last parameter, which Nix allows and the grammar does not. */
const LAST_COMMA = /,(?=(?:\s|#[^\n]{0,200}\n)*\}\s*[:@])/g;

export const nix: LanguageDefinition = {
  id: "nix",
  title: "Nix",
  extensions: [".nix"],
  grammar: { package: "@cursorless/tree-sitter-wasms", file: "out/tree-sitter-nix.wasm" },
  queries: ["nix", "callbacks-nix"],
  callbacks: genericCallbacks,
  references: nixReferences,
  bindings: bindModulesAt("identifier"),
  comments: {
    docPrefixes: ["/**", "/*", "#"],
    directive: /^#\s*(?:!|nixpkgs-|nixfmt\b|shellcheck\b|vim:)/,
  },
  // What has an owner is reached as far as the owner is.
  isExported: ({ modifiers }, owner) => !modifiers.includes("let") && (owner === undefined || owner.exported),
  visibilityOf: () => undefined,
  isInternal: (source) => /^[./]/.test(source),
  dependsOnPath: false,
  prepare: (text) => text.replace(LAST_COMMA, " "),
  // Of a path of several names, quotes belong to one of them.
  nameOf: (written) => written.replace(/^"([^"]*)"$/, "$1"),
  sample: `# Sample.
{ lib, pkgs ? import <nixpkgs> { }, ... }@args:
with lib; assert args != { }; let
  inherit (lib) mkIf types;
  util = import ./util.nix { inherit lib; };
  /** Doc. */
  f = x: y: if x > 1 && !(y == 2.5) || y != x then x + y * -1 else [ 1 "a\${toString y}\\n" ] ++ y;
  g = { a, b ? 1, ... }@rest: h: rest // { c = a.b.c or null; d = h ? e.f -> true; };
in rec {
  inherit util;
  imports = [ ./a.nix ../b ~/c <d> https://example.org/e ];
  a.b."c d".\${f 1 2} = map (x: x / 2 - 1) [ ];
  script = ''
    echo ''\${no} \${pkgs.hello}/bin ''\\n $HOME
  '';
  old = let { body = 1; };
  options.x = mkIf (1 <= 2) { enable = false; };
}
`,
};
