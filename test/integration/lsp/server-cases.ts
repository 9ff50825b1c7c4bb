import type { ServerCase, Spot } from "./server-case.ts";

/** TypeScript, for every server of it. */
const typescriptFiles = {
  "tsconfig.json": '{ "compilerOptions": { "strict": true, "module": "nodenext" }, "include": ["src"] }\n',
  "package.json": '{ "name": "shop", "type": "module" }\n',
  "src/price.ts":
    "export interface Price {\n  readonly cents: number;\n}\nexport function addPrices(a: Price, b: Price): Price {\n  return { cents: a.cents + b.cents };\n}\n",
  "src/cart.ts":
    'import { addPrices, type Price } from "./price.js";\n\nexport function total(prices: readonly Price[]): Price {\n  return prices.reduce(addPrices, { cents: 0 });\n}\n',
  "src/broken.ts":
    'import { addPrices } from "./price.js";\n\nexport const sum = addPrices({ cents: 1 }, { cents: "2" });\n',
};
const reduce: Spot = { file: "src/cart.ts", snippet: "reduce(addPrices", symbol: "addPrices" };
export const typescriptAnswers = {
  files: typescriptFiles,
  mistake: { file: "src/broken.ts", line: 3, says: /not assignable/ },
  clean: "src/cart.ts",
  definition: { ...reduce, leadsTo: "src/price.ts:4" },
  references: {
    ...reduce,
    are: ["src/broken.ts:1", "src/broken.ts:3", "src/cart.ts:1", "src/cart.ts:4", "src/price.ts:4"],
  },
  rename: { ...reduce, changes: ["src/broken.ts", "src/cart.ts", "src/price.ts"] },
  symbols: { file: "src/price.ts", include: ["Price", "addPrices"] },
} as const;

/** Python, for every server of it. */
const pythonFiles = {
  "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\n',
  "shop/__init__.py": "",
  "shop/price.py":
    'def add_prices(a: int, b: int) -> int:\n    """Adds two prices in cents."""\n    return a + b\n\n\nclass Cart:\n    def total(self) -> int:\n        return add_prices(1, 2)\n',
  "shop/main.py":
    "from shop.price import Cart, add_prices\n\nsum_of_two: int = add_prices(1, 2)\ntotal: int = Cart().total()\n",
  "shop/broken.py": 'from shop.price import add_prices\n\nvalue: int = add_prices(1, "2")\n',
};
const addPrices: Spot = { file: "shop/main.py", snippet: "= add_prices(1", symbol: "add_prices" };
export const pythonAnswers = {
  files: pythonFiles,
  clean: "shop/main.py",
  definition: { ...addPrices, leadsTo: "shop/price.py:1" },
  references: {
    ...addPrices,
    are: [
      "shop/broken.py:1",
      "shop/broken.py:3",
      "shop/main.py:1",
      "shop/main.py:3",
      "shop/price.py:1",
      "shop/price.py:8",
    ],
  },
  rename: { ...addPrices, changes: ["shop/broken.py", "shop/main.py", "shop/price.py"] },
  symbols: { file: "shop/price.py", include: ["add_prices", "Cart", "total"] },
} as const;
const wrongArgument = { file: "shop/broken.py", line: 3, says: /2/ };

/** `{root}` becomes the folder of the project. */
function compileCommands(...files: readonly string[]): string {
  return JSON.stringify(files.map((file) => ({ directory: "{root}", file, command: `c++ -std=c++17 -c ${file}` })));
}

const linted = {
  "package.json": '{ "name": "linted", "type": "module" }\n',
  "src/clean.js": "export const answer = 42;\n",
  "src/broken.js": "export function check(a) {\n  debugger;\n  return a;\n}\n",
};

