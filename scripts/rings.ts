/**
 * The rings: each folder under src may import the folders named here and itself, type-only imports
 * included. `externals` lists the only folders that may import a package or built-in module.
 * `.oxlintrc.json` repeats the part lint can express; check-architecture.ts checks all of it.
 */
const below = {
  base: [],
  config: ["base"],
  process: ["base", "config"],
  rendezvous: ["base"],
  workspace: ["base", "config"],
  syntax: ["base", "config", "process", "workspace"],
  index: ["base", "config", "process", "workspace", "syntax"],
  lsp: ["base", "config", "process", "workspace"],
  findings: ["base"],
  tools: ["base", "config", "process", "workspace", "syntax", "index", "lsp", "findings"],
  engine: ["base", "config", "process", "workspace", "syntax", "index", "lsp", "findings", "tools"],
  run: ["base", "config", "process", "rendezvous", "workspace", "syntax", "index", "lsp", "findings", "tools"],
  hosts: [
    "base",
    "config",
    "process",
    "rendezvous",
    "workspace",
    "syntax",
    "index",
    "lsp",
    "findings",
    "tools",
    "engine",
    "run",
  ],
} satisfies Record<string, readonly string[]>;

export const rings: Readonly<Record<string, readonly string[]>> = below;

/** Hosts are siblings of each other. */
export const siblings: readonly string[] = ["hosts/cli", "hosts/mcp", "hosts/pi"];

export const externals: Readonly<Record<string, readonly string[]>> = {
  "node:child_process": ["process"],
  "web-tree-sitter": ["syntax"],
  "node:sqlite": ["index"],
  "vscode-jsonrpc": ["lsp"],
  "vscode-languageserver-protocol": ["lsp"],
  "@modelcontextprotocol/server": ["hosts/mcp"],
  "@earendil-works/pi-coding-agent": ["hosts/pi"],
  ignore: ["workspace"],
};

/** Packages of programs that load us: their types are known here, their code is theirs to bring. */
export const typeOnlyExternals: readonly string[] = ["@earendil-works/pi-coding-agent"];

/** Folders that hold data files only and may hold any number of them. */
export const dataFolders: readonly string[] = [
  "src/syntax/languages",
  "src/syntax/queries",
  "src/syntax/references/languages",
  "src/syntax/structural/languages",
  "src/lsp/servers",
  "src/lsp/checkers/languages",
];

export const forbiddenNames: readonly string[] = [
  "utils",
  "util",
  "helpers",
  "helper",
  "common",
  "manager",
  "service",
  "misc",
];

export const limits = { folderFiles: 15 } as const;
