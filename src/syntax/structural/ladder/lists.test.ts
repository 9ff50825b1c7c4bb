import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createChildProcesses } from "../../../process/children.ts";
import { structuralLanguage } from "../languages/languages.ts";
import type { Match } from "../match.ts";
import { createStructuralSearch } from "../search.ts";

const children = createChildProcesses();
const structural = createStructuralSearch({ children });
afterAll(() => children.dispose());

async function find(language: string, code: string, pattern: string): Promise<readonly Match[]> {
  const root = await mkdtemp(join(tmpdir(), "reticle-lists-"));
  try {
    await writeFile(join(root, `a${structuralLanguage(language)?.extensions[0] ?? ""}`), code);
    const request = { language, query: { pattern }, root, paths: ["."], skip: 0, limit: 100 };
    return (await structural.search(request, AbortSignal.timeout(15_000))).matches;
  } finally {
    await rm(root, { recursive: true });
  }
}
const linesOf = (matches: readonly Match[]): number[] => [...new Set(matches.map(({ line }) => line))];
const capturesOf = (matches: readonly Match[]): string[] =>
  matches.map(({ captures }) => captures.map(({ name, text }) => `${name}=${text}`).join(" "));

interface ListCase {
  readonly language: string;
  readonly code: string;
  /** Pattern → the lines on which its matches start. */
  readonly finds: readonly (readonly [pattern: string, ...lines: number[]])[];
}

const calls = "f();\nf(a);\nf(a, b);\nf(a, b, c);\ng(a);\n";
const callFinds: ListCase["finds"] = [
  ["f($$$R)", 1, 2, 3, 4],
  ["f($A, $$$R)", 2, 3, 4],
  ["f($$$R, $A)", 2, 3, 4],
  ["f($A, $$$R, $B)", 3, 4],
  ["f($$$R, $A, $B)", 3, 4],
  ["f($$$, b, $$$)", 3, 4],
  ["f(a, $_, $$$)", 3, 4],
  ["f($$$, $_)", 2, 3, 4],
];

