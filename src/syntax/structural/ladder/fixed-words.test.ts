import { afterAll, expect, test } from "vitest";
import { patternCompiler } from "../../../../test/helpers/pattern-compiler.ts";
import { createChildProcesses } from "../../../process/children.ts";

const children = createChildProcesses();
const compile = patternCompiler(children);
afterAll(() => children.dispose());

test.each([
  ["typescript", 'go("at once", $X, 42)', ["go", "at once", "42"]],
  ["typescript", "$F($X)", []],
  ["typescript", "go(/* now */ $X, `a$X`)", ["go"]],
  ["go", "if $X != nil { return wrap($X) }", ["if", "return", "wrap"]],
  ["python", "def run($$$A): $$$B", ["def", "run"]],
  ["python", "@$D($$$A)", ["@"]],
  ["typescript", "private $F: $T", ["private"]],
  ["scala", "def $F(): Int =\n  go()\nend run", ["def", "Int", "go"]],
  ["c", "#  define ONE $X", ["ONE"]],
  ["typescript", "for (const $$$A of xs) { go(); }", ["for", "const", "xs", "go"]],
  ["go", "for $$$A, $B := range xs { return }", ["for", "xs", "return"]],
  ["php", "FOREACH ($A as $B) { go(); }", ["go"]],
])("what stands letter by letter in every match: %s %s", async (language, pattern, words) => {
  expect((await compile(language, pattern)).fixedWords.map(({ text }) => text)).toEqual(words);
});

test("names and keywords are whole words, what is in a literal or a mark is not", async () => {
  const whole = async (language: string, pattern: string) =>
    (await compile(language, pattern)).fixedWords.filter(({ isWhole }) => isWhole).map(({ text }) => text);
  expect(await whole("typescript", 'return go("once", 42, this.#at)')).toEqual(["return", "go", "this"]);
  expect(await whole("python", "@run($X)")).toEqual(["run"]);
});
