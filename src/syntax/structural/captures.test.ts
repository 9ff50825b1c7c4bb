import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { createChildProcesses } from "../../process/children.ts";
import type { PatternQuery } from "./compile-query.ts";
import type { Capture, Match } from "./match.ts";
import { createStructuralSearch } from "./search.ts";
import type { SearchOutcome } from "./search-outcome.ts";

const children = createChildProcesses();
const structural = createStructuralSearch({ children });
afterAll(() => children.dispose());

let root = "";
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "reticle-captures-"));
});
afterEach(() => rm(root, { recursive: true }));

interface Sought {
  readonly file: string;
  readonly language: string;
  readonly code: string;
}
async function find({ file, language, code }: Sought, query: PatternQuery): Promise<SearchOutcome> {
  await writeFile(join(root, file), code);
  const request = { language, root, paths: ["."], skip: 0, limit: 50, query };
  return await structural.search(request, AbortSignal.timeout(15_000));
}
const shown = (captures: readonly Capture[] = []): Record<string, string> =>
  Object.fromEntries(
    captures.map(({ name, text, range }) => [
      name,
      range === undefined ? text : `${text} @${range.line}:${range.column}-${range.endLine}:${range.endColumn}`,
    ]),
  );

/** The code of a range, cut out by code points. */
function cut(code: string, { line, column, endLine, endColumn }: NonNullable<Capture["range"]>): string {
  const lines = code.replace(/^\uFEFF/, "").split("\n");
  const picked = lines.slice(line - 1, endLine);
  const last = Array.from(picked.at(-1) ?? "")
    .slice(0, endColumn - 1)
    .join("");
  picked[picked.length - 1] = last;
  picked[0] = Array.from(picked[0] ?? "")
    .slice(column - 1)
    .join("");
  return picked.join("\n");
}

describe("captures have ranges, and a range holds the text of its capture", () => {
  test.each<Sought & { readonly pattern: string; readonly captures: Readonly<Record<string, string>> }>([
    {
      file: "a.ts",
      language: "typescript",
      code: "const r = call(first,\n  second, third);\n",
      pattern: "const $N = call($A, $$$REST)",
      captures: { $N: "r @1:7-1:8", $A: "first @1:16-1:21", $$$REST: "second, third @2:3-2:16" },
    },
    {
      file: "a.ts",
      language: "typescript",
      code: "\uFEFFgo(é😀, 1);\n".replace("é😀", '"é😀"'),
      pattern: "go($A, $B)",
      captures: { $A: '"é😀" @1:4-1:8', $B: "1 @1:10-1:11" },
    },
    {
      file: "a.py",
      language: "python",
      code: "def f(a, b):\n    x()\n    return a\n",
      pattern: "def $F($$$A): $$$B",
      captures: { $F: "f @1:5-1:6", $$$A: "a, b @1:7-1:11", $$$B: "x()\n    return a @2:5-3:13" },
    },
    {
      file: "a.dart",
      language: "dart",
      code: "void f() {\n  if (a != null) {\n    a.b();\n    c();\n  }\n}\n",
      pattern: "if ($X != null) { $$$B }",
      captures: { $X: "a @2:7-2:8", $$$B: "a.b();\n    c(); @3:5-4:9" },
    },
    {
      file: "a.c",
      language: "c",
      code: "void f() { while (x) {} }\n",
      pattern: "while ($X) { $$$B }",
      captures: { $X: "x @1:19-1:20", $$$B: "" },
    },
    {
      file: "a.cs",
      language: "csharp",
      code: "class C { void F() { if (a) { é(); } } }\n",
      pattern: "if ($X) { $$$B }",
      captures: { $X: "a @1:26-1:27", $$$B: "é(); @1:31-1:35" },
    },
    {
      file: "a.cpp",
      language: "cpp",
      code: "void f() {\r\n  for (auto& e : v) {\r\n    e();\r\n  }\r\n}\r\n",
      pattern: "for (auto& $E : $V) { $$$B }",
      captures: { $E: "e @2:14-2:15", $V: "v @2:18-2:19", $$$B: "e(); @3:5-3:9" },
    },
  ])("$language $pattern", async ({ pattern, captures, ...sought }) => {
    const { matches } = await find(sought, { pattern });
    expect(matches).toHaveLength(1);
    const match = matches[0] as Match;
    expect(shown(match.captures)).toEqual(captures);
    for (const { range, text } of match.captures) {
      expect(range === undefined ? "" : cut(sought.code, range)).toBe(text);
    }
  });
});

