import { expect, onTestFinished, test } from "vitest";
import { indexOfRows, type RowsOfFile } from "../../../test/helpers/index-rows.ts";
import { GraphReader, type GraphSymbol } from "./graph-reader.ts";
import { ReferenceResolver } from "./resolve-reference.ts";
import { groupUses } from "./used-by.ts";
import { UserFinder } from "./users.ts";

type Rows = Readonly<Record<string, RowsOfFile>>;

/** "file:line tier" of each use of a symbol, sorted. */
function usesOf(rows: Rows, path: string, fullName: string, maxCandidates = 1000): string[] {
  const { reader, finder, symbol } = setUp(rows, path, fullName);
  const { uses } = finder.usesOf(symbol, maxCandidates);
  return uses.map(({ file, line, tier }) => `${reader.file(file)?.path}:${line} ${tier}`).sort();
}

function setUp(
  rows: Rows,
  path: string,
  fullName: string,
): { reader: GraphReader; finder: UserFinder; symbol: GraphSymbol } {
  const { connection, view } = indexOfRows(rows);
  onTestFinished(() => connection.close());
  const reader = new GraphReader(view.database);
  const file = reader.fileAt(path);
  const symbol = reader.symbolsOf(file?.id ?? 0).find((one) => one?.fullName === fullName);
  if (symbol === undefined) throw new Error(`no ${fullName} in ${path}`);
  return { reader, finder: new UserFinder(new ReferenceResolver(reader)), symbol };
}

const FORMAT: RowsOfFile = { symbols: [{ name: "format" }], exports: [{ name: "format" }] };
const OTHER: RowsOfFile = { symbols: [{ name: "format" }], exports: [{ name: "format" }] };