const cases: readonly ListCase[] = [
  ...["javascript", "typescript", "tsx"].map((language) => ({
    language,
    code: `${calls}x = [a];\nx = [a, b];\nfunction h(a) {}\nconst k = (a) => a;\nimport { a } from "m";\nnew F(a);\nx = { a };\n`,
    finds: [
      ...callFinds,
      ["[$A, $$$R]", 6, 7],
      ["[$$$R, $A]", 6, 7],
      ["function $F($A, $$$R) { $$$B }", 8],
      ["($A, $$$R) => $B", 9],
      ['import { $A, $$$R } from "m"', 10],
      ["new F($A, $$$R)", 11],
      ["x = { $A, $$$R }", 12],
    ] as const,
  })),
  {
    language: "python",
    code: `${calls.replaceAll(";", "")}x = [a]\nx = (a)\nx = (a,)\nx = (a, b)\ndef h(a): pass\nclass C(a): pass\nx = {a: b}\nfor a in b: pass\nfor a, b in c: pass\nf(a,)\nf(a,  # why\n)\n`,
    finds: [
      ["f($A, $$$R)", 2, 3, 4, 15, 16],
      ["f($$$R, $A)", 2, 3, 4, 15, 16],
      ["[$A, $$$R]", 6],
      ["($A, $$$R)", 8, 9],
      ["def $F($A, $$$R): $$$B", 10],
      ["class $C($A, $$$R): $$$B", 11],
      ["{$K: $V, $$$R}", 12],
      ["for $A, $$$R in $X: $$$B", 14],
    ],
  },
  {
    language: "go",
    code: "package p\nfunc h(a int) { f(a); f(a, b); x := []int{a}; y, z := g(); return a }\nfunc k(a int, b int) int {\n\treturn a\n}\n",
    finds: [
      ["f($A, $$$R)", 2],
      ["f($$$R, $A)", 2],
      ["func $F($A $T, $$$R) { $$$B }", 2],
      ["func $F($A $T, $$$R) $U { $$$B }", 3],
      ["return $A, $$$R", 2, 4],
      ["[]int{$A, $$$R}", 2],
      ["func k($$$A) int { return $X; $$$B }", 3],
      ["func k($$$A) int { $$$B; return $X }", 3],
      ["for $$$I; $C; $$$P { $$$B }"],
    ],
  },
  {
    language: "rust",
    code: "fn h(a: i32) {\n  f(a);\n  f(a, b);\n  let x = [a];\n  let y = (a);\n  let y = (a,);\n  let z = |a| a;\n}\nfn k(a: i32, b: i32) {}\nstruct S<T>(T);\n",
    finds: [
      ["f($A, $$$R)", 2, 3],
      ["f($$$R, $A)", 2, 3],
      ["fn $F($A: $T, $$$R) { $$$B }", 1, 9],
      ["[$A, $$$R]", 4],
      ["($A, $$$R)", 6],
      ["|$A, $$$R| $B", 7],
    ],
  },
  ...["java", "csharp"].map((language) => ({
    language,
    code: "class C {\n  void h(int a) { f(a); }\n  void k(int a, int b) {\n    f(a, b); new F(a);\n    f();\n  }\n}\nclass D<T> { D<T> x; }\n",
    finds: [
      ["f($A, $$$R)", 2, 4],
      ["f($$$R, $A)", 2, 4],
      ["void $F(int $A, $$$R) { $$$B }", 2, 3],
      ["new F($A, $$$R)", 4],
    ] as const,
  })),
  ...["c", "cpp"].map((language) => ({
    language,
    code: "void h(int a) { f(a); }\nvoid k(int a, int b) {\n  f(a, b);\n  f();\n  int x[] = {a};\n}\n",
    finds: [
      ["f($A, $$$R)", 1, 3],
      ["f($$$R, $A)", 1, 3],
      ["void $F(int $A, $$$R) { $$$B }", 1, 2],
    ] as const,
  })),
  {
    language: "dart",
    code: "void h(int a) { f(a); }\nvoid k(int a, int b) {\n  f(a, b);\n  f();\n  var x = [a];\n  if (g(a)) { f(b); }\n}\n",
    finds: [
      ["f($A, $$$R)", 1, 3, 6],
      ["f($$$R, $A)", 1, 3, 6],
      ["void $F(int $A, $$$R) { $$$B }", 1, 2],
      ["[$A, $$$R]", 5],
      ["if (g($A, $$$R)) { $$$B }", 6],
      ["if (g($$$R, $A)) { $$$B }", 6],
    ],
  },
  {
    language: "kotlin",
    code: "fun h(a: Int) { f(a) }\nfun k(a: Int, b: Int) {\n  f(a, b)\n  f()\n}\n",
    finds: [
      ["f($A, $$$R)", 1, 3],
      ["f($$$R, $A)", 1, 3],
      ["fun $F($A: Int, $$$R) { $$$B }", 1, 2],
    ],
  },
  {
    language: "swift",
    code: "func h(a: Int) { f(a) }\nfunc k(a: Int, b: Int) {\n  f(a, b)\n  f()\n  let x = [a]\n}\n",
    finds: [
      ["f($A, $$$R)", 1, 3],
      ["f($$$R, $A)", 1, 3],
      ["[$A, $$$R]", 5],
    ],
  },
  {
    language: "scala",
    code: "object O {\n  def h(a: Int) = { f(a) }\n  def k(a: Int, b: Int) = { f(a, b); f() }\n}\n",
    finds: [
      ["f($A, $$$R)", 2, 3],
      ["f($$$R, $A)", 2, 3],
    ],
  },
  {
    language: "php",
    code: "<?php\nf(1);\nf(1, 2);\nf();\n$x = [1];\nfunction h($a) {}\n",
    finds: [
      ["f($A, $$$R)", 2, 3],
      ["f($$$R, $A)", 2, 3],
      ["[$A, $$$R]", 5],
    ],
  },
  {
    language: "ruby",
    code: "f(a)\nf(a, b)\nf()\nx = [a]\nputs a\nputs a, b\ndef h(a)\n  b\nend\nx.each { |a| b }\n",
    finds: [
      ["f($A, $$$R)", 1, 2],
      ["f($$$R, $A)", 1, 2],
      ["[$A, $$$R]", 4],
      ["puts $A, $$$R", 5, 6],
    ],
  },
  {
    language: "lua",
    code: "f(a)\nf(a, b)\nf()\nx = {a}\nfunction h(a) end\nlocal y = g()\nlocal y, z = g()\n",
    finds: [
      ["f($A, $$$R)", 1, 2],
      ["f($$$R, $A)", 1, 2],
      ["{$A, $$$R}", 4],
      ["local $A, $$$R = $V", 6, 7],
    ],
  },
  {
    language: "elixir",
    code: "f(a)\nf(a, b)\nf()\nx = [a]\n",
    finds: [
      ["f($A, $$$R)", 1, 2],
      ["f($$$R, $A)", 1, 2],
      ["[$A, $$$R]", 4],
    ],
  },
  { language: "haskell", code: "x = [a]\ny = [a, b]\n", finds: [["[$A, $$$R]", 1, 2]] },
  {
    language: "solidity",
    code: "contract C {\n  function h(uint a) public { f(a); f(a, b); f(); }\n  function k() public {\n    f(a);\n    f(a, b);\n    f();\n  }\n}\n",
    finds: [
      ["f($A, $$$R)", 2, 4, 5],
      ["f($$$R, $A)", 2, 4, 5],
    ],
  },
  {
    language: "css",
    code: "a { color: rgb(1); }\nb { color: rgb(1, 2); }\n",
    finds: [["color: rgb($A, $$$R)", 1, 2]],
  },
  {
    language: "hcl",
    code: "x = f(a)\ny = f(a, b)\nz = [a]\n",
    finds: [
      ["f($A, $$$R)", 1, 2],
      ["[$A, $$$R]", 3],
    ],
  },
];

