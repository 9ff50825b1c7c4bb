import type { StructuralLanguage } from "./language.ts";

export const scripting: readonly StructuralLanguage[] = [
  {
    id: "python",
    aliases: ["py"],
    extensions: [".py", ".py3", ".pyi", ".bzl"],
    scaffolds: [
      { name: "statement", template: "·" },
      { name: "expression", template: "(·)" },
      { name: "decorator", template: "·\ndef f__(): pass", usually: { looksLike: /^@/, kind: "decorator" } },
      { name: "argument", template: "f__(·)" },
      { name: "handler", template: "try:\n  pass\n·" },
      { name: "branch", template: "if x:\n  pass\n·" },
    ],
    declarationScaffolds: [],
    limits: ["`$K=$V` is an assignment, not a keyword argument: use `$F($$$A, key=$V)` for those"],
  },
  {
    id: "ruby",
    aliases: ["rb"],
    extensions: [".rb", ".rbw", ".gemspec"],
    scaffolds: [
      { name: "statement", template: "·" },
      { name: "expression", template: "(·)" },
      { name: "class member", template: "class C\n·\nend" },
    ],
    declarationScaffolds: [],
    isWordy: true,
    limits: ["a class name has to be a constant: `class $C < $D` is not found, `class Foo < $D` is"],
  },
  {
    id: "bash",
    aliases: ["sh"],
    extensions: [".sh", ".bash", ".zsh", ".ksh", ".bats", ".command", ".tool", ".cgi", ".fcgi", ".env", ".tmux"],
    scaffolds: [
      { name: "command", template: "·" },
      { name: "line", template: "·\n" },
      { name: "case item", template: "case x in · esac" },
    ],
    declarationScaffolds: [],
    isWordy: true,
    limits: ["`$` belongs to the shell: `export $X=$Y` and `for $I in …` are not found"],
  },
  {
    id: "lua",
    extensions: [".lua"],
    scaffolds: [
      { name: "statement", template: "·" },
      { name: "expression", template: "e__ = ·" },
      { name: "table field", template: "e__ = { · }" },
    ],
    declarationScaffolds: [],
    unlikelyKinds: ["assignment_statement"],
    limits: [],
  },
  {
    id: "elixir",
    aliases: ["ex"],
    extensions: [".ex", ".exs"],
    scaffolds: [{ name: "expression", template: "·" }],
    isWordy: true,
    limits: [],
  },
  {
    id: "haskell",
    aliases: ["hs"],
    extensions: [".hs"],
    scaffolds: [
      { name: "expression", template: "f__ = ·" },
      { name: "statement", template: "f__ = do\n  ·" },
      { name: "declaration", template: "·" },
      { name: "type", template: "f__ :: ·" },
    ],
    isWordy: true,
    limits: [],
  },
  {
    id: "nix",
    extensions: [".nix"],
    scaffolds: [
      { name: "expression", template: "·" },
      { name: "binding", template: "{ · }", orTerminated: true },
    ],
    isWordy: true,
    limits: [],
  },
  {
    id: "hcl",
    extensions: [".hcl", ".tf", ".tfvars", ".nomad", ".workflow"],
    scaffolds: [
      { name: "block or attribute", template: "·" },
      { name: "body of a block", template: "b__ {\n·\n}" },
      { name: "expression", template: "e__ = ·" },
    ],
    limits: [],
  },
];
