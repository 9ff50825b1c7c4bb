import type { Scaffold, StructuralLanguage } from "./language.ts";

const cStatements: readonly Scaffold[] = [
  { name: "statement", template: "void f__() { · }", orTerminated: true },
  { name: "expression", template: "int e__ = ·;" },
  { name: "top level", template: "·", orTerminated: true },
  { name: "struct member", template: "struct S__ { · };", orTerminated: true },
];

const javaLike: readonly Scaffold[] = [
  { name: "statement", template: "class C__ { void f__() { · } }", orTerminated: true },
  { name: "class member", template: "class C__ { · }", orTerminated: true },
  { name: "top level", template: "·", orTerminated: true },
  { name: "annotation", template: "· class C__ {}" },
];

const annotatedDeclarations = "a declaration pattern without modifiers or annotations does not match one that has them";

export const cFamily: readonly StructuralLanguage[] = [
  {
    id: "c",
    extensions: [".c", ".h"],
    rootKind: "translation_unit",
    scaffolds: [...cStatements, { name: "switch case", template: "void f__() { switch (x) { · } }" }],
    declarationScaffolds: ["statement", "top level", "struct member"],
    isLoneBlockLiteral: true,
    limits: [
      "`sizeof($T)` takes $T for an expression",
      "headers of C++ are read by lang cpp",
      "macro bodies are not parsed",
    ],
  },
  {
    id: "cpp",
    aliases: ["cc", "c++", "cxx"],
    extensions: [".cpp", ".cc", ".cxx", ".c++", ".hpp", ".hh", ".h", ".cu", ".ino"],
    rootKind: "translation_unit",
    emptyNodes: [{ kind: "raw_string_content" }],
    scaffolds: [
      ...cStatements,
      { name: "class member", template: "class C__ { · };", orTerminated: true },
      { name: "switch case", template: "void f__() { switch (x) { · } }" },
    ],
    declarationScaffolds: ["statement", "top level", "class member"],
    isLoneBlockLiteral: true,
    limits: ["macro bodies are not parsed"],
  },
  {
    id: "csharp",
    aliases: ["cs", "c#"],
    extensions: [".cs"],
    rootKind: "compilation_unit",
    scaffolds: [
      ...javaLike,
      { name: "expression", template: "class C__ { object e__ = ·; }" },
      { name: "switch section", template: "class C__ { void f__() { switch (x) { · } } }" },
      { name: "enum member", template: "enum E__ { · }" },
    ],
    declarationScaffolds: ["statement", "class member", "top level"],
    isLoneBlockLiteral: true,
    limits: [annotatedDeclarations],
  },
  {
    id: "java",
    extensions: [".java"],
    rootKind: "program",
    scaffolds: [
      ...javaLike,
      { name: "expression", template: "class C__ { Object e__ = ·; }" },
      { name: "type", template: "class C__ { · x; }" },
      { name: "switch case", template: "class C__ { void f__() { switch (x) { · } } }" },
    ],
    declarationScaffolds: ["statement", "class member", "top level"],
    limits: [annotatedDeclarations],
  },
  {
    id: "dart",
    extensions: [".dart"],
    rootKind: "source_file",
    scaffolds: [
      { name: "statement", template: "void f__() { · }", orTerminated: true },
      { name: "expression", template: "final e__ = ·;" },
      { name: "class member", template: "class C__ { · }", orTerminated: true },
      { name: "top level", template: "·", orTerminated: true },
      { name: "annotation", template: "· class C__ {}" },
    ],
    declarationScaffolds: ["statement", "class member", "top level"],
    headKinds: ["declaration"],
    isLoneBlockLiteral: true,
    limits: [annotatedDeclarations],
  },
  {
    id: "kotlin",
    aliases: ["kt"],
    extensions: [".kt", ".kts", ".ktm"],
    rootKind: "source_file",
    emptyNodes: [{ kind: "multiline_comment" }],
    scaffolds: [
      { name: "statement", template: "fun f__() { · }" },
      { name: "expression", template: "val e__ = ·" },
      { name: "class member", template: "class C__ { · }" },
      { name: "top level", template: "·" },
      { name: "annotation", template: "· class C__ {}" },
      { name: "branch of when", template: "fun f__() { when (x) { · } }" },
    ],
    isWordy: true,
    limits: ["`object $O { … }` is not found", "`{ $$$B }` alone is a lambda, not a block", annotatedDeclarations],
  },
  {
    id: "scala",
    extensions: [".scala", ".sc", ".sbt"],
    rootKind: "compilation_unit",
    scaffolds: [
      { name: "statement", template: "object C__ { def f__() = { · } }" },
      { name: "expression", template: "object C__ { val e__ = · }" },
      { name: "class member", template: "class C__ { · }" },
      { name: "top level", template: "·" },
      { name: "annotation", template: "· class C__ {}" },
      { name: "case", template: "object C__ { val e__ = x match { · } }" },
    ],
    isWordy: true,
    limits: [annotatedDeclarations],
  },
  {
    id: "solidity",
    aliases: ["sol"],
    extensions: [".sol"],
    rootKind: "source_file",
    scaffolds: [
      { name: "statement", template: "contract C__ { function f__() { · } }", orTerminated: true },
      { name: "expression", template: "contract C__ { uint e__ = ·; }" },
      { name: "contract member", template: "contract C__ { · }", orTerminated: true },
      { name: "top level", template: "·", orTerminated: true },
    ],
    limits: [],
  },
];