describe("AG-01 a run beside a comma may be empty, and may be followed by other metavariables", () => {
  test.each(
    cases.flatMap(({ language, code, finds }) =>
      finds.map(([pattern, ...lines]) => ({ language, code, pattern, lines })),
    ),
  )("$language: $pattern", async ({ language, code, pattern, lines }) => {
    expect(linesOf(await find(language, code, pattern))).toEqual(lines);
  });
});

describe("captures of lists", () => {
  const code = "f();\nf(a);\nf(a, b /* why */);\nf(a, b, c);\nf(\n  a,\n  b, // why\n);\n";
  test.each([
    ["f($$$R)", ["$$$R=", "$$$R=a", "$$$R=a, b /* why */", "$$$R=a, b, c", "$$$R=a,\n  b, // why"]],
    ["f($A, $$$R)", ["$A=a $$$R=", "$A=a $$$R=b /* why */", "$A=a $$$R=b, c", "$A=a $$$R=b, // why"]],
    ["f($$$R, $A)", ["$A=a $$$R=", "$$$R=a $A=b", "$$$R=a, b $A=c", "$$$R=a $A=b"]],
    ["f($$$, $A, $_)", ["$A=a", "$A=b", "$A=a"]],
  ])("%s", async (pattern, captures) => {
    expect(capturesOf(await find("javascript", code, pattern))).toEqual(captures);
  });

  test("AG-02 names behind a run stand for the same text when they are repeated", async () => {
    const repeated = "f(a, b, b);\nf(a, b, c);\nf(b, b);\nf(a, b + c, b+c);\n";
    expect(linesOf(await find("javascript", repeated, "f($$$R, $X, $X)"))).toEqual([1, 3]);
  });
});