const cases: readonly { name: string; rows: Rows; of?: string; uses: readonly string[] }[] = [
  {
    name: "a call in the same file is exact",
    rows: { "a.ts": { ...FORMAT, uses: [{ name: "format", line: 9 }] } },
    uses: ["a.ts:9 exact"],
  },
  {
    name: "a use under a name that only one symbol has counts once, imported or not",
    rows: {
      "a.ts": { symbols: [{ name: "resolveServerOptions" }], exports: [{ name: "resolveServerOptions" }] },
      "b.ts": {
        imports: [{ source: "./a", target: "a.ts", names: { resolveServerOptions: "resolveServerOptions" } }],
        uses: [{ name: "resolveServerOptions", line: 3 }],
      },
    },
    of: "resolveServerOptions",
    uses: ["b.ts:3 import"],
  },
  {
    name: "in a method of an object a name is no other method of it",
    rows: {
      "a.ts": FORMAT,
      "b.ts": {
        symbols: [
          { name: "actions", kind: "constant" },
          { name: "actions.format", kind: "method" },
        ],
        imports: [{ source: "./a", target: "a.ts", names: { format: "format" } }],
        uses: [{ name: "format", line: 3, in: "actions.format" }],
      },
    },
    uses: ["b.ts:3 import"],
  },
  {
    name: "a module that is handed on under a name",
    rows: {
      "a.ts": FORMAT,
      "all.ts": {
        imports: [{ source: "./a", target: "a.ts" }],
        exports: [{ name: "texts", local: "*", source: "./a" }],
      },
      "b.ts": {
        imports: [{ source: "./all", target: "all.ts", names: { texts: "texts" } }],
        uses: [{ name: "format", line: 3, receiver: "texts" }],
      },
    },
    uses: ["b.ts:3 import"],
  },
  {
    name: "a named import leads to its file, not to the namesake",
    rows: {
      "a.ts": FORMAT,
      "other.ts": OTHER,
      "b.ts": {
        imports: [{ source: "./a", target: "a.ts", names: { format: "format" } }],
        uses: [{ name: "format", line: 3 }],
      },
      "c.ts": {
        imports: [{ source: "./other", target: "other.ts", names: { format: "format" } }],
        uses: [{ name: "format", line: 4 }],
      },
    },
    uses: ["b.ts:3 import"],
  },
  {
    name: "an import under another name",
    rows: {
      "a.ts": FORMAT,
      "b.ts": {
        imports: [{ source: "./a", target: "a.ts", names: { show: "format" } }],
        uses: [{ name: "show", line: 3 }],
      },
    },
    uses: ["b.ts:3 import"],
  },
  {
    name: "a namespace import",
    rows: {
      "a.ts": FORMAT,
      "b.ts": {
        imports: [{ source: "./a", target: "a.ts", names: { text: "*" } }],
        uses: [{ name: "format", line: 3, receiver: "text" }],
      },
    },
    uses: ["b.ts:3 import"],
  },
  {
    name: "a namespace that is handed on: who says its name alone means none of what is in it",
    rows: {
      "a.ts": FORMAT,
      "all.ts": {
        imports: [{ source: "./a", target: "a.ts", names: { text: "*" } }],
        exports: [{ name: "text" }],
      },
      "b.ts": {
        imports: [{ source: "./all", target: "all.ts", names: { text: "text" } }],
        uses: [
          { name: "text", line: 3 },
          { name: "format", line: 4, receiver: "text" },
        ],
      },
    },
    uses: ["b.ts:4 import"],
  },
  {
    name: "a namespace that is exported from elsewhere under a name",
    rows: {
      "a.ts": FORMAT,
      "all.ts": {
        imports: [{ source: "./a", target: "a.ts", names: {} }],
        exports: [{ name: "text", local: "*", source: "./a" }],
      },
      "b.ts": {
        imports: [{ source: "./all", target: "all.ts", names: { words: "text" } }],
        uses: [
          { name: "words", line: 3 },
          { name: "format", line: 4, receiver: "words" },
        ],
      },
    },
    uses: ["b.ts:4 import"],
  },
  {
    name: "a default export",
    rows: {
      "a.ts": { symbols: [{ name: "format" }], exports: [{ name: "default", local: "format" }] },
      "b.ts": {
        imports: [{ source: "./a", target: "a.ts", names: { anyName: "default" } }],
        uses: [{ name: "anyName", line: 3 }],
      },
    },
    uses: ["b.ts:3 import"],
  },
  {
    name: "re-exports, of all and of one under another name",
    rows: {
      "a.ts": FORMAT,
      "all.ts": {
        imports: [{ source: "./a", target: "a.ts" }],
        exports: [{ name: "*", source: "./a" }],
      },
      "index.ts": {
        imports: [{ source: "./all", target: "all.ts" }],
        exports: [{ name: "shape", local: "format", source: "./all" }],
      },
      "b.ts": {
        imports: [{ source: ".", target: "index.ts", names: { shape: "shape" } }],
        uses: [{ name: "shape", line: 3 }],
      },
      "c.ts": {
        imports: [{ source: "./all", target: "all.ts", names: { format: "format" } }],
        uses: [{ name: "format", line: 4 }],
      },
    },
    uses: ["b.ts:3 import", "c.ts:4 import"],
  },
  {
    name: "modules that re-export each other in a circle end",
    rows: {
      "a.ts": FORMAT,
      "x.ts": { imports: [{ source: "./y", target: "y.ts" }], exports: [{ name: "*", source: "./y" }] },
      "y.ts": { imports: [{ source: "./x", target: "x.ts" }], exports: [{ name: "*", source: "./x" }] },
      "b.ts": {
        imports: [{ source: "./x", target: "x.ts", names: { format: "format" } }],
        uses: [{ name: "format", line: 3 }],
      },
    },
    uses: ["b.ts:3 name-only"],
  },
  {
    name: "a name from a package of others is no user",
    rows: {
      "a.ts": FORMAT,
      "b.ts": {
        imports: [{ source: "util", names: { format: "format", util: "*" } }],
        uses: [
          { name: "format", line: 3 },
          { name: "format", line: 4, receiver: "util" },
        ],
      },
    },
    uses: [],
  },
  {
    name: "an import that leads nowhere leaves the name only",
    rows: {
      "a.ts": FORMAT,
      "b.ts": {
        imports: [{ source: "./gone", names: { format: "format" }, isInternal: true }],
        uses: [{ name: "format", line: 3 }],
      },
    },
    uses: ["b.ts:3 name-only"],
  },
  {
    name: "an everyday name on an unknown object is never more than the name",
    rows: {
      "a.ts": {
        symbols: [
          { name: "Box", kind: "class" },
          { name: "Box.size", kind: "method" },
        ],
      },
      "b.ts": {
        uses: [
          { name: "size", line: 3, receiver: "thing" },
          { name: "size", line: 4, receiver: "?" },
        ],
      },
    },
    of: "Box.size",
    uses: ["b.ts:3 name-only", "b.ts:4 name-only"],
  },
  {
    name: "a telling name that only one declaration has is exact, two leave it open",
    rows: {
      "a.ts": {
        symbols: [
          { name: "Box", kind: "class" },
          { name: "Box.openSlowly", kind: "method" },
          { name: "Box.closeSlowly", kind: "method" },
        ],
      },
      "b.ts": {
        symbols: [{ name: "closeSlowly" }],
        uses: [
          { name: "openSlowly", line: 3, receiver: "box" },
          { name: "closeSlowly", line: 4, receiver: "box" },
        ],
      },
    },
    of: "Box.openSlowly",
    uses: ["b.ts:3 exact"],
  },
  {
    name: "the class of the object decides between namesakes",
    rows: {
      "a.ts": {
        symbols: [
          { name: "Box", kind: "class" },
          { name: "Box.open", kind: "method" },
        ],
        uses: [{ name: "open", line: 5, receiver: "this", type: "Box", in: "Box.open" }],
      },
      "c.ts": {
        symbols: [
          { name: "Door", kind: "class" },
          { name: "Door.open", kind: "method" },
        ],
      },
      "b.ts": {
        imports: [
          { source: "./a", target: "a.ts", names: { Box: "Box" } },
          { source: "./c", target: "c.ts", names: { Door: "Door" } },
        ],
        uses: [
          { name: "open", line: 3, receiver: "one", type: "Box" },
          { name: "open", line: 4, receiver: "two", type: "Door" },
          { name: "open", line: 6, receiver: "any" },
        ],
      },
    },
    of: "Box.open",
    uses: ["a.ts:5 receiver-type", "b.ts:3 receiver-type", "b.ts:6 name-only"],
  },
  {
    name: "a class of another module is not the only one of its name here",
    rows: {
      "fs/fs.go": {
        language: "go",
        symbols: [
          { name: "FileSystem", kind: "struct" },
          { name: "FileSystem.Open", kind: "method", isFlat: true },
        ],
      },
      "web/a.go": {
        language: "go",
        imports: [
          { source: "net/http", names: { http: "*" } },
          { source: "example.org/fs", target: "fs/fs.go", names: { fs: "*" } },
        ],
        uses: [
          { name: "Open", line: 3, receiver: "files", type: "http.FileSystem" },
          { name: "Open", line: 4, receiver: "files", type: "fs.FileSystem" },
          { name: "Open", line: 5, receiver: "files", type: "unknown.FileSystem" },
        ],
      },
    },
    of: "FileSystem.Open",
    uses: ["web/a.go:4 receiver-type", "web/a.go:5 receiver-type"],
  },
  {
    name: "a class inside another is named by both",
    rows: {
      "A.java": {
        language: "java",
        symbols: [
          { name: "A", kind: "class" },
          { name: "A.In", kind: "class" },
          { name: "A.In.open", kind: "method" },
          { name: "B", kind: "class" },
          { name: "B.In", kind: "class" },
          { name: "B.In.open", kind: "method" },
        ],
        uses: [
          { name: "open", line: 3, receiver: "in", type: "A.In" },
          { name: "open", line: 4, receiver: "in", type: "B.In" },
        ],
      },
    },
    of: "A.In.open",
    uses: ["A.java:3 receiver-type"],
  },
  {
    name: "an inherited member, and the one that overrides it",
    rows: {
      "a.ts": {
        symbols: [
          { name: "Base", kind: "class" },
          { name: "Base.open", kind: "method" },
        ],
      },
      "b.ts": {
        imports: [{ source: "./a", target: "a.ts", names: { Base: "Base" } }],
        symbols: [
          { name: "Plain", kind: "class" },
          { name: "Own", kind: "class" },
          { name: "Own.open", kind: "method" },
        ],
        uses: [
          { name: "Base", line: 1, kind: "extends", in: "Plain" },
          { name: "Base", line: 2, kind: "extends", in: "Own" },
          { name: "open", line: 3, receiver: "plain", type: "Plain" },
          { name: "open", line: 4, receiver: "own", type: "Own" },
          { name: "open", line: 5, receiver: "super", in: "Own.open" },
        ],
      },
    },
    of: "Base.open",
    uses: ["b.ts:3 receiver-type", "b.ts:4 name-only", "b.ts:5 receiver-type"],
  },
  {
    name: "a static member of an imported class",
    rows: {
      "a.ts": {
        symbols: [
          { name: "Box", kind: "class" },
          { name: "Box.of", kind: "method" },
        ],
      },
      "b.ts": {
        imports: [{ source: "./a", target: "a.ts", names: { Box: "Box" } }],
        uses: [{ name: "of", line: 3, receiver: "Box" }],
      },
    },
    of: "Box.of",
    uses: ["b.ts:3 import"],
  },
  {
    name: "of a field and a method of one name a call means the method, a mention the field",
    rows: {
      "a.rs": {
        language: "rust",
        symbols: [
          { name: "Walk", kind: "struct" },
          { name: "Walk.depth", kind: "field" },
          { name: "Walk.depth", kind: "method", isFlat: true },
        ],
        uses: [
          { name: "depth", line: 5, kind: "read", receiver: "self", type: "Walk" },
          { name: "depth", line: 6, kind: "call", receiver: "self", type: "Walk" },
        ],
      },
    },
    of: "Walk.depth",
    uses: ["a.rs:5 receiver-type"],
  },
  {
    name: "a function at the top of a file is not meant behind a dot, however telling its name",
    rows: {
      "a.ts": { symbols: [{ name: "loadSettings" }] },
      "b.ts": { uses: [{ name: "loadSettings", line: 3, receiver: "this", type: "Unknown" }] },
    },
    of: "loadSettings",
    uses: ["b.ts:3 name-only"],
  },
  {
    name: "what is said of an interface may mean who implements it",
    rows: {
      "a.go": {
        language: "go",
        symbols: [
          { name: "Form", kind: "struct" },
          { name: "Form.Name", kind: "method", isFlat: true },
        ],
      },
      "b.go": {
        language: "go",
        symbols: [
          { name: "Binding", kind: "interface" },
          { name: "Binding.Name", kind: "method" },
        ],
        uses: [{ name: "Name", line: 9, receiver: "b", type: "Binding" }],
      },
    },
    of: "Form.Name",
    uses: ["b.go:9 name-only"],
  },
  {
    name: "the body of a Python class sees its members, its methods do not",
    rows: {
      "a.py": {
        language: "python",
        symbols: [
          { name: "Session", kind: "class" },
          { name: "Session._fail", kind: "method" },
          { name: "Session.other", kind: "method" },
        ],
        uses: [
          { name: "_fail", line: 5, kind: "read", in: "Session" },
          { name: "_fail", line: 8, kind: "read", in: "Session.other" },
        ],
      },
    },
    of: "Session._fail",
    uses: ["a.py:5 exact"],
  },
  {
    name: "a module that is imported from its package",
    rows: {
      "p/core.py": { language: "python", symbols: [{ name: "format" }] },
      "p/__init__.py": { language: "python" },
      "b.py": {
        language: "python",
        imports: [{ source: "p", target: "p/__init__.py", names: { core: "core" } }],
        uses: [{ name: "format", line: 3, receiver: "core" }],
      },
    },
    uses: ["b.py:3 import"],
  },
  {
    name: "another language's namesake is no user",
    rows: { "a.ts": FORMAT, "b.py": { language: "python", uses: [{ name: "format", line: 3, receiver: "x" }] } },
    uses: [],
  },
  {
    name: "the files of a Go package see each other, other packages say its name",
    rows: {
      "log/a.go": { language: "go", symbols: [{ name: "format" }] },
      "log/b.go": { language: "go", uses: [{ name: "format", line: 2 }] },
      "web/c.go": {
        language: "go",
        imports: [{ source: "x/log", target: "log/b.go", names: { log: "*" } }],
        uses: [
          { name: "format", line: 3, receiver: "log" },
          { name: "format", line: 4 },
        ],
      },
    },
    of: "format",
    uses: ["log/b.go:2 exact", "web/c.go:3 import", "web/c.go:4 name-only"],
  },
  {
    name: "a Python package hands on what it imports",
    rows: {
      "p/core.py": { language: "python", symbols: [{ name: "format" }] },
      "p/__init__.py": {
        language: "python",
        imports: [{ source: ".core", target: "p/core.py", names: { format: "format" } }],
      },
      "b.py": {
        language: "python",
        imports: [{ source: "p", target: "p/__init__.py", names: { p: "*" } }],
        uses: [{ name: "format", line: 3, receiver: "p" }],
      },
      "c.py": {
        language: "python",
        imports: [{ source: "p", target: "p/__init__.py", names: { format: "format" } }],
        uses: [{ name: "format", line: 4 }],
      },
    },
    uses: ["b.py:3 import", "c.py:4 import"],
  },
];

