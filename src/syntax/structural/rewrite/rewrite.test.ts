import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { createChildProcesses } from "../../../process/children.ts";
import { readDocument } from "../../../workspace/read-document.ts";
import { structuralLanguage } from "../languages/languages.ts";
import { createStructuralSearch } from "../search.ts";
import { applyReplacements } from "./rewrite-file.ts";

const children = createChildProcesses();
const structural = createStructuralSearch({ children });
afterAll(() => children.dispose());

let root = "";
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "reticle-rewrite-"));
});
afterEach(() => rm(root, { recursive: true }));

const signal = new AbortController().signal;

interface Done {
  readonly text: string;
  readonly nested: number;
  readonly isDoubtful: boolean;
  readonly isTemplateReadable: boolean;
}

/** What becomes of one file in which everything that matches is rewritten. */
async function rewrite(language: string, source: string | Buffer, pattern: string, template: string): Promise<Done> {
  const name = `a${structuralLanguage(language)?.extensions[0] ?? ""}`;
  await writeFile(join(root, name), source);
  const request = { language, query: { pattern }, rewrite: template, root, paths: ["."] };
  const found = await structural.rewrite(request, signal);
  const document = await readDocument(join(root, name), name);
  let [text, nested, isDoubtful] = [document.text, 0, false];
  for (const matches of found.files()) {
    const made = await found.rewrite(document, matches);
    text = applyReplacements(document.text, made.replacements);
    nested += matches.nested;
    isDoubtful ||= made.isDoubtful;
  }
  return { text, nested, isDoubtful, isTemplateReadable: found.isTemplateReadable };
}
async function textOf(...args: Parameters<typeof rewrite>): Promise<string> {
  return (await rewrite(...args)).text;
}

describe("every language that is searched is rewritten", () => {
  test.each([
    ["bash", "old -a x\n", "old $$$A", "new $$$A", "new -a x\n"],
    ["c", "int f() { return old(a, b); }\n", "old($A, $B)", "renewed($B, $A)", "int f() { return renewed(b, a); }\n"],
    ["cpp", "auto x = std::make(a);\n", "std::make($A)", "Box{$A}", "auto x = Box{a};\n"],
    ["csharp", "class C { void F() { Old(a); } }\n", "Old($A);", "New($A);", "class C { void F() { New(a); } }\n"],
    ["css", "a { color: red; }\n", "color: $V", "background: $V", "a { background: red; }\n"],
    ["dart", "void f() { dispose(x); }\n", "dispose($X)", "$X.dispose()", "void f() { x.dispose(); }\n"],
    ["elixir", "x = old(a)\n", "old($A)", "New.call($A)", "x = New.call(a)\n"],
    [
      "go",
      "package p\n\nfunc f() { old(a, b) }\n",
      "old($$$A)",
      "renewed($$$A)",
      "package p\n\nfunc f() { renewed(a, b) }\n",
    ],
    ["haskell", "x = old a\n", "old $A", "new $A", "x = new a\n"],
    ["hcl", "x = old(a)\n", "old($A)", "renewed($A)", "x = renewed(a)\n"],
    ["html", "<b>text</b>\n", "<b>$$$A</b>", "<i>$$$A</i>", "<i>text</i>\n"],
    [
      "java",
      "class C { void f() { old(a); } }\n",
      "old($A)",
      "this.renewed($A)",
      "class C { void f() { this.renewed(a); } }\n",
    ],
    ["javascript", "old(a);\n", "old($A)", "renewed($A)", "renewed(a);\n"],
    ["json", '{ "a": "x" }\n', '"a": "$V"', '"b": "$V"', '{ "b": "x" }\n'],
    ["kotlin", "fun f() { old(a) }\n", "old($A)", "a.renewed()", "fun f() { a.renewed() }\n"],
    ["lua", "old(a)\n", "old($A)", "renewed($A)", "renewed(a)\n"],
    ["nix", "{ x = old a; }\n", "old $A", "renewed $A", "{ x = renewed a; }\n"],
    ["php", "<?php old($a);\n", "old($X)", "renewed($X)", "<?php renewed($a);\n"],
    ["python", "old(a, k=1)\n", "old($$$A)", "renewed($$$A)", "renewed(a, k=1)\n"],
    ["ruby", "old(a)\n", "old($A)", "renewed($A)", "renewed(a)\n"],
    ["rust", "fn f() { old(a); }\n", "old($A)", "renewed($A)", "fn f() { renewed(a); }\n"],
    ["scala", "object O { val x = old(a) }\n", "old($A)", "renewed($A)", "object O { val x = renewed(a) }\n"],
    [
      "solidity",
      "contract C { function f() public { old(a); } }\n",
      "old($A)",
      "renewed($A)",
      "contract C { function f() public { renewed(a); } }\n",
    ],
    ["swift", "func f() { old(a) }\n", "old($A)", "renewed($A)", "func f() { renewed(a) }\n"],
    ["tsx", "const x = <Old a={b} />;\n", "<Old a={$X} />", "<New b={$X} />", "const x = <New b={b} />;\n"],
    ["typescript", "old<string>(a as B);\n", "old<$T>($A)", "renewed<$T>($A)", "renewed<string>(a as B);\n"],
    ["yaml", "a: 1\n", "a: $V", "b: $V", "b: 1\n"],
    ["zig", "fn f() void { old(a); }\n", "old($A)", "renewed($A)", "fn f() void { renewed(a); }\n"],
  ])("%s", async (...[language, source, pattern, template, wanted]) => {
    const { text, isTemplateReadable } = await rewrite(language, source, pattern, template);
    expect(text).toBe(wanted);
    expect(isTemplateReadable).toBe(true);
  });

  test("markdown", async () => {
    expect(await textOf("markdown", "# Title\n\ntext\n", "# $A", "## $A")).toContain("## Title");
  });
});

