/** Languages whose imports are resolved alike. */
export type Family =
  | "ecmascript"
  | "python"
  | "go"
  | "rust"
  | "jvm"
  | "csharp"
  | "php"
  | "ruby"
  | "c"
  | "dart"
  | "swift"
  | "elixir"
  | "lua"
  | "haskell"
  | "ocaml"
  | "zig"
  | "nix"
  | "path";

export const FAMILY_OF: Readonly<Record<string, Family>> = {
  typescript: "ecmascript",
  tsx: "ecmascript",
  javascript: "ecmascript",
  vue: "ecmascript",
  svelte: "ecmascript",
  python: "python",
  go: "go",
  rust: "rust",
  java: "jvm",
  kotlin: "jvm",
  scala: "jvm",
  csharp: "csharp",
  php: "php",
  ruby: "ruby",
  c: "c",
  cpp: "c",
  dart: "dart",
  swift: "swift",
  elixir: "elixir",
  lua: "lua",
  haskell: "haskell",
  ocaml: "ocaml",
  ocaml_interface: "ocaml",
  zig: "zig",
  nix: "nix",
  solidity: "path",
  bash: "path",
};

/** How the parts of a module's name are joined, where a name of a module can be one itself. */
export const JOINT: Readonly<Partial<Record<Family, string>>> = {
  python: ".",
  rust: "::",
  jvm: ".",
  haskell: ".",
  elixir: ".",
};

/** Languages in which a name that is imported can itself be a module. */
export const LANGUAGES_WITH_MEMBERS: readonly string[] = Object.entries(FAMILY_OF).flatMap(([language, family]) =>
  JOINT[family] === undefined ? [] : [language],
);