test.each(cases)("users: $name", ({ rows, of = "format", uses }) => {
  const path = Object.keys(rows)[0] ?? "";
  expect(usesOf(rows, path, of)).toEqual([...uses].sort());
});

test("more uses of the name than are looked at are counted", () => {
  const uses = Array.from({ length: 30 }, (_, at) => ({ name: "format", line: at + 1, receiver: "x" }));
  const { finder, symbol } = setUp({ "a.ts": FORMAT, "b.ts": { uses } }, "a.ts", "format");
  const found = finder.usesOf(symbol, 10);
  expect(found).toMatchObject({ unseen: 20 });
  expect(found.uses).toHaveLength(10);
});

test("users are grouped by the symbol that uses, tests apart, surest first", () => {
  const rows: Rows = {
    "a.ts": {
      symbols: [{ name: "format", endLine: 3 }, { name: "twice" }],
      uses: [
        { name: "format", line: 2, in: "format" },
        { name: "format", line: 5, in: "twice", kind: "read" },
        { name: "format", line: 6, in: "twice" },
      ],
    },
    "a.test.ts": {
      role: "test",
      imports: [{ source: "./a", target: "a.ts", names: { format: "format" } }],
      uses: [{ name: "format", line: 4 }],
    },
    "b.ts": { uses: [{ name: "format", line: 9, receiver: "x" }] },
  };
  const { reader, finder, symbol } = setUp(rows, "a.ts", "format");
  const usedBy = groupUses(finder.usesOf(symbol, 100), symbol, reader);
  expect(usedBy).toEqual({
    users: [
      { file: "a.ts", symbol: "twice", line: 5, relation: "calls", resolution: "exact", uses: 2 },
      { file: "b.ts", symbol: undefined, line: 9, relation: "calls", resolution: "name-only", uses: 1 },
    ],
    tests: [{ file: "a.test.ts", symbol: undefined, line: 4, relation: "calls", resolution: "import", uses: 1 }],
    userCount: 2,
    testCount: 1,
    byTier: { exact: 1, import: 1, "receiver-type": 0, "name-only": 1 },
    unseen: 0,
  });
});
