import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Told, useWorkspaceRun } from "../../../test/helpers/workspace-run.ts";
import { structuralLanguages } from "../../syntax/structural/languages/languages.ts";
import { listingFor } from "../core/dialect.ts";
import { astGrep } from "./ast-grep.ts";

const workspace = useWorkspaceRun({ surface: "main", dialect: "own" });
const { put } = workspace;

interface Found extends Told {
  /** "line:column" of each match. */
  readonly places: readonly string[];
}
async function find(pattern: string, args: Readonly<Record<string, unknown>> = {}): Promise<Found> {
  const told = await workspace.call("ast_grep", { pattern, ...args });
  const matches = (told.details["matches"] ?? []) as readonly { readonly line: number; readonly column: number }[];
  return { ...told, places: matches.map(({ line, column }) => `${line}:${column}`) };
}

describe("AG-01", () => {
  const code = "f();\nf(1);\nf(g(2));\nf(1, 2);\n";
  test.each([
    ["f($A)", ["2:1", "3:1"]],
    ["f($$$A)", ["1:1", "2:1", "3:1", "4:1"]],
    ["f($_, $_)", ["4:1"]],
    ["f($_)", ["2:1", "3:1"]],
  ])("AG-01 %s", async (pattern, places) => {
    await put({ "a.js": code });
    expect((await find(pattern)).places).toEqual(places);
  });

  test("AG-01 $_ captures nothing, $A and $$$A do", async () => {
    await put({ "a.js": "f(1, 2, 3);\n" });
    expect((await find("f($_, $$$A)")).text).toContain("\n  $$$A=2, 3 (1:6-10)");
    expect((await find("f($_, $_, $_)")).text).not.toContain("$_=");
  });
});

describe("AG-02", () => {
  test("AG-02 a guard that disposes what it tested, and not one that disposes something else (dart)", async () => {
    await put({
      "a.dart":
        "void f() {\n  if (a != null) a.dispose();\n  if (a != null) b.dispose();\n  if (a.b != null)\n    a.b.dispose();\n}\n",
    });
    const { text, places } = await find("if ($X != null) $X.dispose()", { language: "dart" });
    expect(places).toEqual(["2:3", "4:3"]);
    expect(text).toContain("$X=a (2:7-8)");
    expect(text).toContain("$X=a.b (4:7-10)");
  });

  test("AG-02 the same text, not the same tokens; $_ is free", async () => {
    await put({ "a.js": "f(a.b, a . b);\nf(a.b, a.b);\nf(1, 2);\n" });
    expect((await find("f($X, $X)")).places).toEqual(["2:1"]);
    expect((await find("f($_, $_)")).places).toEqual(["1:1", "2:1", "3:1"]);
  });
});