/** Longer than what is looked at around a match. */
const remark = `/* ${"what is said of it at length ".repeat(12)}*/`;

describe("AE-05 parentheses stand where precedence would change, and only there", () => {
  test.each([
    ["dart", "var x = dispose(p + q);", "dispose($X)", "$X.dispose()", "var x = (p + q).dispose();"],
    ["dart", "var x = dispose(p);", "dispose($X)", "$X.dispose()", "var x = p.dispose();"],
    ["dart", "var x = f(c ? a : b);", "f($X)", "$X.g()", "var x = (c ? a : b).g();"],
    ["typescript", "f(a + b);", "f($X)", "$X * 2", "(a + b) * 2;"],
    ["typescript", "f(a * b);", "f($X)", "$X + 2", "a * b + 2;"],
    ["typescript", "f(a - b, c - d);", "f($X, $Y)", "$X - $Y", "a - b - (c - d);"],
    ["typescript", "f(new Foo());", "f($X)", "$X.y", "new Foo().y;"],
    ["typescript", "f(() => 1);", "f($X)", "$X()", "(() => 1)();"],
    ["typescript", "f(x = 1);", "f($X)", "$X ? 1 : 2", "(x = 1) ? 1 : 2;"],
    ["typescript", "f(await p);", "f($X)", "$X.y", "(await p).y;"],
    ["typescript", "f(1);", "f($X)", "$X.toFixed()", "(1).toFixed();"],
    ["typescript", "f(a == b);", "f($X)", "!$X", "!(a == b);"],
    ["typescript", "f(a.b(c + d)[0]);", "f($X)", "!$X", "!a.b(c + d)[0];"],
    ["typescript", "f(a + b);", "f($X)", "g($X, [$X])", "g(a + b, [a + b]);"],
    ["typescript", "const y = f(1, 2) * 3;", "f($A, $B)", "$A + $B", "const y = (1 + 2) * 3;"],
    ["typescript", "const y = 3 + f(1, 2);", "f($A, $B)", "$A * $B", "const y = 3 + 1 * 2;"],
    ["typescript", "const y = f(1, 2);", "f($A, $B)", "$A + $B", "const y = 1 + 2;"],
    ["typescript", "g(f(1, 2), 3);", "f($A, $B)", "$A + $B", "g(1 + 2, 3);"],
    ["typescript", "return1(f(a, b).c);", "f($A, $B)", "$A || $B", "return1((a || b).c);"],
    ["typescript", "let z =\n  q *\n  f(a, b);", "f($A, $B)", "$A + $B", "let z =\n  q *\n  (a + b);"],
    ["typescript", "unwrap(a + b) * 2;", "unwrap($X)", "$X", "(a + b) * 2;"],
    ["python", "y = f(a or b)\n", "f($X)", "not $X", "y = not (a or b)\n"],
    ["python", "y = f(a.b)\n", "f($X)", "not $X", "y = not a.b\n"],
    ["python", "y = 2 ** f(a)\n", "f($X)", "$X + 1", "y = 2 ** (a + 1)\n"],
    ["python", "g(x, y): ...\n\n\nx = a + b\n", "$A = $B", "$A: int = $B", "g(x, y): ...\n\n\nx: int = a + b\n"],
    ["python", "g(x, y): ...\n\n\nf(a)\n", "f($X)", "$X + 1", "g(x, y): ...\n\n\na + 1\n"],
    ["python", "y = (x ==\n  f(a))\n", "f($X)", "$X == 1", "y = (x ==\n  (a == 1))\n"],
    [
      "c",
      `int f() { g(); ${remark}\n  y = f(a);\n}\n`,
      "$A = f($X)",
      "$A = $X",
      `int f() { g(); ${remark}\n  y = a;\n}\n`,
    ],
    ["c", `int y = 2 * ${remark}\n  f(a);\n`, "f($X)", "$X + 1", `int y = 2 * ${remark}\n  (a + 1);\n`],
    [
      "go",
      `package p\n\nfunc g() {\n\tif h(\n// What it is?\nf(a)\n}\n`,
      "f($X)",
      "$X + 1",
      `package p\n\nfunc g() {\n\tif h(\n// What it is?\na + 1\n}\n`,
    ],
    ["rust", "fn f() { g(a + b); }\n", "g($X)", "$X.h()", "fn f() { (a + b).h(); }\n"],
    ["go", "package p\n\nvar x = g(a + b)\n", "g($X)", "$X.h()", "package p\n\nvar x = (a + b).h()\n"],
    ["java", "class C { int x = g(a + b) * 2; }\n", "g($X)", "$X", "class C { int x = (a + b) * 2; }\n"],
    ["c", "int x = SQ(a + b);\n", "SQ($X)", "$X * $X", "int x = (a + b) * (a + b);\n"],
    ["ruby", "y = f(a + b)\n", "f($X)", "$X.g", "y = (a + b).g\n"],
    ["kotlin", "val y = f(a ?: b)\n", "f($X)", "$X.g()", "val y = (a ?: b).g()\n"],
  ])("AE-05 %s: %s by %s → %s", async (...[language, source, pattern, template, wanted]) => {
    expect(await textOf(language, source, pattern, template)).toBe(wanted);
  });

  test.each([
    [
      "dart",
      "f() {\n  if (a != null) a.dispose();\n}\n",
      "if ($X != null) $X.dispose()",
      "$X?.dispose()",
      "f() {\n  a?.dispose();\n}\n",
    ],
    [
      "dart",
      "f() {\n  if (a != null) a.b();\n}\n",
      "if ($X != null) $X.b()",
      "if ($X == 1) { $X.c(); }",
      "f() {\n  if (a == 1) { a.c(); }\n}\n",
    ],
    [
      "java",
      "class C { void f() { int x = g(); } }\n",
      "int $X = g()",
      "long $X = h()",
      "class C { void f() { long x = h(); } }\n",
    ],
  ])(
    "a semicolon that neither pattern nor rewrite has stays: %s %j",
    async (...[language, source, pattern, template, wanted]) => {
      expect(await textOf(language, source, pattern, template)).toBe(wanted);
    },
  );

  test("a statement never gets any", async () => {
    const source = "class C {\n  f() {\n    old(a);\n    return 1;\n  }\n}\n";
    expect(await textOf("typescript", source, "old($A);", "if ($A) go($A);")).toBe(
      "class C {\n  f() {\n    if (a) go(a);\n    return 1;\n  }\n}\n",
    );
  });
});

