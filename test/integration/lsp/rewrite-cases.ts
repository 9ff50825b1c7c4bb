import type { ServerCase } from "./server-case.ts";

/** A change of a project's files, and the files in which it brings something new, with words of what is said. */
export interface Rewrite {
  readonly what: string;
  /** The new texts. */
  readonly texts: Readonly<Record<string, string>>;
  readonly breaks: Readonly<Record<string, RegExp>>;
}

/** A project whose files are all open when the rewrites begin; each rewrite is made in the project as it is here. */
export interface RewriteCase extends Pick<ServerCase, "id" | "files" | "isTrusted" | "clean"> {
  readonly open: readonly string[];
  readonly rewrites: readonly Rewrite[];
  /** New files cannot be predicted by this server. */
  readonly needsDisk?: Readonly<Record<string, string>>;
  /** Said of every file. */
  readonly notPredicted?: readonly string[];
}

const tsPrice =
  "export interface Price {\n  readonly cents: number;\n}\nexport function addPrices(a: Price, b: Price): Price {\n  return { cents: a.cents + b.cents };\n}\n";
const tsCart =
  'import { addPrices, type Price } from "./price.js";\n\nexport function total(prices: readonly Price[]): Price {\n  return prices.reduce(addPrices, { cents: 0 });\n}\n';
const tsReport =
  'import { total } from "./cart.js";\n\nexport const text: string = total([{ cents: 1 }]).cents.toFixed(2);\n';
const tsOld = 'export const old: number = "x";\n';

const typescript: RewriteCase = {
  id: "typescript",
  files: {
    "tsconfig.json":
      '{ "compilerOptions": { "strict": true, "module": "nodenext", "types": [] }, "include": ["src"] }\n',
    "package.json": '{ "name": "shop", "type": "module" }\n',
    "src/price.ts": tsPrice,
    "src/cart.ts": tsCart,
    "src/report.ts": tsReport,
    "src/old.ts": tsOld,
  },
  clean: "src/cart.ts",
  open: ["src/price.ts", "src/cart.ts", "src/report.ts", "src/old.ts"],
  rewrites: [
    {
      what: "a rename in both files",
      texts: {
        "src/price.ts": tsPrice.replaceAll("addPrices", "sum"),
        "src/cart.ts": tsCart.replaceAll("addPrices", "sum"),
      },
      breaks: {},
    },
    {
      what: "a rename of the declaration only",
      texts: { "src/price.ts": tsPrice.replace("addPrices", "sum") },
      breaks: { "src/cart.ts": /addPrices/ },
    },
    {
      what: "another type of a field",
      texts: { "src/price.ts": tsPrice.replace("cents: number", "cents: string") },
      breaks: { "src/cart.ts": /not assignable|overload/, "src/report.ts": /toFixed|not assignable/ },
    },
    {
      what: "a syntax error",
      texts: { "src/cart.ts": tsCart.replace("{ cents: 0 });", "{ cents: 0 ;") },
      breaks: { "src/cart.ts": /expected/ },
    },
    {
      what: "an old error that moves down",
      texts: { "src/old.ts": `\n\n\n\n${tsOld}` },
      breaks: {},
    },
    {
      what: "the same error a second time",
      texts: { "src/old.ts": `${tsOld}export const older: number = "x";\n` },
      breaks: { "src/old.ts": /not assignable to type 'number'/ },
    },
    {
      what: "a new module and its importer",
      texts: {
        "src/zero.ts": "export const ZERO = { cents: 0 };\n",
        "src/cart.ts": `import { ZERO } from "./zero.js";\n${tsCart.replace("{ cents: 0 }", "ZERO")}`,
      },
      breaks: {},
    },
    {
      what: "a new module that is used wrongly",
      texts: {
        "src/zero.ts": "export const ZERO = { cents: 0 };\n",
        "src/report.ts": `import { ZERO } from "./zero.js";\n${tsReport}export const wrong: string = ZERO.cents;\n`,
      },
      breaks: { "src/report.ts": /not assignable to type 'string'/ },
    },
  ],
};

const pyPrice =
  "def add_prices(a: int, b: int) -> int:\n    return a + b\n\n\nclass Cart:\n    def total(self) -> int:\n        return add_prices(1, 2)\n";
