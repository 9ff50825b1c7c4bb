import { expect, test } from "vitest";
import { hintForPattern } from "./pattern-hints.ts";

test.each([
  ["python", "class $C($B):", /no body/],
  ["python", "def $F($A): $$$B", undefined],
  ["typescript", "async function $F()", /function needs its body/],
  ["typescript", "function $F() { $$$B }", undefined],
  ["typescript", "($X) =>", /arrow function/],
  ["go", "func ($R $T) $F($$$A)", /function needs its body/],
  ["rust", "pub(crate) fn $F($$$A) -> $R", /function needs its body/],
  ["java", "foo\\.bar", /escapes/],
  ["php", "$X = $V", /left of `=`/],
  ["php", "$X == $V", undefined],
  ["go", 'import "fmt"', /in parentheses/],
  ["go", "any", /name alone/],
  ["go", "any()", undefined],
  ["java", "[a-z]+", /character classes/],
  ["java", "a[0]", undefined],
  ["c", "foo.*", /`\.\*`/],
  ["ruby", "(foo|bar)", /alternation/],
  ["c", "a || b", undefined],
  ["go", "foo($x)", /upper case/],
  ["php", "foo($x)", undefined],
  ["bash", "for $I in x", /shell/],
  ["json", '{"a": $X}', /in quotes/],
  ["json", '"a": "$X"', undefined],
  ["typescript", "import { $A } from $B", /is a string/],
  ["java", "foo($X)", undefined],
])("%s: %s", (language, pattern, hint) => {
  const given = hintForPattern(language, pattern);
  if (hint === undefined) expect(given).toBeUndefined();
  else expect(given).toMatch(hint);
});