describe("AG-03", () => {
  test("AG-03 the arguments, their types and defaults", () => {
    const { inputSchema } = listingFor(astGrep, "own");
    expect(inputSchema).toMatchObject({
      properties: {
        pattern: { type: "string" },
        path: { type: "string" },
        language: { type: "string", enum: structuralLanguages.map(({ id }) => id) },
        max_results: { type: "integer", default: 50, minimum: 1 },
      },
      required: ["pattern"],
    });
    expect(Object.keys(inputSchema.properties)).toHaveLength(4);
  });

  test("AG-03 60 matches: 50 shown, and a notice of more", async () => {
    await put({ "a.js": "go(1);\n".repeat(60) });
    const { text, places, details } = await find("go($X)");
    expect(text).toMatch(/^Language: javascript, .*\n60 matches in 1 file \(1 searched\); the first 50 shown\n/);
    expect(text).toMatch(/\n10 more: raise `max_results` \(at most 500\) or narrow `path` or the pattern$/);
    expect(places).toHaveLength(50);
    expect(details).toMatchObject({ matchCount: 50, totalMatches: 60, truncated: true });
    const all = await find("go($X)", { max_results: 60 });
    expect(all.text).not.toContain("more:");
    expect(all.details).toMatchObject({ matchCount: 60, truncated: false });
  });

  test.each([[0], [-1], [1.5], ["many"]])("AG-03 max_results %s is an error", async (max) => {
    await put({ "a.js": "go(1)" });
    const { text, isError } = await find("go($X)", { max_results: max });
    expect(isError).toBe(true);
    expect(text).toMatch(/^Not run: `max_results` must be an integer ≥ 1, got /);
  });

  test("AG-03 the default is the whole workspace: every root, wherever the run started", async () => {
    const other = await realpath(await mkdtemp(join(tmpdir(), "reticle-shape-other-")));
    try {
      await put({ "a.js": "go(1)", "sub/b.js": "go(2)" });
      await writeFile(join(other, "c.js"), "go(3)");
      await workspace.reopen({ cwd: join(workspace.root, "sub"), roots: [workspace.root, other] });
      const { text } = await find("go($X)");
      expect(text).toContain("3 matches in 3 files (3 searched)");
      expect(text).toContain("\nsub/b.js:1:1 ");
      expect(text).toContain(`\n${join(other, "c.js")}:1:1 `);
      expect((await find("go($X)", { path: "sub" })).text).toContain("1 match in 1 file");
    } finally {
      await rm(other, { recursive: true });
    }
  });

  test("AG-03 the language of a file, of a directory with one, and the choice where there are several", async () => {
    await put({ "one/a.py": "go(1)", "one/b.py": "go(2)", "two/a.rs": "", "two/b.py": "go(3)", "two/c.py": "" });
    expect((await find("go($X)", { path: "one/a.py" })).text).toMatch(/^1 match in 1 file/);
    expect((await find("go($X)", { path: "one" })).text).toMatch(
      /^Language: python, the only bundled one under one\.\n2 matches/,
    );
    const several = await find("go($X)", { path: "two" });
    expect(several.isError).toBe(true);
    expect(several.text).toMatch(
      /`language` is needed, because two holds files of several: python \(2\), rust \(1\)\.\nNext: call again with language=python/,
    );
    expect((await find("go($X)", { path: "two", language: "python" })).text).toMatch(/^1 match in 1 file/);
  });

  test("AG-03 the look for languages obeys ignore files", async () => {
    await put({ ".gitignore": "out/\n", "out/a.js": "go(1)", "a.py": "go(1)" });
    expect((await find("go($X)")).text).toMatch(/^Language: python/);
  });

  test("AG-03 a file of another language than the one that is named", async () => {
    await put({ "a.py": "go(1)" });
    const { text, isError } = await find("go($X)", { path: "a.py", language: "dart" });
    expect(isError).toBe(true);
    expect(text).toMatch(/`path` names no dart file: a\.py is python\.\nNext: call again with language=python/);
  });
});

describe("AG-04", () => {
  test("AG-04 spaced, wrapped and commented code matches; strings and comments never do (dart)", async () => {
    await put({
      "a.dart": [
        "void f() {",
        "  dispose( x );",
        "  dispose(",
        "    x",
        "  );",
        "  dispose(/*c*/x);",
        '  print("dispose(x)");',
        "  // dispose(x)",
        "  /* dispose(x) */",
        "}",
      ].join("\n"),
    });
    expect((await find("dispose(x)")).places).toEqual(["2:3", "3:3", "6:3"]);
  });

  test.each([
    ["a.py", "f(x)", 'f( x )\nf(\n x\n)\ny = "f(x)"\n# f(x)\n', ["1:1", "2:1"]],
    ["a.rs", "f(x)", 'fn m() { f( x ); f(/*c*/x); let s = "f(x)"; // f(x)\n}\n', ["1:10", "1:18"]],
    ["a.c", "f(x)", 'void m() { f( x ); f(/*c*/x); s = "f(x)"; // f(x)\n}\n', ["1:12", "1:20"]],
    ["a.go", "f(x)", 'package p\nfunc m() { f( x ); f(/*c*/x); s := "f(x)"; // f(x)\n}\n', ["2:12", "2:20"]],
    ["a.ts", "f(x)", "f( x ); f(\n/*c*/x\n); `f(x)`; // f(x)\n", ["1:1", "1:9"]],
  ])("AG-04 %s", async (file, pattern, code, places) => {
    await put({ [file]: code });
    expect((await find(pattern, { path: file })).places).toEqual(places);
  });
});

