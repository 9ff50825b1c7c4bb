/** Which languages are compared with which oracle, and what of the oracle's answer counts. */
import type { Family } from "./definitions.ts";

export interface Comparison {
  /** Our id of the language. */
  readonly language: string;
  readonly oracle: "ctags" | "ast-grep";
  /** The oracle's name of the language. */
  readonly oracleLanguage: string;
  /** Lower case, with the dot. */
  readonly extensions: readonly string[];
  /** The oracle's kinds that are compared, and what Reticle may call such a thing. */
  readonly kinds: Readonly<Record<string, readonly Family[]>>;
  /** The oracle's kinds in which a definition still is a top-level one. */
  readonly holders: readonly string[];
  /** Between the parts of a scope's name; "::" and "." when not given. */
  readonly scopeSeparator?: RegExp;
  /** Clauses of a function are one definition for Reticle, and its type may stand before them. */
  readonly hasClauses?: true;
}

const FUNCTION: readonly Family[] = ["function"];
const TYPE: readonly Family[] = ["type"];
const VALUE: readonly Family[] = ["value"];
const MODULE: readonly Family[] = ["module"];
const MACRO: readonly Family[] = ["macro"];
const TYPE_OR_MODULE: readonly Family[] = ["type", "module"];
const MACRO_OR_FUNCTION: readonly Family[] = ["macro", "function"];
/** `const open = () => {}` is a constant for one and a function for the other. */
const VALUE_OR_FUNCTION: readonly Family[] = ["value", "function"];

const C_KINDS = {
  macro: MACRO,
  enum: TYPE,
  struct: TYPE,
  union: TYPE,
  typedef: TYPE,
  function: FUNCTION,
  variable: VALUE,
} as const;

/** The kinds of `ast-grep outline`. */
const OUTLINE_KINDS = {
  function: FUNCTION,
  method: FUNCTION,
  constructor: FUNCTION,
  class: TYPE,
  interface: TYPE,
  struct: TYPE,
  enum: TYPE,
  type: TYPE,
  variable: VALUE_OR_FUNCTION,
  constant: VALUE_OR_FUNCTION,
  module: MODULE,
  namespace: MODULE,
} as const;

export const comparisons: readonly Comparison[] = [
  {
    language: "typescript",
    oracle: "ast-grep",
    oracleLanguage: "ts",
    extensions: [".ts", ".mts", ".cts"],
    kinds: OUTLINE_KINDS,
    holders: ["module", "namespace"],
  },
  {
    language: "javascript",
    oracle: "ast-grep",
    oracleLanguage: "js",
    extensions: [".js", ".mjs", ".cjs"],
    kinds: OUTLINE_KINDS,
    holders: [],
  },
  {
    language: "python",
    oracle: "ctags",
    oracleLanguage: "Python",
    extensions: [".py"],
    kinds: { class: TYPE, function: FUNCTION, variable: VALUE_OR_FUNCTION },
    holders: [],
  },
  {
    language: "go",
    oracle: "ctags",
    oracleLanguage: "Go",
    extensions: [".go"],
    kinds: {
      func: FUNCTION,
      const: VALUE,
      type: TYPE,
      var: VALUE_OR_FUNCTION,
      struct: TYPE,
      interface: TYPE,
      talias: TYPE,
    },
    holders: ["package"],
  },
  {
    language: "rust",
    oracle: "ctags",
    oracleLanguage: "Rust",
    extensions: [".rs"],
    kinds: {
      module: MODULE,
      struct: TYPE,
      interface: TYPE,
      implementation: TYPE,
      function: FUNCTION,
      enum: TYPE,
      typedef: TYPE,
      variable: VALUE,
      macro: MACRO,
    },
    holders: ["module"],
  },
  {
    language: "java",
    oracle: "ctags",
    oracleLanguage: "Java",
    extensions: [".java"],
    kinds: { annotation: TYPE, class: TYPE, enum: TYPE, interface: TYPE },
    holders: ["package"],
  },
  {
    language: "c",
    oracle: "ctags",
    oracleLanguage: "C",
    extensions: [".c", ".h"],
    kinds: C_KINDS,
    holders: [],
  },
  {
    language: "cpp",
    oracle: "ctags",
    oracleLanguage: "C++",
    extensions: [".cpp", ".cc", ".cxx", ".hpp", ".h"],
    kinds: { ...C_KINDS, class: TYPE, namespace: MODULE },
    holders: ["namespace"],
  },
  {
    language: "ruby",
    oracle: "ctags",
    oracleLanguage: "Ruby",
    extensions: [".rb"],
    kinds: {
      class: TYPE,
      method: FUNCTION,
      module: MODULE,
      singletonMethod: FUNCTION,
      constant: VALUE,
      alias: FUNCTION,
    },
    holders: ["module"],
  },
  {
    language: "php",
    oracle: "ctags",
    oracleLanguage: "PHP",
    extensions: [".php"],
    kinds: { class: TYPE, define: VALUE, function: FUNCTION, interface: TYPE, trait: TYPE },
    holders: ["namespace"],
    scopeSeparator: /\\|::/,
  },
  {
    language: "csharp",
    oracle: "ctags",
    oracleLanguage: "C#",
    extensions: [".cs"],
    kinds: { class: TYPE, enum: TYPE, interface: TYPE, namespace: MODULE, struct: TYPE, typedef: TYPE },
    holders: ["namespace"],
  },
  {
    language: "csharp",
    oracle: "ast-grep",
    oracleLanguage: "csharp",
    extensions: [".cs"],
    kinds: OUTLINE_KINDS,
    holders: ["namespace", "module"],
  },
  {
    language: "kotlin",
    oracle: "ctags",
    oracleLanguage: "Kotlin",
    extensions: [".kt", ".kts"],
    kinds: {
      interface: TYPE,
      class: TYPE,
      object: TYPE,
      method: FUNCTION,
      typealias: TYPE,
      constant: VALUE,
      variable: VALUE,
    },
    holders: ["package"],
  },
  {
    language: "kotlin",
    oracle: "ast-grep",
    oracleLanguage: "kotlin",
    extensions: [".kt", ".kts"],
    kinds: OUTLINE_KINDS,
    holders: [],
  },
  {
    language: "swift",
    oracle: "ast-grep",
    oracleLanguage: "swift",
    extensions: [".swift"],
    kinds: OUTLINE_KINDS,
    holders: [],
  },
  {
    language: "lua",
    oracle: "ctags",
    oracleLanguage: "Lua",
    extensions: [".lua"],
    kinds: { function: FUNCTION },
    holders: [],
  },
  {
    language: "bash",
    oracle: "ctags",
    oracleLanguage: "Sh",
    extensions: [".sh", ".bash", ".bats"],
    kinds: { function: FUNCTION },
    holders: [],
  },
  {
    language: "elixir",
    oracle: "ctags",
    oracleLanguage: "Elixir",
    extensions: [".ex", ".exs"],
    kinds: {
      protocol: TYPE_OR_MODULE,
      module: MODULE,
      function: FUNCTION,
      delegate: FUNCTION,
      guard: MACRO_OR_FUNCTION,
      implementation: TYPE_OR_MODULE,
      macro: MACRO_OR_FUNCTION,
      operator: MACRO_OR_FUNCTION,
      type: TYPE,
    },
    holders: ["module", "protocol", "implementation"],
    hasClauses: true,
  },
  {
    language: "haskell",
    oracle: "ctags",
    oracleLanguage: "Haskell",
    extensions: [".hs"],
    kinds: { type: TYPE, function: VALUE_OR_FUNCTION },
    holders: ["module"],
    hasClauses: true,
  },
];