describe("AE-05 captures of several lines keep their indentation", () => {
  test("a block that moves in and out", async () => {
    const source = [
      "class A:",
      "    def f(self):",
      "        if ready:",
      "            one()",
      "",
      "            if deep:",
      "                two()",
      "        return 3",
      "",
    ].join("\n");
    expect(await textOf("python", source, "if ready:\n    $$$BODY", "with lock:\n  while ready:\n    $$$BODY")).toBe(
      [
        "class A:",
        "    def f(self):",
        "        with lock:",
        "          while ready:",
        "            one()",
        "",
        "            if deep:",
        "                two()",
        "        return 3",
        "",
      ].join("\n"),
    );
  });

  test("a comment behind the head of a block does not push the block in", async () => {
    const source = "if ready:  # now\n    one()\n    two()\n";
    expect(await textOf("python", source, "if ready:\n    $$$BODY", "while ready:\n    $$$BODY")).toBe(
      "while ready:\n    # now\n    one()\n    two()\n",
    );
  });

  test("what stays on its line stays as it is", async () => {
    const source = "function f() {\n    call(a, {\n        b: 1,\n    });\n}\n";
    expect(await textOf("typescript", source, "call($A, $B)", "other($B, $A)")).toBe(
      "function f() {\n    other({\n        b: 1,\n    }, a);\n}\n",
    );
  });

  test("a template of several lines takes the indentation of the match and the line ends of the file", async () => {
    const source = "function f() {\r\n  old(a);\r\n}\r\n";
    expect(await textOf("typescript", source, "old($A);", "if ($A) {\n  renewed($A);\n}")).toBe(
      "function f() {\r\n  if (a) {\r\n    renewed(a);\r\n  }\r\n}\r\n",
    );
  });

  test("lines inside a string literal keep their white space", async () => {
    const source = "{\n    {\n        old(`first\n        second`, () => {\n            go();\n        });\n    }\n}\n";
    expect(await textOf("typescript", source, "old($$$A);", "if (x) {\n  renewed($$$A);\n}")).toBe(
      "{\n    {\n        if (x) {\n          renewed(`first\n        second`, () => {\n              go();\n          });\n        }\n    }\n}\n",
    );
  });
});