describe("AG-05", () => {
  test("AG-05 dart dispose(x) is a call, not a signature, and is found inside expressions", async () => {
    await put({
      "a.dart":
        "void dispose(x) {}\nf(x) {\n  dispose(x);\n  var y = dispose(x);\n  g(dispose(x));\n  return dispose(x);\n}\n",
    });
    expect((await find("dispose(x)")).places).toEqual(["3:3", "4:11", "5:5", "6:10"]);
  });

  test("AG-05 dart void dispose() { super.dispose(); } matches methods", async () => {
    await put({
      "a.dart":
        "class A {\n  void dispose() {\n    super.dispose();\n  }\n  void other() { super.dispose(); }\n}\nvoid dispose() { }\n",
    });
    expect((await find("void dispose() { super.dispose(); }")).places).toEqual(["2:3"]);
  });

  test("AG-05 python def $F($$$A): $$$B", async () => {
    await put({ "a.py": "def f(a, b):\n    return a\n\n\nclass C:\n    def m(self): pass\n" });
    const { text, places } = await find("def $F($$$A): $$$B");
    expect(places).toEqual(["1:1", "6:5"]);
    expect(text).toContain("$F=f (1:5-6)  $$$A=a, b (1:7-11)  $$$B=return a (2:5-13)");
  });

  test.each([
    ["a.go", "foo($X)", "package p\nfunc f() { y := foo(1); go foo(2) }\n", 2],
    ["A.java", "foo($X)", "class A { int y = foo(1); void f() { foo(2); } }\n", 2],
    ["a.rs", "foo($X)", "fn f() { let y = foo(1); foo(2) }\n", 2],
    ["a.kt", "foo($X)", "fun f() { val y = foo(1); foo(2) }\n", 2],
    ["a.swift", "foo($X)", "func f() { let y = foo(1); foo(2) }\n", 2],
    ["a.cs", "foo($X)", "class A { int y = foo(1); void f() { foo(2); } }\n", 2],
    ["a.cpp", "foo($X)", "int y = foo(1);\nvoid f() { foo(2); }\n", 2],
    ["a.php", "foo($X)", "<?php $y = foo(1);\nfoo(2);\n", 2],
  ])("AG-05 an expression is found in statements and in expressions: %s", async (file, pattern, code, total) => {
    await put({ [file]: code });
    expect((await find(pattern)).details).toMatchObject({ totalMatches: total });
  });
});

describe("AG-06", () => {
  test.each([
    ["a.ts", "typescript", /statement 1:\d+.*expression 1:\d+.*class member 1:\d+/],
    ["a.dart", "dart", /statement 1:\d+.*expression 1:\d+.*class member 1:\d+.*top level 1:\d+/],
    ["a.py", "python", /statement 1:\d+.*expression 1:\d+/],
  ])("AG-06 foo( is unparseable, and says as what it was tried: %s", async (file, language, contexts) => {
    await put({ [file]: "foo(1)" });
    const { text, isError } = await find("foo(");
    expect(isError).toBe(true);
    expect(text).toContain(`\`pattern\` "foo(" does not parse as ${language}`);
    expect(text).toMatch(contexts);
    expect(text).not.toMatch(/no match/i);
  });

  test.each([
    ["find all calls of go", /looks like plain text/],
    ["id: x\nlanguage: ts\nrule:\n  kind: a", /looks like a YAML rule[^]*ast_grep_search/],
    ["$$$A", /alone matches any number of nodes/],
    ["   ", /`pattern` is empty/],
    ["", /`pattern` must not be empty/],
  ])("AG-06 %j is refused", async (pattern, message) => {
    await put({ "a.ts": "go(1)" });
    const { text, isError } = await find(pattern);
    expect(isError).toBe(true);
    expect(text).toMatch(message);
  });
});

