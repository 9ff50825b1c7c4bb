/** Where the users of symbols are known from: a repository at a commit and the language server that was asked. */
export interface UsersCorpus {
  readonly name: string;
  readonly repository: string;
  readonly commit: string;
  /** The server's command; `{typescript}` is the native compiler of this project's own typescript package. */
  readonly server: readonly string[];
  readonly options?: object;
  /** Files that symbols are drawn from. */
  readonly sources: RegExp;
  /** Files that may hold uses, opened before the server is asked. */
  readonly users: RegExp;
  /** Data of tests: never drawn from, opened or counted. */
  readonly excluded: RegExp;
  /** Written into the server's copy of the tree, so that one project holds everything. */
  readonly settings?: Readonly<Record<string, object>>;
  /** Removed from the copy before: settings that would make many projects of it. */
  readonly removed?: string;
  /** Import statements, whose names are no uses; matched over a whole file. */
  readonly imports: RegExp;
  /** A line that is a comment: servers count what documentation mentions. */
  readonly comment: RegExp;
}

const SCRIPT_IMPORTS =
  /^(?:import|export)\s+(?:type\s+)?(?:[\w$*,\s]|\{[^}]*\})*?\s*from\s*['"]|^export\s+(?:type\s+)?\{[^}]*\}/gm;
const PYTHON_IMPORTS = /^[ \t]*(?:from\s+[\w.]+\s+import\s+(?:\([^)]*\)|[^\n]*)|import\s+[^\n]*)/gm;
const RUST_IMPORTS = /^[ \t]*(?:pub(?:\([^)]*\))?\s+)?use\s[^;]*;/gm;
const GO_IMPORTS = /^import\s+(?:\([^)]*\)|[^\n]*)/gm;

const BLOCK_COMMENT = /^\s*(?:\*(?:\s|\/|$)|\/\/|\/\*)/;
const LINE_COMMENT = /^\s*(?:\/\/|#(?!\[))/;

const TYPESCRIPT = {
  module: "Preserve",
  moduleResolution: "Bundler",
  target: "ESNext",
  lib: ["ESNext", "DOM"],
  allowImportingTsExtensions: true,
  allowJs: true,
  resolveJsonModule: true,
  skipLibCheck: true,
  strict: true,
  noEmit: true,
  types: [],
};

export const usersCorpora: readonly UsersCorpus[] = [
  {
    name: "vite",
    repository: "vitejs/vite",
    commit: "a98c8d95d552c6fa98ab66fb810f5b39ad5abf49",
    server: ["{typescript}", "--lsp", "--stdio"],
    sources: /^packages\/[^/]+\/src\/(?!.*__tests__).*\.ts$/,
    users: /^(?:packages|playground)\/.*\.[mc]?[jt]sx?$/,
    excluded: /\/(?:fixtures|dist)\/|\.d\.ts$|(?:^|\/)template-/,
    removed: "**/tsconfig*.json",
    settings: {
      "tsconfig.json": {
        compilerOptions: { ...TYPESCRIPT, paths: { vite: ["./packages/vite/src/node"] } },
        include: ["packages", "playground"],
        exclude: ["**/fixtures", "**/dist", "**/node_modules", "**/template-*"],
      },
    },
    imports: SCRIPT_IMPORTS,
    comment: BLOCK_COMMENT,
  },
  {
    name: "babel",
    repository: "babel/babel",
    commit: "1da3cfa1a25503c7ecba7304f8738933e6d16dca",
    server: ["{typescript}", "--lsp", "--stdio"],
    sources: /^packages\/[^/]+\/src\/(?!.*__tests__).*\.ts$/,
    users: /^(?:packages|eslint|codemods|scripts|benchmark)\/.*\.[mc]?[jt]sx?$/,
    excluded: /\/(?:fixtures?|lib|generated)\/|\.d\.ts$/,
    removed: "**/tsconfig.json",
    settings: {
      "tsconfig.json": {
        extends: ["./tsconfig.paths.json"],
        compilerOptions: { ...TYPESCRIPT, customConditions: ["babel-src"], esModuleInterop: true },
        include: ["packages/*/src", "packages/*/test/*", "packages/*/scripts", "eslint", "codemods", "scripts"],
        exclude: ["**/fixtures", "**/lib", "**/node_modules"],
      },
    },
    imports: SCRIPT_IMPORTS,
    comment: BLOCK_COMMENT,
  },
  {
    name: "flask",
    repository: "pallets/flask",
    commit: "2ac89889f4cc330eabd50f295dcef02828522c69",
    server: ["pyright-langserver", "--stdio"],
    sources: /^src\/.*\.py$/,
    users: /\.py$/,
    excluded: /^docs\/|^\.packages\//,
    settings: { "pyrightconfig.json": { extraPaths: ["src", ".packages"], include: ["src", "tests", "examples"] } },
    imports: PYTHON_IMPORTS,
    comment: LINE_COMMENT,
  },
  {
    name: "gin",
    repository: "gin-gonic/gin",
    commit: "dcaa4296d111981ffb31ac3eba90bb63e1eb5ab9",
    server: ["gopls"],
    sources: /^(?!.*_test\.go$).*\.go$/,
    users: /\.go$/,
    excluded: /^testdata\//,
    imports: GO_IMPORTS,
    comment: LINE_COMMENT,
  },
  {
    name: "ripgrep",
    repository: "BurntSushi/ripgrep",
    commit: "3fce3b5bb0236da2df6d99672afb8a719642eca7",
    server: ["rust-analyzer"],
    options: { checkOnSave: false, cargo: { buildScripts: { enable: false } }, procMacro: { enable: false } },
    sources: /^crates\/.*\.rs$/,
    users: /\.rs$/,
    excluded: /^(?:fuzz)\//,
    imports: RUST_IMPORTS,
    comment: LINE_COMMENT,
  },
];
