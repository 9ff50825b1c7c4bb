import type { StructuralLanguage } from "./language.ts";

export const systems: readonly StructuralLanguage[] = [
  {
    id: "go",
    aliases: ["golang"],
    extensions: [".go"],
    scaffolds: [
      { name: "statement", template: "package p\nfunc f__() {\n·\n}" },
      { name: "expression", template: "package p\nvar e__ = ·" },
      { name: "top level", template: "package p\n·" },
      { name: "struct field", template: "package p\ntype T__ struct {\n·\n}" },
      { name: "interface member", template: "package p\ntype T__ interface {\n·\n}" },
      { name: "switch case", template: "package p\nfunc f__() {\nswitch x {\n·\n}\n}" },
      { name: "file", template: "·" },
    ],
    declarationScaffolds: ["statement", "top level"],
    limits: ["a metavariable cannot stand for an import path (`import $X`) or a case value (`case $X:`)"],
  },
  {
    id: "rust",
    aliases: ["rs"],
    extensions: [".rs"],
    scaffolds: [
      { name: "statement", template: "fn f__() { · }", orTerminated: true },
      { name: "impl member", template: "impl C__ { · }" },
      { name: "top level", template: "·", orTerminated: true },
      { name: "struct field", template: "struct S__ { · }" },
      { name: "attribute", template: "· fn f__() {}" },
      { name: "match arm", template: "fn f__() { match x { · } }" },
      { name: "type", template: "type T__ = ·;" },
    ],
    declarationScaffolds: ["statement"],
    limits: [
      "code inside macro calls is not parsed, so nothing in it is found",
      "a declaration pattern without `pub` does not match one that has it (nor `fn` an `async fn`): search for both",
    ],
  },
  {
    id: "swift",
    extensions: [".swift"],
    scaffolds: [
      { name: "statement", template: "func f__() {\n·\n}" },
      { name: "expression", template: "let e__ = ·" },
      { name: "class member", template: "class C__ { · }" },
      { name: "protocol member", template: "protocol P__ { · }" },
      { name: "top level", template: "·" },
      { name: "attribute", template: "· class C__ {}" },
      { name: "switch case", template: "func f__() {\nswitch x {\n·\n}\n}" },
    ],
    declarationScaffolds: ["statement", "class member", "top level"],
    limits: [
      "`{ $$$B }` alone is a closure, not a block",
      "a declaration pattern without modifiers or attributes does not match one that has them",
    ],
  },
  {
    id: "zig",
    extensions: [".zig"],
    scaffolds: [
      { name: "statement", template: "fn f__() void { · }", orTerminated: true },
      { name: "expression", template: "const e__ = ·;" },
      { name: "top level", template: "·", orTerminated: true },
      { name: "struct member", template: "const C__ = struct { · };" },
    ],
    limits: [],
  },
];