export const serverCases: readonly ServerCase[] = [
  { id: "typescript", ...typescriptAnswers },
  { id: "typescript-language-server", isTrusted: true, ...typescriptAnswers },
  { id: "pyright", ...pythonAnswers, mistake: wrongArgument },
  { id: "basedpyright", ...pythonAnswers, mistake: wrongArgument },
  { id: "ty", ...pythonAnswers, mistake: { ...wrongArgument, says: /int/ } },
  {
    id: "ruff",
    files: { ...pythonFiles, "ruff.toml": "", "shop/unused.py": "import os\n" },
    mistake: { file: "shop/unused.py", line: 1, says: /imported but unused/ },
    clean: "shop/main.py",
  },
  {
    id: "gopls",
    files: {
      "go.mod": "module example.com/shop\n\ngo 1.22\n",
      "price/price.go": "package price\n\n// Add adds two prices.\nfunc Add(a, b int) int {\n\treturn a + b\n}\n",
      "main.go": 'package main\n\nimport "example.com/shop/price"\n\nfunc main() {\n\tprintln(price.Add(1, 2))\n}\n',
      "broken/broken.go": 'package broken\n\nimport "example.com/shop/price"\n\nvar Sum = price.Add(1, "2")\n',
    },
    mistake: { file: "broken/broken.go", line: 5, says: /cannot use "2"/ },
    clean: "main.go",
    definition: { file: "main.go", snippet: "price.Add(1, 2)", symbol: "Add", leadsTo: "price/price.go:4" },
    references: {
      file: "main.go",
      snippet: "price.Add(1, 2)",
      symbol: "Add",
      are: ["broken/broken.go:5", "main.go:6", "price/price.go:4"],
    },
    rename: {
      file: "main.go",
      snippet: "price.Add(1, 2)",
      symbol: "Add",
      changes: ["broken/broken.go", "main.go", "price/price.go"],
    },
    symbols: { file: "price/price.go", include: ["Add"] },
  },
  {
    id: "rust-analyzer",
    isTrusted: true,
    files: {
      "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
      "src/lib.rs": "pub mod broken;\npub mod cart;\npub mod price;\n",
      "src/price.rs": "pub fn add_prices(a: u32, b: u32) -> u32 {\n    a + b\n}\n",
      "src/cart.rs": "use crate::price::add_prices;\n\npub fn total() -> u32 {\n    add_prices(1, 2)\n}\n",
      "src/broken.rs": 'use crate::price::add_prices;\n\npub fn wrong() -> u32 {\n    add_prices(1, "2")\n}\n',
    },
    mistake: { file: "src/broken.rs", line: 4, says: /mismatched types|expected/ },
    clean: "src/cart.rs",
    definition: { file: "src/cart.rs", snippet: "add_prices(1, 2)", symbol: "add_prices", leadsTo: "src/price.rs:1" },
    references: {
      file: "src/cart.rs",
      snippet: "add_prices(1, 2)",
      symbol: "add_prices",
      are: ["src/broken.rs:1", "src/broken.rs:4", "src/cart.rs:1", "src/cart.rs:4", "src/price.rs:1"],
    },
    rename: {
      file: "src/cart.rs",
      snippet: "add_prices(1, 2)",
      symbol: "add_prices",
      changes: ["src/broken.rs", "src/cart.rs", "src/price.rs"],
    },
    symbols: { file: "src/price.rs", include: ["add_prices"] },
  },
  {
    id: "clangd",
    files: {
      "compile_commands.json": compileCommands("price.cpp", "main.cpp", "broken.cpp"),
      "price.h": "#pragma once\nint add_prices(int a, int b);\n",
      "price.cpp": '#include "price.h"\nint add_prices(int a, int b) { return a + b; }\n',
      "main.cpp": '#include "price.h"\nint main() { return add_prices(1, 2); }\n',
      "broken.cpp": '#include "price.h"\nint wrong = add_prices(1, "2");\n',
    },
    mistake: { file: "broken.cpp", line: 2, says: /no matching function/i },
    clean: "main.cpp",
    definition: { file: "main.cpp", snippet: "add_prices(1, 2)", symbol: "add_prices", leadsTo: "price.cpp:2" },
    references: {
      file: "main.cpp",
      snippet: "add_prices(1, 2)",
      symbol: "add_prices",
      are: ["broken.cpp:2", "main.cpp:2", "price.cpp:2", "price.h:2"],
    },
    rename: {
      file: "main.cpp",
      snippet: "add_prices(1, 2)",
      symbol: "add_prices",
      changes: ["broken.cpp", "main.cpp", "price.cpp", "price.h"],
    },
    symbols: { file: "price.cpp", include: ["add_prices"] },
  },
  {
    id: "bash",
    files: {
      "lib.sh": '#!/bin/bash\ngreet() {\n  echo "hello $1"\n}\n',
      "main.sh": '#!/bin/bash\nset -u\nsay() {\n  echo "$1"\n}\nsay hello\n',
      "broken.sh": "#!/bin/bash\nname=$1\necho $name\n",
    },
    mistake: { file: "broken.sh", line: 3, says: /Double quote/ },
    clean: "main.sh",
    definition: { file: "main.sh", snippet: "say hello", symbol: "say", leadsTo: "main.sh:3" },
    references: { file: "main.sh", snippet: "say hello", symbol: "say", are: ["main.sh:3", "main.sh:6"] },
    rename: { file: "main.sh", snippet: "say hello", symbol: "say", changes: ["main.sh"] },
    symbols: { file: "main.sh", include: ["say"] },
  },
  {
    id: "yaml",
    files: {
      "ok.yaml": "base: &base\n  name: shop\nother: *base\n",
      "broken.yaml": "name: shop\nlist: [1, 2\nport: 80\n",
    },
    mistake: { file: "broken.yaml", line: 3, says: /./ },
    clean: "ok.yaml",
    definition: { file: "ok.yaml", snippet: "*base", symbol: "base", leadsTo: "ok.yaml:2" },
    symbols: { file: "ok.yaml", include: ["base", "name"] },
  },
  {
    id: "json",
    files: { "ok.json": '{ "name": "shop", "port": 80 }\n', "broken.json": '{\n  "name": "shop"\n  "port": 80\n}\n' },
    mistake: { file: "broken.json", line: 3, says: /comma/i },
    clean: "ok.json",
    symbols: { file: "ok.json", include: ["name", "port"] },
  },
  {
    id: "css",
    files: {
      "ok.css": ":root { --gap: 4px; }\n.card { margin: var(--gap); }\n",
      "broken.css": ".card {\n  colr: red;\n  color red;\n}\n",
    },
    mistake: { file: "broken.css", line: 3, says: /colon expected/ },
    clean: "ok.css",
    definition: { file: "ok.css", snippet: "var(--gap)", symbol: "--gap", leadsTo: "ok.css:1" },
    references: { file: "ok.css", snippet: "var(--gap)", symbol: "--gap", are: ["ok.css:1", "ok.css:2"] },
    rename: { file: "ok.css", snippet: "var(--gap)", symbol: "--gap", newName: "--renamed", changes: ["ok.css"] },
    symbols: { file: "ok.css", include: [".card"] },
  },
  {
    id: "html",
    files: {
      "ok.html":
        '<!doctype html>\n<html lang="en">\n<head><title>Shop</title></head>\n<body id="top"></body>\n</html>\n',
      "broken.html": "<!doctype html>\n<style>\n.card { color red; }\n</style>\n",
    },
    mistake: { file: "broken.html", line: 3, says: /colon expected/ },
    clean: "ok.html",
    symbols: { file: "ok.html", include: ["body#top"] },
  },
  {
    id: "dockerfile",
    files: {
      Dockerfile: 'FROM alpine AS base\nFROM base\nCMD ["true"]\n',
      "bad/Dockerfile": "FROM alpine\nRUNN true\n",
    },
    mistake: { file: "bad/Dockerfile", line: 2, says: /Unknown instruction/ },
    clean: "Dockerfile",
    definition: { file: "Dockerfile", snippet: "FROM base", symbol: "base", leadsTo: "Dockerfile:1" },
    rename: { file: "Dockerfile", snippet: "FROM base", symbol: "base", changes: ["Dockerfile"] },
    symbols: { file: "Dockerfile", include: ["FROM", "CMD"] },
  },
  {
    id: "eslint",
    isTrusted: true,
    library: "eslint",
    files: { ...linted, "eslint.config.js": 'export default [{ rules: { "no-debugger": "error" } }];\n' },
    mistake: { file: "src/broken.js", line: 2, says: /debugger/ },
    clean: "src/clean.js",
  },
  {
    id: "biome",
    files: { ...linted, "biome.json": '{ "linter": { "enabled": true } }\n' },
    mistake: { file: "src/broken.js", line: 2, says: /debugger/ },
    clean: "src/clean.js",
  },
  {
    id: "oxlint",
    isTrusted: true,
    files: { ...linted, ".oxlintrc.json": '{ "rules": { "no-debugger": "error" } }\n' },
    mistake: { file: "src/broken.js", line: 2, says: /debugger/ },
    clean: "src/clean.js",
  },
  {
    id: "vue",
    isTrusted: true,
    library: "vue",
    files: {
      "package.json": '{ "name": "shop", "type": "module", "dependencies": { "vue": "3" } }\n',
      "tsconfig.json":
        '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler" }, "include": ["src"] }\n',
      "src/price.ts": "export function addPrices(a: number, b: number): number {\n  return a + b;\n}\n",
      "src/Cart.vue":
        '<script setup lang="ts">\nimport { addPrices } from "./price";\nconst total = addPrices(1, 2);\n</script>\n\n<template>\n  <p>{{ total }}</p>\n</template>\n',
      "src/Broken.vue":
        '<script setup lang="ts">\nimport { addPrices } from "./price";\nconst total = addPrices(1, 2);\n</script>\n\n<template>\n  <p>{{ total.foo }}</p>\n</template>\n',
    },
    mistake: { file: "src/Broken.vue", line: 7, says: /foo/ },
    clean: "src/Cart.vue",
    definition: { file: "src/Cart.vue", snippet: "addPrices(1, 2)", symbol: "addPrices", leadsTo: "src/price.ts:1" },
    references: {
      file: "src/Cart.vue",
      snippet: "{{ total }}",
      symbol: "total",
      are: ["src/Cart.vue:3", "src/Cart.vue:7"],
    },
    rename: {
      file: "src/Cart.vue",
      snippet: "addPrices(1, 2)",
      symbol: "addPrices",
      changes: ["src/Broken.vue", "src/Cart.vue", "src/price.ts"],
    },
  },
  {
    id: "svelte",
    isTrusted: true,
    library: "svelte",
    files: {
      "package.json": '{ "name": "shop", "type": "module", "devDependencies": { "svelte": "5" } }\n',
      "tsconfig.json":
        '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler" }, "include": ["src"] }\n',
      "src/price.ts": "export function addPrices(a: number, b: number): number {\n  return a + b;\n}\n",
      "src/Cart.svelte":
        '<script lang="ts">\n  import { addPrices } from "./price";\n  const total = addPrices(1, 2);\n</script>\n\n<p>{total}</p>\n',
      "src/Broken.svelte":
        '<script lang="ts">\n  import { addPrices } from "./price";\n  const total: string = addPrices(1, 2);\n</script>\n\n<p>{total}</p>\n',
    },
    mistake: { file: "src/Broken.svelte", line: 3, says: /not assignable/ },
    clean: "src/Cart.svelte",
    definition: { file: "src/Cart.svelte", snippet: "addPrices(1, 2)", symbol: "addPrices", leadsTo: "src/price.ts:1" },
    references: {
      file: "src/Cart.svelte",
      snippet: "{total}",
      symbol: "total",
      are: ["src/Cart.svelte:3", "src/Cart.svelte:6"],
    },
    rename: { file: "src/Cart.svelte", snippet: "{total}", symbol: "total", changes: ["src/Cart.svelte"] },
    symbols: { file: "src/Cart.svelte", include: ["total"] },
  },
];