describe("the lone block", () => {
  test.each<[language: string, file: string, code: string, line: number]>([
    ["dart", "a.dart", "void f() {\n  g(() {\n    h();\n  });\n}\n", 1],
    ["java", "A.java", "class A {\n  void f() {\n    h();\n  }\n}\n", 2],
    ["javascript", "a.js", "function f() {\n  h();\n}\n", 1],
    ["c", "a.c", "void f() {\n  h();\n}\n", 1],
    ["cpp", "a.cpp", "void f() {\n  h();\n}\n", 1],
    ["csharp", "a.cs", "class A {\n  void F() {\n    h();\n  }\n}\n", 2],
    ["rust", "a.rs", "fn f() {\n    h();\n}\n", 1],
    ["go", "a.go", "package p\n\nfunc f() {\n\th()\n}\n", 3],
    ["php", "a.php", "<?php\nfunction f() {\n  h();\n}\n", 2],
  ])("{ $$$B } finds the body of a function, and captures it: %s", async (language, file, code, line) => {
    const { matches } = await find({ language, file, code }, { pattern: "{ $$$B }" });
    const body = matches.find((match) => match.line === line);
    expect(body?.captures.map(({ name }) => name)).toEqual(["$$$B"]);
    expect(body?.captures[0]?.text).toMatch(/h\(\)/);
  });

  test.each<[language: string, file: string, code: string]>([
    ["dart", "a.dart", "var s = {1, 2};\n"],
    ["java", "A.java", "class A { int[] a = {1, 2}; }\n"],
    ["c", "a.c", "int a[] = {1, 2};\n"],
    ["cpp", "a.cpp", "int a[] = {1, 2};\n"],
    ["csharp", "a.cs", "class A { int[] a = {1, 2}; }\n"],
  ])("{ $$$B } is not a literal with braces: %s", async (language, file, code) => {
    expect((await find({ language, file, code }, { pattern: "{ $$$B }" })).total).toBe(0);
  });

  test.each<[language: string, file: string, code: string, patterns: readonly string[]]>([
    [
      "csharp",
      "a.cs",
      "class C { void F() { if (a) { g(); } while (b) { g(); } lock (c) { g(); } for (;;) { g(); } } }\n",
      ["if ($X) { $$$B }", "while ($X) { $$$B }", "lock ($X) { $$$B }", "for (;;) { $$$B }"],
    ],
    [
      "java",
      "A.java",
      "class C { void f() { if (a) { g(); } while (b) { g(); } synchronized (c) { g(); } } }\n",
      ["if ($X) { $$$B }", "while ($X) { $$$B }", "synchronized ($X) { $$$B }"],
    ],
    [
      "cpp",
      "a.cpp",
      "void f() { if (a) { g(); } while (b) { g(); } switch (c) { case 1: g(); } }\n",
      ["if ($X) { $$$B }", "while ($X) { $$$B }", "switch ($X) { $$$B }"],
    ],
    [
      "c",
      "a.c",
      "void f() { if (a) { g(); } while (b) { g(); } switch (c) { case 1: g(); } }\n",
      ["if ($X) { $$$B }", "while ($X) { $$$B }", "switch ($X) { $$$B }"],
    ],
    [
      "dart",
      "a.dart",
      "void f() { if (a) { g(); } while (b) { g(); } }\n",
      ["if ($X) { $$$B }", "while ($X) { $$$B }"],
    ],
    [
      "kotlin",
      "a.kt",
      "fun f() { if (a) { g() }\n while (b) { g() }\n}\n",
      ["if ($X) { $$$B }", "while ($X) { $$$B }"],
    ],
    ["php", "a.php", "<?php if ($a) { g(); } while ($b) { g(); }\n", ["if ($X) { $$$B }", "while ($X) { $$$B }"]],
    [
      "solidity",
      "a.sol",
      "contract C { function f() { if (a) { g(); } while (b) { g(); } } }\n",
      ["if ($X) { $$$B }", "while ($X) { $$$B }"],
    ],
  ])("a statement with a head in parentheses is that statement, once: %s", async (language, file, code, patterns) => {
    for (const pattern of patterns) {
      const { matches } = await find({ language, file, code }, { pattern });
      expect({ pattern, found: matches.length }).toEqual({ pattern, found: 1 });
    }
  });
});

describe("constraints combine with patterns and with each other", () => {
  const dart = {
    language: "dart",
    file: "a.dart",
    code: "class A {\n  void f() {\n    go(1);\n    if (x) {\n      go(h(2));\n    }\n  }\n  void g() => go(3);\n}\n",
  };
  const go = {
    language: "go",
    file: "a.go",
    code: "package p\n\nfunc f() {\n\tgo1(1)\n\tif x {\n\t\tgo1(h(2))\n\t}\n}\n",
  };
  const py = {
    language: "python",
    file: "a.py",
    code: "go(1)\n\n\ndef f():\n    setup()\n    go(h(2))\n    teardown()\n",
  };
  const rs = {
    language: "rust",
    file: "a.rs",
    code: "fn f() {\n    go(1);\n    if x {\n        go(h(2));\n    }\n}\n",
  };
  test.each<[Sought, PatternQuery, number[]]>([
    [dart, { pattern: "go($X)", insideKind: "if_statement" }, [5]],
    [dart, { pattern: "go($X)", insideKind: "block", hasDescendantKind: "call_expression" }, [5]],
    [dart, { nodeKind: "if_statement", hasDescendantKind: "call_expression" }, [4]],
    [go, { pattern: "go1($X)", insideKind: "if_statement" }, [6]],
    [go, { pattern: "go1($X)", hasDescendantKind: "call_expression" }, [6]],
    [go, { pattern: "go1($X)", insideKind: "function_declaration", hasKind: "argument_list" }, [4, 6]],
    [py, { pattern: "go($X)", insideKind: "function_definition" }, [6]],
    [py, { pattern: "go($X)", follows: "setup()", precedes: "teardown()" }, [6]],
    [py, { pattern: "go($X)", follows: "setup()", hasDescendantKind: "integer" }, [6]],
    [py, { pattern: "go($X)", hasDescendantKind: "string" }, []],
    [rs, { pattern: "go($X)", insideKind: "if_expression" }, [4]],
    [rs, { pattern: "go($X)", insideKind: "function_item", hasKind: "arguments" }, [2, 4]],
  ])("%#", async (sought, query, lines) => {
    const outcome = await find(sought, query);
    expect(outcome.matches.map(({ line }) => line)).toEqual(lines);
  });
});

test("what a language cannot be asked for is said where nothing was found", () => {
  expect(structural.hints("rust", { pattern: "fn f() { $$$B }" }).join("\n")).toContain(
    "a declaration pattern without `pub` does not match one that has it",
  );
});