describe("AG-07", () => {
  test("AG-07 what is ignored is not searched, unless it is named", async () => {
    await put({ ".gitignore": "gen/\n", ".git/HEAD": "", "gen/a.js": "go(1)", "b.js": "go(2)" });
    expect((await find("go($X)", { language: "javascript" })).text).toContain("1 match in 1 file (1 searched)");
    expect((await find("go($X)", { language: "javascript", path: "gen" })).text).toContain("gen/a.js:1:1");
  });

  test("AG-07 binary and huge files are skipped, and said to be", async () => {
    await put({
      "a.js": "go(1);\n",
      "b.js": Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x81]),
      "c.js": "go(2);\n".repeat(600_000),
    });
    const { text } = await find("go($X)", { language: "javascript" });
    expect(text).toMatch(/^partial: 1 of 3 files; not covered: /);
    expect(text).toMatch(/1 file not UTF-8 \(b\.js\)/);
    expect(text).toMatch(/1 file over 3 MB and 200,000 lines \(c\.js\)/);
    expect(text).toContain("a.js:1:1");
  });

  test("AG-07 path, then position; two runs give the same text, and nothing is written", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`d${at % 5}/f${at}.js`, "go(1); go(2);\n"]),
    );
    await put(files);
    const [first, second] = await Promise.all([
      find("go($X)", { max_results: 80 }),
      find("go($X)", { max_results: 80 }),
    ]);
    expect(second.text).toBe(first.text);
    const shown = (first.details["matches"] as { path: string; column: number }[]).map(
      ({ path, column }) => `${path}:${column}`,
    );
    expect(shown).toEqual([...shown].sort());
    expect(shown).toHaveLength(80);
    for (const [path, text] of Object.entries(files))
      expect(await readFile(join(workspace.root, path), "utf8")).toBe(text);
  });
});

describe("AG-08", () => {
  test("AG-08 place, source, captures with their ranges, total and shown, files searched", async () => {
    await put({ "src/a.js": "// 1\nif (x) {\n    go({\n      a: 1,\n    });\n}\n", "src/b.js": "go(2);\n" });
    const { text } = await find("go($X)", { path: "src" });
    expect(text.split("\n")).toEqual([
      "Language: javascript, the only bundled one under src.",
      "2 matches in 2 files (2 searched)",
      "Syntax errors: none in the 2 files checked.",
      "(read A+N): N lines from line A show the match in its context; captures with line:column-end",
      "",
      "src/a.js:3:5 (read 1+8)",
      "  go({",
      "    a: 1,",
      "  })",
      "  $X={ a: 1, } (3:8-5:6)",
      "src/b.js:1:1 (read 1+4)",
      "  go(2)",
      "  $X=2 (1:4-5)",
    ]);
  });

  test.each([
    ["a.js", "go(1);\nfunction broken( {\n}\n"],
    ["a.py", "go(1)\ndef broken(:\n    pass\n"],
    ["a.go", "package p\nfunc f() { go2(1); go(1) }\nfunc broken( {\n"],
    ["a.rs", "fn f() { go(1); }\nfn broken( {\n"],
    ["a.dart", "void f() { go(1); }\nvoid broken( {\n"],
    ["a.kt", "fun f() { go(1) }\nfun broken( {\n"],
    ["a.c", "void f() { go(1); }\nvoid broken( {\n"],
    ["missing.ts", "go(1);\nconst a = other(1;\n"],
  ])("AG-08 a file with syntax errors elsewhere is searched and flagged: %s", async (file, code) => {
    await put({ [`src/${file}`]: code, [`src/z${file}`]: "" });
    const { text, details } = await find("go($X)", { path: "src" });
    const flag = new RegExp(
      `^partial: what parses of 2 files; not covered: code around syntax errors in src/${file} \\(lines? \\d`,
      "m",
    );
    expect(text).toMatch(flag);
    expect(text).toContain(`\nsrc/${file}:`);
    expect(text).toContain("Syntax errors: in 1 of the 1 file checked; 1 not checked.");
    expect(details["filesWithSyntaxErrors"]).toMatchObject([{ path: `src/${file}` }]);
  });

  test("AG-08 a file that is whole is never flagged, in any language that has a sample", async () => {
    const { languages } = await import("../../syntax/languages.ts");
    const samples = languages.filter(({ id }) => structuralLanguages.some((one) => one.id === id));
    expect(samples.length).toBeGreaterThan(5);
    for (const { id, extensions, sample } of samples) await put({ [`${id}/a${extensions[0]}`]: sample });
    const structural = await workspace.engine.structural();
    for (const { id } of samples) {
      const request = { language: id, root: workspace.root, paths: [id], deadlineMs: 10_000, findsMissing: true };
      const report = await structural.syntaxErrors(request, AbortSignal.timeout(10_000));
      expect({ id, ...report }).toEqual({ id, isWhole: true, files: new Map() });
    }
  });
});

