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
  ["go", "if $X != nil { return wrap($X) }", ["wrap"]],
  ["python", "def run($$$A): $$$B", ["run"]],
  ["php", "FOREACH ($A as $B) { go(); }", ["go"]],
])("what stands letter by letter in every match: %s %s", async (language, pattern, words) => {
  expect((await compile(language, pattern)).fixedWords).toEqual(words);
});
