import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createChildProcesses } from "../../../process/children.ts";
import { structuralLanguage } from "../languages/languages.ts";
import { createStructuralSearch } from "../search.ts";

const children = createChildProcesses();
const structural = createStructuralSearch({ children });
afterAll(() => children.dispose());

/** The lines on which matches start. */
async function find(language: string, code: string, pattern: string): Promise<readonly number[]> {
  const root = await mkdtemp(join(tmpdir(), "reticle-clauses-"));
  try {
    await writeFile(join(root, `a${structuralLanguage(language)?.extensions[0] ?? ""}`), code);
    const request = { language, query: { pattern }, root, paths: ["."], skip: 0, limit: 100 };
    return (await structural.search(request, AbortSignal.timeout(15_000))).matches.map(({ line }) => line);
  } finally {
    await rm(root, { recursive: true });
  }
}

const script = "try {\n  a();\n} catch (e) {\n  b();\n} finally {\n  c();\n}\nif (x) {\n} else {\n  d();\n}\n";

describe("AG-05 a part of a statement stands for itself", () => {
  test.each([
    ["javascript", script, "catch ($E) { $$$B }", 3],
    ["typescript", script, "finally { $$$B }", 5],
    ["tsx", script, "else { $$$B }", 9],
    ["java", `class C { void f() {\n${script.replace("(e)", "(E e)")}} }\n`, "catch ($E $X) { $$$B }", 4],
    ["java", `class C { void f() {\n${script.replace("(e)", "(E e)")}} }\n`, "finally { $$$B }", 6],
    ["java", "class C {\n  C() {\n    super(1, 2);\n    f();\n  }\n}\n", "super($$$A);", 3],
    ["java", "class C { void f() { switch (x) {\ncase 1:\n  a();\n  b();\ncase 2: c();\n} } }\n", "case $X: c();", 5],
    ["csharp", `class C { void F() {\n${script.replace("(e)", "(E e)")}} }\n`, "catch ($E $X) { $$$B }", 4],
    ["cpp", "void f() {\n  try { a(); }\n  catch (const E &e) { b(); }\n}\n", "catch (const $E &$X) { $$$B }", 3],
    [
      "cpp",
      "std::vector<int> a;\nauto b = std::vector<int>{};\nint f(std::vector<T> x);\n",
      "std::vector<$T>",
      1,
      2,
      3,
    ],
    ["cpp", "vector<int> a;\nauto b = make<int>();\nint f(vector<T> x);\n", "vector<$T>", 1, 3],
    ["cpp", "auto a = std::move(x);\nstd::move(y);\n", "std::move($X)", 1, 2],
    ["c", "void f() {\n  if (x) { a(); }\n  else { b(); }\n}\n", "else { $$$B }", 3],
    ["kotlin", "fun f() {\n  try { a() }\n  catch (e: E) { b() }\n}\n", "catch ($X: $E) { $$$B }", 3],
    ["ruby", "begin\n  a\nrescue E => e\n  b\nend\n", "rescue $E => $X\n  $$$B", 3],
    ["rust", "fn f<T>()\nwhere T: B {\n}\n", "where $T: $B", 2],
    ["rust", "fn f() {\n  match x { S { a, .. } => 1 }\n}\n", "S { $F, .. }", 2],
    ["go", "package p\n\nvar x interface{}\n\nfunc f(a map[string]interface{}) {}\n", "interface{}", 3, 5],
  ] as const)("%s: %j %s", async (language, code, pattern, ...lines) => {
    expect(await find(language, code, pattern)).toEqual(lines);
  });
});

describe("AG-06 a keyword is not taken for a name to make a pattern parse", () => {
  test.each([
    ["c", "int $F() { $$$B return $X; }"],
    ["cpp", "int $F() { $$$B return $X; }"],
    ["java", "int $F() { $$$B return $X; }"],
    ["csharp", "int $F() { $$$B return $X; }"],
    ["java", "int $F() { $$$B if ($X) { f(); } }"],
  ])("%s: %s", async (language, pattern) => {
    await expect(find(language, "", pattern)).rejects.toMatchObject({ kind: "invalid_input" });
  });

  test.each([
    ["javascript", "p.catch(f);\n", "$P.catch($F)"],
    ["typescript", "const x = { catch: 1, return: 2 };\n", "{ catch: $A, return: $B }"],
    ["javascript", "class C { return(v) { return v; } }\n", "return($V) { $$$B }"],
  ])("where it is one, it stays one: %s %s", async (language, code, pattern) => {
    expect(await find(language, code, pattern)).toEqual([1]);
  });
});