const pyMain =
  "from shop.price import Cart, add_prices\n\nsum_of_two: int = add_prices(1, 2)\ntotal: int = Cart().total()\n";
const pyOld = 'old: int = "x"\n';

const python: RewriteCase = {
  id: "pyright",
  files: {
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\n',
    "shop/__init__.py": "",
    "shop/price.py": pyPrice,
    "shop/main.py": pyMain,
    "shop/old.py": pyOld,
  },
  clean: "shop/main.py",
  open: ["shop/price.py", "shop/main.py", "shop/old.py"],
  rewrites: [
    {
      what: "a rename in both files",
      texts: {
        "shop/price.py": pyPrice.replaceAll("add_prices", "add"),
        "shop/main.py": pyMain.replaceAll("add_prices", "add"),
      },
      breaks: {},
    },
    {
      what: "a rename of the declaration only",
      texts: { "shop/price.py": pyPrice.replaceAll("add_prices", "add") },
      breaks: { "shop/main.py": /add_prices/ },
    },
    {
      what: "another type of a result",
      texts: { "shop/price.py": pyPrice.replace("total(self) -> int:", "total(self) -> str:") },
      breaks: { "shop/price.py": /"int" is not assignable/, "shop/main.py": /"str" is not assignable/ },
    },
    {
      what: "one argument more",
      texts: { "shop/price.py": pyPrice.replace("b: int)", "b: int, c: int)") },
      breaks: { "shop/price.py": /"c"/, "shop/main.py": /"c"/ },
    },
    {
      what: "a syntax error",
      texts: { "shop/main.py": pyMain.replace("add_prices(1, 2)", "add_prices(1, 2") },
      breaks: { "shop/main.py": /was not closed/ },
    },
    {
      what: "an attribute that is not there",
      texts: { "shop/main.py": pyMain.replace(".total()", ".totals()") },
      breaks: { "shop/main.py": /totals/ },
    },
    { what: "an old error that moves down", texts: { "shop/old.py": `\n\n\n\n${pyOld}` }, breaks: {} },
    {
      what: "the same error a second time",
      texts: { "shop/old.py": `${pyOld}older: int = "x"\n` },
      breaks: { "shop/old.py": /not assignable/ },
    },
  ],
  needsDisk: {
    "shop/zero.py": "ZERO = 0\n",
    "shop/main.py": `from shop.zero import ZERO\n${pyMain}print(ZERO)\n`,
  },
};

const goPrice =
  "package price\n\n// Add adds two prices.\nfunc Add(a, b int) int {\n\treturn a + b\n}\n\n// Cents of something.\ntype Cents int\n";
const goMain =
  'package main\n\nimport "example.com/shop/price"\n\nfunc main() {\n\tvar sum int = price.Add(1, 2)\n\tprintln(sum)\n}\n';
const goOld = 'package old\n\nvar Old int = "x"\n';

const go: RewriteCase = {
  id: "gopls",
  files: {
    "go.mod": "module example.com/shop\n\ngo 1.22\n",
    "price/price.go": goPrice,
    "main.go": goMain,
    "old/old.go": goOld,
  },
  clean: "main.go",
  open: ["price/price.go", "main.go", "old/old.go"],
  rewrites: [
    {
      what: "a rename in both files",
      texts: { "price/price.go": goPrice.replaceAll("Add", "Sum"), "main.go": goMain.replaceAll("Add", "Sum") },
      breaks: {},
    },
    {
      what: "a rename of the declaration only",
      texts: { "price/price.go": goPrice.replaceAll("Add", "Sum") },
      breaks: { "main.go": /undefined: price\.Add/ },
    },
    {
      what: "another type of a result",
      texts: { "price/price.go": goPrice.replace("b int) int", "b int) Cents").replace("a + b", "Cents(a + b)") },
      breaks: { "main.go": /cannot use/ },
    },
    {
      what: "an import that is not used",
      texts: { "main.go": goMain.replace("price.Add(1, 2)", "3") },
      breaks: { "main.go": /imported and not used/ },
    },
    {
      what: "a syntax error",
      texts: { "main.go": goMain.replace("Add(1, 2)", "Add(1, 2") },
      breaks: { "main.go": /expected|missing/ },
    },
    {
      what: "a new file of a package and its use",
      texts: {
        "price/zero.go": "package price\n\n// Zero is nothing.\nconst Zero = 0\n",
        "main.go": goMain.replace("price.Add(1, 2)", "price.Add(1, price.Zero)"),
      },
      breaks: {},
    },
    {
      what: "the same error a second time",
      texts: { "old/old.go": `${goOld}\nvar Older int = "x"\n` },
      breaks: { "old/old.go": /cannot use "x"/ },
    },
  ],
};

