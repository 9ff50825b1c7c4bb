import type { ServerCase } from "./server-case.ts";
import { pythonAnswers, typescriptAnswers } from "./server-cases.ts";

/** Servers that are tested where they are installed, and are not installed by default. */
export const moreServerCases: readonly ServerCase[] = [
  { id: "vtsls", isTrusted: true, ...typescriptAnswers },
  { id: "pyrefly", ...pythonAnswers, mistake: { file: "shop/broken.py", line: 3, says: /int/ } },
  { id: "jedi", ...pythonAnswers },
  {
    id: "intelephense",
    files: {
      "composer.json": "{}\n",
      "price.php": "<?php\n\nfunction add_prices(int $a, int $b): int\n{\n    return $a + $b;\n}\n",
      "main.php": "<?php\n\nrequire 'price.php';\n\necho add_prices(1, 2);\n",
      "broken.php": "<?php\n\necho add_pricez(1, 2);\n",
    },
    mistake: { file: "broken.php", line: 3, says: /Undefined function/ },
    clean: "main.php",
    definition: { file: "main.php", snippet: "add_prices(1, 2)", symbol: "add_prices", leadsTo: "price.php:3" },
    references: {
      file: "main.php",
      snippet: "add_prices(1, 2)",
      symbol: "add_prices",
      are: ["main.php:5", "price.php:3"],
    },
    symbols: { file: "price.php", include: ["add_prices"] },
  },
  {
    id: "tombi",
    files: { "ok.toml": '[shop]\nname = "x"\n', "broken.toml": '[shop]\nname = "x"\nname = "y"\n' },
    mistake: { file: "broken.toml", line: 3, says: /conflict|duplicate/i },
    clean: "ok.toml",
    symbols: { file: "ok.toml", include: ["shop", "name"] },
  },
  {
    id: "prisma",
    files: {
      "package.json": '{ "devDependencies": { "prisma": "7" } }\n',
      "ok.prisma":
        'datasource db {\n  provider = "sqlite"\n}\n\nmodel Price {\n  id Int @id\n  carts Cart[]\n}\n\nmodel Cart {\n  id Int @id\n  priceId Int\n  price Price @relation(fields: [priceId], references: [id])\n}\n',
    },
    clean: "ok.prisma",
    definition: { file: "ok.prisma", snippet: "price Price", symbol: "Price", leadsTo: "ok.prisma:5" },
    symbols: { file: "ok.prisma", include: ["Price", "Cart"] },
  },
  {
    id: "fish",
    files: {
      "ok.fish": "function greet\n    echo hello\nend\ngreet\n",
      "broken.fish": "function greet\n    echo hello\n",
    },
    mistake: { file: "broken.fish", line: 1, says: /missing closing token/ },
    clean: "ok.fish",
    definition: { file: "ok.fish", snippet: "end\ngreet", symbol: "greet", leadsTo: "ok.fish:1" },
    symbols: { file: "ok.fish", include: ["greet"] },
  },
  {
    id: "cue",
    files: {
      "cue.mod/module.cue": 'module: "example.com/shop"\nlanguage: version: "v0.15.0"\n',
      "ok.cue": "package shop\n\n#Price: int\ncart: #Price\n",
    },
    clean: "ok.cue",
    definition: { file: "ok.cue", snippet: "cart: #Price", symbol: "#Price", leadsTo: "ok.cue:3" },
  },
  {
    id: "cmake",
    files: { "CMakeLists.txt": "cmake_minimum_required(VERSION 3.20)\nproject(shop)\n" },
    clean: "CMakeLists.txt",
  },
  {
    id: "docker-compose",
    files: {
      "compose.yaml": "services:\n  shop:\n    image: alpine\n",
      "bad/compose.yaml": "services:\n  shop:\n    image: [alpine\n",
    },
    mistake: { file: "bad/compose.yaml", line: 4, says: /./ },
    clean: "compose.yaml",
  },
  {
    id: "fortran",
    files: {
      "price.f90":
        "module price\ncontains\n  function add(a, b) result(c)\n    integer, intent(in) :: a, b\n    integer :: c\n    c = a + b\n  end function add\nend module price\n",
      "main.f90": "program main\n  use price\n  print *, add(1, 2)\nend program main\n",
    },
    clean: "main.f90",
    definition: { file: "main.f90", snippet: "add(1, 2)", symbol: "add", leadsTo: "price.f90:3" },
    symbols: { file: "price.f90", include: ["add"] },
  },
  {
    id: "astro",
    isTrusted: true,
    files: {
      "package.json": '{ "name": "shop", "type": "module", "dependencies": { "astro": "7" } }\n',
      "tsconfig.json": '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler" } }\n',
      "src/price.ts": "export function addPrices(a: number, b: number): number {\n  return a + b;\n}\n",
      "src/Cart.astro":
        '---\nimport { addPrices } from "./price";\nconst total = addPrices(1, 2);\n---\n\n<p>{total}</p>\n',
      "src/Broken.astro":
        '---\nimport { addPrices } from "./price";\nconst total: string = addPrices(1, 2);\n---\n\n<p>{total}</p>\n',
    },
    mistake: { file: "src/Broken.astro", line: 3, says: /not assignable/ },
    clean: "src/Cart.astro",
    definition: { file: "src/Cart.astro", snippet: "addPrices(1, 2)", symbol: "addPrices", leadsTo: "src/price.ts:1" },
    symbols: { file: "src/Cart.astro", include: ["total"] },
  },
];