describe("AG-09", () => {
  test("AG-09 unsupported language, unparseable file, unparseable pattern and no match are four texts", async () => {
    await put({ "a.xyz": "go(1)", "broken.js": "function ( { ) = = >\n", "whole.js": "stop(1)\n" });
    const unsupported = await find("go($X)", { path: "a.xyz" });
    const unknown = await find("go($X)", { language: "cobol" });
    const file = await find("go($X)", { path: "broken.js" });
    const pattern = await find("go(", { path: "whole.js" });
    const nothing = await find("go($X)", { path: "whole.js" });
    expect(unsupported).toMatchObject({ isError: true });
    expect(unsupported.text).toMatch(/^Error \(unsupported\): `path` "a\.xyz" is a file of no bundled language/);
    expect(unsupported.text).toContain("bundled languages: bash, c, ");
    expect(unknown.text).toMatch(/^Not run: `language` must be one of bash, c, .*, got "cobol"\.$/);
    expect(file).toMatchObject({ isError: false });
    expect(file.text).toMatch(
      /^partial: what parses of 1 file; not covered: code around syntax errors in broken\.js \(line 1\)\nNo match in the 1 javascript file under broken\.js that could be searched; the rest is not known\./,
    );
    expect(pattern).toMatchObject({ isError: true });
    expect(pattern.text).toMatch(/^Error \(invalid_input\): `pattern` "go\(" does not parse as javascript/);
    expect(nothing).toMatchObject({ isError: false });
    expect(nothing.text).toMatch(/^No matches in 1 javascript file under whole\.js\.\n/);
  });

  test("AG-09 a folder without files of a bundled language", async () => {
    await put({ "a.xyz": "go(1)" });
    expect(await find("go($X)")).toMatchObject({
      isError: true,
      text: expect.stringMatching(
        /^Error \(unsupported\): there is no file of a bundled language under the workspace root/,
      ),
    });
  });

  test("AG-09 no match in a tree with a broken file is not said of the whole tree", async () => {
    await put({ "a.js": "stop(1)", "b.js": "function ( { ) = = > go\n", "c.js": "function ( { ) = = >\n" });
    const { text } = await find("go($X)");
    expect(text).toMatch(
      /partial: what parses of 3 files; not covered: code around syntax errors in b\.js \(line 1\)\n/,
    );
    expect(text).not.toMatch(/^No matches/m);
  });

  test("AG-09 a broken file counts when it could hold a match, and only then", async () => {
    await put({ "a.js": "stop(1)", "c.js": "function ( { ) = = >\n" });
    // No call of `go` can be where there is no `go`.
    expect((await find("go($X)")).text).toMatch(/^No matches in 2 javascript files/m);
    // A sum can be anywhere.
    expect((await find("$A ** $B")).text).toContain("code around syntax errors in c.js (line 1)");
    // Who names a file wants to know of it.
    expect((await find("go($X)", { path: "c.js" })).text).toContain("code around syntax errors in c.js (line 1)");
  });
});