describe("what is matched", () => {
  test("AE-05 the outermost of nested matches is rewritten, the ones inside are counted", async () => {
    expect(await rewrite("typescript", "f(f(1)); f(2);\n", "f($X)", "g($X)")).toMatchObject({
      text: "g(f(1)); g(2);\n",
      nested: 1,
    });
  });

  test("an empty rewrite deletes, and takes a line that is empty then", async () => {
    expect(await textOf("typescript", "a();\n  log(1);\nb(); log(2);\nlog(3);", "log($$$A);", "")).toBe(
      "a();\nb(); \n",
    );
  });

  test("a list of nothing leaves no comma behind", async () => {
    const source = "f();\nf(b, c);\n";
    expect(await textOf("typescript", source, "f($$$R)", "g(a, $$$R)")).toBe("g(a);\ng(a, b, c);\n");
    expect(await textOf("typescript", source, "f($$$R)", "g($$$R, a)")).toBe("g(a);\ng(b, c, a);\n");
    expect(await textOf("typescript", source, "f($$$R)", "g(a, $$$R, d)")).toBe("g(a, d);\ng(a, b, c, d);\n");
  });

  describe("AG-01 lists with a run that stands for nothing", () => {
    test.each([
      ["typescript", "f(a);\nf(a, b);\n", "f($A, $$$R)", "g($A, $$$R)", "g(a);\ng(a, b);\n"],
      ["typescript", "f(a);\nf(a, b, c);\n", "f($$$R, $A)", "g($$$R, $A)", "g(a);\ng(a, b, c);\n"],
      ["typescript", "f(a);\nf(a, b, c);\n", "f($$$R, $A)", "g($A, $$$R)", "g(a);\ng(c, a, b);\n"],
      ["typescript", "f(a);\n", "f($A, $$$R)", "g(\n  $A,\n  $$$R,\n)", "g(\n  a,\n);\n"],
      ["typescript", "f(a);\n", "f($A, $$$R)", "[$$$R, ...$A, h($$$R)]", "[...a, h()];\n"],
      ["typescript", "f();\nf(a);\n", "f($$$R)", "(x, $$$R) => y", "(x) => y;\n(x, a) => y;\n"],
      ["typescript", "x = f(a);\n", "f($A, $$$R)", "($A, $$$R)", "x = (a);\n"],
      ["python", "f(a)\nf(a, b)\n", "f($A, $$$R)", "g($A, $$$R)", "g(a)\ng(a, b)\n"],
      ["python", "x = f(a)\nx = f(a, b)\n", "f($A, $$$R)", "($A, $$$R)", "x = (a, )\nx = (a, b)\n"],
      ["python", "def f(a): pass\n", "def f($A, $$$R): pass", "def g($A, *, $$$R): pass", "def g(a, *): pass\n"],
      [
        "go",
        "package p\nfunc f() { x := g() }\n",
        "$A, $$$R := g()",
        "$A, $$$R := h()",
        "package p\nfunc f() { x := h() }\n",
      ],
      ["rust", "fn f() { let x = |a| a; }\n", "|$A, $$$R| $B", "|$A, $$$R| g($B)", "fn f() { let x = |a| g(a); }\n"],
      ["rust", "fn f() { let x = g(a); }\n", "g($A, $$$R)", "($A, $$$R)", "fn f() { let x = (a, ); }\n"],
      ["lua", "local a = f()\n", "local $A, $$$R = f()", "local $A, $$$R = g()", "local a = g()\n"],
      [
        "java",
        "class C { void f(int a) { } }\n",
        "void f(int $A, $$$R) { }",
        "void g(int $A, $$$R) { }",
        "class C { void g(int a) { } }\n",
      ],
      [
        "dart",
        "void f(int a) { x(); }\n",
        "void f(int $A, $$$R) { $$$B }",
        "void g(int $A, $$$R) { $$$B }",
        "void g(int a) { x(); }\n",
      ],
    ] as const)("%s: %j %s → %s", async (...row) => {
      const [language, source, pattern, template, wanted] = row;
      expect(await textOf(language, source, pattern, template)).toBe(wanted);
    });
  });

  test("the same metavariable twice is the same text", async () => {
    const source = "void f() {\n  if (a != null) a.dispose();\n  if (a != null) b.dispose();\n}\n";
    expect(await textOf("dart", source, "if ($X != null) $X.dispose()", "$X?.dispose();")).toBe(
      "void f() {\n  a?.dispose();\n  if (a != null) b.dispose();\n}\n",
    );
  });

  test("a block of a language in which { $$$BODY } reads as a literal", async () => {
    const source = "void f() {\n  if (a) {\n    x();\n    y();\n  }\n}\n";
    expect(await textOf("dart", source, "if ($C) { $$$BODY }", "while ($C) {\n  $$$BODY\n}")).toBe(
      "void f() {\n  while (a) {\n    x();\n    y();\n  }\n}\n",
    );
  });

  test("several statements in a row", async () => {
    const source = "{\n  open(a);\n  close(a);\n  rest();\n}\n";
    expect(await textOf("typescript", source, "open($X); close($X);", "touch($X);")).toBe(
      "{\n  touch(a);\n  rest();\n}\n",
    );
  });

  test("offsets hold in a file with a byte order mark, CRLF, emoji and other scripts", async () => {
    const source = "\uFEFF// 漢字 😀\r\nold('é', \"😀\"); old(ñ);\r\n";
    expect(await textOf("typescript", source, "old($$$A)", "renewed($$$A)")).toBe(
      "// 漢字 😀\r\nrenewed('é', \"😀\"); renewed(ñ);\r\n",
    );
  });

  test("scripts inside HTML", async () => {
    const source = "<p>é old(1)</p>\n<script>\n  old(1);\n</script>\n";
    expect(await textOf("javascript", source, "old($A)", "renewed($A)")).toBe(
      "<p>é old(1)</p>\n<script>\n  renewed(1);\n</script>\n",
    );
  });
});

