import { expect, test } from "vitest";
import { LeftOut } from "./left-out.ts";

/** Captures are what stands between « and ». */
function has(language: string, pattern: string, marked: string): boolean | undefined {
  let match = "";
  const captures: { start: number; end: number }[] = [];
  for (const [index, piece] of marked.split(/[«»]/).entries()) {
    if (index % 2 === 1) captures.push({ start: match.length, end: match.length + piece.length });
    match += piece;
  }
  return LeftOut.of(pattern, language)?.has(match, captures.toReversed());
}

test.each([
  ["javascript", "if ($C) { $$$B }", "if («x») { «a();» } else { b(); }"],
  ["typescript", "function $N($$$P) { $$$B }", "async function «f»(«a, b») { «go()» }"],
  ["go", "$A, $B := $C", "«a», «b», c := «g()»"],
  ["java", "new $T($$$A)", "new «T<X>»() { int y; }"],
  ["java", "try { $$$A } catch ($E $N) { $$$B }", "try { «a();» } catch («E» «e») {} catch (F f) {}"],
  ["ruby", "$F($$$A)", "«each»(«x») do |one| one end"],
  ["css", "color: $X", "color: «a.b»(c)"],
])("%s: by %s, something of %s is left out", (language, pattern, marked) => {
  expect(has(language, pattern, marked)).toBe(true);
});

test.each([
  ["javascript", "if ($C) { $$$B }", "if («x»)\n{\n  // first\n  «a();\n  b();» /* last */\n}"],
  ["python", "f($A, $B)", "f(\n  «a»,  # one\n  «b»,\n)"],
  ["python", "x // $A", "x // «2»"],
  ["ruby", "if $C\n  $$$B\nend", "if «x» then «y» end"],
  ["ruby", "puts $A", "puts(«a»)"],
  ["lua", "f($A)", "f(«a») -- it is so"],
  ["typescript", "import { $$$A } from 'a'", 'import { «b, c» } from "a";'],
  ["go", "f($$$A)", "f()"],
])("%s: by %s, nothing of %s is left out", (language, pattern, marked) => {
  expect(has(language, pattern, marked)).toBe(false);
});

test.each(["f($_)", "f($$$)", "$A == $A"])("of %s it is not known what stands for what", (pattern) => {
  expect(LeftOut.of(pattern, "go")).toBeUndefined();
});