test("without the engine's binary: unavailable, with the command that installs it", async () => {
  const { createStructuralSearch } = await import("../../syntax/structural/search.ts");
  const structural = createStructuralSearch({ children: workspace.engine.children, findBinary: () => undefined });
  const answer = await astGrep.run(
    { pattern: "a($X)", language: "typescript", max_results: 50 },
    { structural: () => Promise.resolve(structural) } as never,
    new AbortController().signal,
  );
  expect(answer.coverage).toMatchObject({ state: "unavailable", remedy: expect.stringContaining("npm install ") });
});

test("what the engine does not find is said", async () => {
  await put({ "a.js": "x = [2, 3];\nx = [1, 2, 3];\n" });
  const found = await find("[$$$B, $C, 3]");
  expect(found.places).toEqual(["1:5"]);
  expect(found.text).toContain(
    "$$$B ends where what follows first fits, and $C fits anything: only places where $$$B stands for nothing",
  );
});

test.each([
  ["f($$$B, 3)", ["3:1"]],
  ["f($A, $$$B)", ["1:1", "2:1", "3:1"]],
  ["f($A, $$$B, $C)", ["2:1", "3:1"]],
  ["f($$$B, $C)", ["1:1", "2:1", "3:1"]],
  ["f($$$, $C)", ["1:1", "2:1", "3:1"]],
] as const)("AG-01 %s is found whole, without a note", async (pattern, places) => {
  await put({ "a.js": "f(1);\nf(1, 2);\nf(1, 2, 3);\n" });
  const found = await find(pattern);
  expect(found.places).toEqual(places);
  expect(found.text).not.toContain("ends where");
});

test.each([
  ["typescript", "a.ts", "const x = { name: 'vite:$X' };\n", "{ name: 'vite:$X' }", "$X"],
  ["python", "a.py", "def test_one(): pass\n", "def test_$X($$$A): $$$B", "$X"],
  ["cpp", "a.cpp", "#include <a.h>\n", "#include <$X>", "$X"],
  ["go", "a.go", "package p\n\n// why\n", "// $C", "$C"],
] as const)("a metavariable that is only a part of something is told: %s %s", async (...row) => {
  const [language, file, code, pattern, variable] = row;
  await put({ [file]: code });
  const { text } = await find(pattern, { language });
  expect(text).toContain(`\`pattern\`: ${variable} is a part of a name, a text or a comment there`);
});

test.each([
  ["typescript", "a.ts", "const x = 'a';\n", "const $X = '$Y'"],
  ["typescript", "a.ts", "const x = `a${b}`;\n", "`a${$X}`"],
  ["python", "a.py", 'x = """a"""\n', 'x = """$X"""'],
  ["php", "a.php", "<?php f($a);\n", "f($X)"],
] as const)("one that is all of it is not: %s %s", async (...row) => {
  const [language, file, code, pattern] = row;
  await put({ [file]: code });
  const { text, places } = await find(pattern, { language });
  expect(places).toHaveLength(1);
  expect(text).not.toContain("is a part of");
});

