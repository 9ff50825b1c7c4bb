import { expect, test } from "vitest";
import { isAtomic, isDelimited, isPlain, outlineOf } from "./atoms.ts";

test.each([
  ["a", true],
  ["a.b", true],
  ["a?.b", true],
  ["A::b->c", true],
  ["f(a + b)[c - d].e", true],
  ["$this->x", true],
  ['"a + b"', true],
  ["(a + b)", true],
  ["`a ${b} c`", true],
  ["été", true],
  ["a + b", false],
  ["-a", false],
  ["!a", false],
  ["a ? b : c", false],
  ["new A()", false],
  ["1", false],
  ["{ a: 1 }", false],
  ["a..b", false],
  ["() => a", false],
  ["f(a", false],
  ["'a", false],
  ["", false],
])("%s holds together: %s", (code, wanted) => {
  expect(isAtomic(code)).toBe(wanted);
});

test.each([
  ["a + b", false, true],
  ["x => x + 1", false, true],
  ["a == b && c >= d", false, true],
  ["c ? a : b", false, true],
  ["a, b", true, true],
  ["a, b", false, false],
  ["...a", false, false],
  ["a, ...b", true, false],
  ["key=1", false, false],
  ["a = 1", false, false],
  ["x := 1", false, false],
  ["a: 1", false, false],
  ["return a", false, false],
  ["a; b", false, false],
])("%s is an expression and nothing else (a list: %s): %s", (code, isList, wanted) => {
  expect(isPlain(code, isList)).toBe(wanted);
});

test("code that differs in names, literals and the insides of brackets has one outline", () => {
  expect(outlineOf("foo(1, 2).bar  +  12")).toBe(outlineOf("x(y).z + 7"));
  expect(outlineOf("await a")).not.toBe(outlineOf("b a"));
  expect(outlineOf('"a" + b')).toBe(outlineOf("'x(' + y"));
});

test.each([
  ["f(·)", true],
  ["f(a, · , b)", true],
  ["x = ·;", true],
  ["x == ·;", false],
  ["x => ·;", false],
  ["· + 1", false],
  ["return ·;", false],
  ["a();\n  ·\nb();", true],
  ["a +\n  ·\nb();", false],
  ["·.b", false],
  ["·", true],
])("nothing binds to what stands in %j: %s", (template, wanted) => {
  const at = template.indexOf("·");
  expect(isDelimited(template, at, at + 1)).toBe(wanted);
});