const cppPrice =
  "#pragma once\ninline int addPrices(int a, int b) { return a + b; }\nstruct Price {\n  int cents;\n};\n";
const cppMain = '#include "price.hpp"\n\nint main() {\n  Price price{addPrices(1, 2)};\n  return price.cents;\n}\n';
const cppOld = 'int old = "x";\n';

const cpp: RewriteCase = {
  id: "clangd",
  files: { "compile_flags.txt": "-std=c++17\n", "price.hpp": cppPrice, "main.cpp": cppMain, "old.cpp": cppOld },
  clean: "main.cpp",
  open: ["price.hpp", "main.cpp", "old.cpp"],
  rewrites: [
    {
      what: "a rename in both files",
      texts: {
        "price.hpp": cppPrice.replaceAll("addPrices", "sum"),
        "main.cpp": cppMain.replaceAll("addPrices", "sum"),
      },
      breaks: {},
    },
    {
      what: "a rename of the declaration only",
      texts: { "price.hpp": cppPrice.replaceAll("addPrices", "sum") },
      breaks: { "main.cpp": /addPrices/ },
    },
    {
      what: "another type of a field",
      texts: { "price.hpp": cppPrice.replace("int cents", "const char *cents") },
      breaks: { "main.cpp": /[Cc]annot initialize/ },
    },
    {
      what: "a syntax error",
      texts: { "main.cpp": cppMain.replace("return price.cents;", "return price.cents") },
      breaks: { "main.cpp": /[Ee]xpected ';'/ },
    },
    {
      what: "a new header and its use",
      texts: {
        "zero.hpp": "#pragma once\nconstexpr int zero = 0;\n",
        "main.cpp": `#include "zero.hpp"\n${cppMain.replace("addPrices(1, 2)", "addPrices(1, zero)")}`,
      },
      breaks: {},
    },
    {
      what: "a new header that is used wrongly",
      texts: {
        "zero.hpp": '#pragma once\ninline const char *zero() { return ""; }\n',
        "main.cpp": `#include "zero.hpp"\n${cppMain.replace("addPrices(1, 2)", "addPrices(1, zero())")}`,
      },
      breaks: { "main.cpp": /[Nn]o matching function|[Cc]annot initialize/ },
    },
    {
      what: "the same error a second time",
      texts: { "old.cpp": `${cppOld}int older = "x";\n` },
      breaks: { "old.cpp": /[Cc]annot initialize/ },
    },
  ],
};

const rustPrice = "pub fn add_prices(a: u32, b: u32) -> u32 {\n    a + b\n}\n";
const rustCart = "use crate::price::add_prices;\n\npub fn total() -> u32 {\n    add_prices(1, 2)\n}\n";

const rust: RewriteCase = {
  id: "rust-analyzer",
  isTrusted: true,
  files: {
    "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs": "pub mod cart;\npub mod price;\n",
    "src/price.rs": rustPrice,
    "src/cart.rs": rustCart,
  },
  clean: "src/cart.rs",
  open: ["src/price.rs", "src/cart.rs"],
  notPredicted: ["cargo check, which reads the disk"],
  rewrites: [
    {
      what: "a rename in both files",
      texts: {
        "src/price.rs": rustPrice.replaceAll("add_prices", "sum"),
        "src/cart.rs": rustCart.replaceAll("add_prices", "sum"),
      },
      breaks: {},
    },
    {
      what: "one argument more",
      texts: { "src/price.rs": rustPrice.replace("b: u32)", "b: u32, _c: u32)") },
      breaks: { "src/cart.rs": /expected 3 arguments/ },
    },
    {
      what: "a syntax error",
      texts: { "src/cart.rs": rustCart.replace("add_prices(1, 2)", "add_prices(1, 2") },
      breaks: { "src/cart.rs": /expected/ },
    },
  ],
};

export const rewriteCases: readonly RewriteCase[] = [typescript, python, go, cpp, rust];