test.each([
  ["javascript", "a.js", "{ a(); b(); c(); }\n{ c(); }\n{ let x = 1; c(); }\n", "{ $$$B; c(); }"],
  ["typescript", "a.ts", "{ a(); b(); }\n{}\n{ let x = 1; }\n", "{ $$$B; }"],
  ["php", "a.php", "<?php\nfunction f() { a(); b(); return 1; }\n", "function $F() { $$$B; return $X; }"],
  ["rust", "a.rs", "fn f() -> i32 { a(); b(); return 1; }\n", "fn $F() -> i32 { $$$B; return 1; }"],
] as const)("AG-01 statements that a run with a semicolon stands for: %s %s", async (...row) => {
  const [language, file, code, pattern] = row;
  await put({ [file]: code });
  const { text, places } = await find(pattern, { language });
  expect(places).toHaveLength(code.split("\n").filter((line) => line.includes("{")).length);
  expect(text).not.toContain("exactly one statement");
});

test.each([
  ["c", "a.c", "int $F(void) { $$$B; return $X; }"],
  ["java", "A.java", "int $F() { $$$B; return $X; }"],
  ["rust", "a.rs", "fn $F() { $$$B; c(); }"],
])("where it cannot stand for any number of them, that is told: %s", async (language, file, pattern) => {
  await put({ [file]: "int f(void) { a(); b(); return 1; }\n" });
  const { text } = await find(pattern, { language });
  expect(text).toContain("`pattern`: `$$$B;` stands for exactly one statement in this language");
});

test("a lone metavariable is answered with a note, and its page is bounded", async () => {
  await put({ "a.js": "go(1);\n".repeat(3_000) });
  const { text } = await find("$X", { max_results: 500 });
  expect(text).toContain("`pattern` $X alone matches every node.");
  expect(Buffer.byteLength(text)).toBeLessThan(40_862);
  expect(text).toMatch(/\n\d+ more: narrow `path` or the pattern$/);
});

test("G-02 it exists where there is a parser, and not on MCP unless the switch is on", async () => {
  const names = async (surface: "main" | "mcp" | "plan", dialect: "own" | "mcp" | "pi", hasRunTools: boolean) => {
    const other = await workspace.open({ surface, dialect, hasRunTools });
    try {
      return other.tools().map(({ name }) => name);
    } finally {
      await other.dispose();
    }
  };
  expect(await names("mcp", "mcp", false)).not.toContain("ast_grep");
  expect(await names("mcp", "mcp", true)).toContain("ast_grep");
  expect(await names("main", "pi", true)).toContain("ast_grep");
  expect(await names("plan", "own", false)).toContain("ast_grep");
});

describe("headers of C++ that are named .h", () => {
  const header = "namespace n {\nclass Box {\n public:\n  void put(int x) { use(std::move(x)); }\n};\n}\n";

  test("are searched by lang cpp, and inferred from what they hold", async () => {
    await put({ "include/box.h": header, "src/main.c": "int main(void) { return f(1); }\n" });
    const whole = { language: "cpp", path: "include" };
    expect((await find("std::move($X)", whole)).places).toEqual(["4:25"]);
    expect((await find("class $C { $$$B }", whole)).places).toEqual(["2:1"]);
    expect((await find("std::move($X)", { path: "include/box.h" })).places).toEqual(["4:25"]);
    const { text, places } = await find("use($X)", { path: "include" });
    expect(text).toContain("Language: cpp, the only bundled one under include.");
    expect(places).toEqual(["4:21"]);
    // By a rule as by a pattern.
    const rule = { id: "x", language: "cpp", rule: { pattern: "use($X)" } };
    const found = await workspace.call("ast_grep_search", { rule, lang: "cpp" });
    expect(found.text).toContain("include/box.h:4:21");
  });

  test("those of C stay with C", async () => {
    await put({ "a.h": "int f(int x);\n", "a.c": "int f(int x) { return g(x); }\n", "b.h": "int g(int x);\n" });
    expect((await find("int $F(int x)")).text).toContain("Language: c, the only bundled one");
    expect((await find("int $F(int x)", { path: "a.h" })).places).toEqual(["1:1"]);
  });
});