test("captures are read right whatever stands in them", async () => {
  const odd = [
    String.raw`"}}},\"A\":{\"text\":\"x\",\"byteOffset\":{\"start\":9"`,
    "`${{ a: [{ b: { c: 1 } }] }}`",
    "'é😀\\'漢'",
    '/[}"\\]]/g',
    "(\n  [1, [2, {}]],\n)",
    '"\\u2028\\n"',
  ];
  const source = `\uFEFF${odd.map((one, at) => `old(${one}, ${odd[at - 1] ?? 0}, ${odd.at(at - 2) ?? 0});\n`).join("")}`;
  const wanted = odd.map((one, at) => `renewed([${odd[at - 1] ?? 0}, ${odd.at(at - 2) ?? 0}], ${one});\n`).join("");
  expect(await textOf("typescript", source, "old($A, $$$REST)", "renewed([$$$REST], $A)")).toBe(wanted);
});

describe("templates", () => {
  test.each([
    ["$Y", "`rewrite` uses $Y, which the pattern does not capture; it captures $X, $$$R"],
    ["g($$$X)", "`rewrite` uses $$$X, which the pattern does not capture"],
    ["$_", "`rewrite` uses $_,"],
  ])("AE-04 a metavariable that the pattern does not capture is named: %s", async (template, message) => {
    await expect(rewrite("typescript", "f(1)", "f($X, $$$R)", template)).rejects.toMatchObject({
      kind: "invalid_input",
      message: expect.stringContaining(message) as string,
    });
  });

  test("the hint names the variable that was meant", async () => {
    await expect(rewrite("typescript", "f(1)", "f($$$ARGS)", "g($ARGS)")).rejects.toMatchObject({
      hint: "write $$$ARGS, as in the pattern",
    });
  });

  test("one that is no code by itself is told", async () => {
    const { isTemplateReadable, isDoubtful } = await rewrite("typescript", "f(1);", "f($X)", "g($X");
    expect([isTemplateReadable, isDoubtful]).toEqual([false, true]);
  });

  test.each([
    ["an expression for an expression", "f(a + b);", "f($X)", "g($X)", false],
    ["a statement for an expression", "y = f(a);", "f($X)", "return $X;", true],
    ["a statement for a statement", "f(a);", "f($X);", "return1($X);", false],
    ["a spread where a list takes one", "f(...a);", "f($X)", "g($X)", false],
    ["a spread where nothing takes one", "f(...a);", "f($X)", "g[$X]", true],
    ["nothing for an expression", "y = f(a);", "f($X)", "", true],
  ])("%s: looked at again: %s", async (...[_what, source, pattern, template, wanted]) => {
    expect((await rewrite("typescript", source, pattern, template)).isDoubtful).toBe(wanted);
  });
});

test("a file that changed behind the search is refused", async () => {
  await writeFile(join(root, "a.ts"), "f(1);\n");
  const request = { language: "typescript", query: { pattern: "f($X)" }, rewrite: "g($X)", root, paths: ["."] };
  const found = await structural.rewrite(request, signal);
  await writeFile(join(root, "a.ts"), "h(1);\n");
  const document = await readDocument(join(root, "a.ts"), "a.ts");
  const [matches] = [...found.files()];
  if (matches === undefined) throw new Error("no match");
  await expect(found.rewrite(document, matches)).rejects.toMatchObject({ kind: "conflict", data: { path: "a.ts" } });
});

test("what cannot be had whole is not rewritten in part", async () => {
  await writeFile(join(root, "a.ts"), "f(1);\n".repeat(2_000));
  const small = createStructuralSearch({ children, limits: { maxStdoutBytes: 20_000 } });
  const request = { language: "typescript", query: { pattern: "f($X)" }, rewrite: "g($X)", root, paths: ["."] };
  await expect(small.rewrite(request, signal)).rejects.toMatchObject({ kind: "too_large" });
});
