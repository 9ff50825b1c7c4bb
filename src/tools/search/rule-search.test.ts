import { describe, expect, test } from "vitest";
import { type Told, useWorkspaceRun } from "../../../test/helpers/workspace-run.ts";

const workspace = useWorkspaceRun({ surface: "main", dialect: "own" });
const { put } = workspace;

function search(rule: unknown, more: Readonly<Record<string, unknown>> = {}): Promise<Told> {
  return workspace.call("ast_grep_search", { lang: "javascript", rule, ...more });
}

const HEAD = "id: a\nlanguage: javascript\n";
const CODE = "const list = [1, 2, 3];\nfoo(1);\nfunction outer() {\n  return [() => foo(list)];\n}\n";

describe("LENS-6 what the engine would pass over in a rule is refused", () => {
  test.each<[string, unknown, RegExp]>([
    [
      "a mistyped key of a relation",
      `${HEAD}rule: {kind: number, inside: {kind: program, stopby: end}}`,
      /`rule`: rule\.inside\.stopby is no key of a relation\.\nNext: there it can be .*stopBy/,
    ],
    [
      "the same in a rule given as an object",
      { id: "a", language: "javascript", rule: { kind: "number", inside: { kind: "program", stopby: "end" } } },
      /rule\.inside\.stopby is no key/,
    ],
    [
      "one deep inside, in blocks",
      `${HEAD}rule:\n  all:\n    - kind: number\n    - not:\n        has:\n          kind: string\n          until: end\n`,
      /rule\.all\.not\.has\.until is no key/,
    ],
    [
      "one in a rule of utils",
      `${HEAD}utils: {u: {kind: number, follows: {kind: number, neighbor: 1}}}\nrule: {matches: u}`,
      /utils\.u\.follows\.neighbor is no key/,
    ],
    [
      "one in a constraint",
      `${HEAD}rule: {pattern: foo($A)}\nconstraints: {A: {inside: {kind: program, stop: end}}}`,
      /constraints\.A\.inside\.stop is no key/,
    ],
    ["one of nthChild", `${HEAD}rule: {kind: number, nthChild: {position: 1, revers: true}}`, /nthChild\.revers is no/],
    [
      "one of range",
      `${HEAD}rule: {kind: number, range: {start: {line: 0, col: 1}, end: {line: 1, column: 0}}}`,
      /range\.start\.col is no key of a position\.\nNext: there it can be line, column/,
    ],
    ["nthChild 0", `${HEAD}rule: {kind: number, nthChild: 0}`, /nthChild is 0.*\n.*counted from 1/],
    ["an empty any", `${HEAD}rule: {any: []}`, /rule\.any is an empty list/],
    ["an empty kind", `${HEAD}rule: {kind: ''}`, /rule\.kind is empty/],
    [
      "a constraint on several nodes",
      `${HEAD}rule: {pattern: foo($$$A)}\nconstraints: {A: {regex: x}}`,
      /constraints\.A has no effect, because \$\$\$A stands for any number/,
    ],
    [
      "a second document of another language",
      `${HEAD}rule: {kind: number}\n---\nid: b\nlanguage: python\nrule: {kind: integer}`,
      /document 2 of `rule` is for python but `lang` is javascript/,
    ],
    [
      "a second document without an id",
      `${HEAD}rule: {kind: number}\n---\nlanguage: js\nrule: {kind: string}`,
      /document 2 of `rule` has no top-level `id`/,
    ],
    [
      "a second document that is switched off",
      `${HEAD}rule: {kind: number}\n---\nid: b\nlanguage: js\nseverity: off\nrule: {kind: string}`,
      /document 2 of `rule` is switched off/,
    ],
    ["a flow mapping of another language", "{id: a, language: go, rule: {kind: x}}", /`rule` is for go but/],
    [
      "an unknown language",
      "id: a\nlanguage: klingon\nrule: {kind: x}",
      /names the language "klingon", which structural search does not speak\.\nNext: use one of: bash, /,
    ],
    ["a language that is no text", { id: "a", language: ["javascript"], rule: { kind: "number" } }, /the language ""/],
    ["a list of rules", "- id: a\n  language: javascript\n  rule: {kind: number}", /no top-level `id`/],
    ["nothing but a comment", "# a rule\n", /`rule` is empty/],
  ])("%s", async (_what, rule, message) => {
    await put({ "a.js": CODE });
    for (const validateOnly of [false, true]) {
      const { text, isError } = await search(rule, { validateOnly });
      expect(text).toMatch(message);
      expect(isError).toBe(true);
    }
  });

  test("a condition that is none says what it needs", async () => {
    await put({ "a.js": CODE });
    for (const rule of ["{regex: foo}", "{not: {kind: number}}", "{pattern: 'foo('}"]) {
      expect((await search(`${HEAD}rule: ${rule}`)).text).toMatch(/Next: put a `kind`, or a `pattern` that parses/);
    }
  });
});

describe("LENS-6 what is said of a rule that is searched for", () => {
  test.each<[string, string]>([
    [
      "quotes, comments and a document mark",
      `---\n"id": 'a' # the id\n"language": "JavaScript"\nrule: {"kind": number}`,
    ],
    ["CRLF", "id: a\r\nlanguage: js\r\nrule:\r\n  kind: number\r\n"],
    ["an anchor", `${HEAD}utils:\n  u: &u {kind: number}\nrule: *u`],
    ["a document mark and a comment at the end", `${HEAD}rule: {kind: number}\n---\n# nothing\n`],
    ["stopBy as a rule", `${HEAD}rule: {kind: number, inside: {kind: program, stopBy: {kind: class_body}}}`],
    ["nthChild of a rule", `${HEAD}rule: {kind: number, nthChild: {position: 2n+1, ofRule: {kind: number}}}`],
    [
      "utils that use themselves",
      `${HEAD}utils: {u: {any: [{kind: program}, {inside: {matches: u}}]}}\nrule: {kind: number}`,
    ],
    [
      "a rule of many documents",
      Array.from({ length: 60 }, (_, n) => `${HEAD.replace("a", `r${n}`)}rule: {kind: number}`).join("\n---\n"),
    ],
  ])("%s", async (_what, rule) => {
    await put({ "a.js": CODE });
    const { text, isError } = await search(rule);
    expect(isError).toBe(false);
    expect(text).toContain("a.js:1:15");
  });

  test("keys that only matter for reports and rewrites have no effect, and it says so", async () => {
    await put({ "a.js": CODE });
    const { text } = await search(`${HEAD}rule: {pattern: foo($A)}\nfix: bar($A)\nmessage: no $A\nseverity: error`);
    expect(text).toMatch(
      /^`rule`: `fix`, `message`, `severity` had no effect, as this tool only searches; ast_grep_replace changes code\.\n2 matches/,
    );
    const valid = await search(`${HEAD}rule: {kind: number}\nfix: '1'`, { validateOnly: true });
    expect(valid.text).toMatch(/^`rule`: `fix` had no effect/);
  });

  test("transform is honoured: what it makes stands with the captures", async () => {
    await put({ "a.js": CODE });
    const rule = `${HEAD}rule: {pattern: foo($A)}\ntransform: {NEW: {convert: {source: $A, toCase: upperCase}}}`;
    expect((await search(rule)).text).toContain("$A=list (4:21-25)  $NEW=LIST");
  });

  test("files and ignores are honoured, and what they leave out is not counted as searched", async () => {
    await put({ "a.js": CODE, "lib/b.js": CODE, "lib/c.js": "bar();\n" });
    const files = await search(`${HEAD}rule: {pattern: foo(1)}\nfiles: ['lib/**']`);
    expect(files.text).toMatch(
      /^`rule`: only files that its `files` let through are searched\.\n1 match in 1 file \(2 searched\)/,
    );
    const ignores = await search(`${HEAD}rule: {pattern: foo(1)}\nignores: ['lib/b.js', a.js]`);
    expect(ignores.text).toMatch(
      /^`rule`: only files that its `ignores` let .*\nNo matches in 1 javascript file under/,
    );
    const none = await search(`${HEAD}rule: {pattern: foo(1)}\nfiles: ['src/**']`);
    expect(none.text).toContain("There is no javascript file under the workspace root that the rule is for.");
  });

  test("matches of several documents name their rule, and one node is found by each", async () => {
    await put({ "a.js": "foo(1);\nbar(2);\n" });
    const rule = `${HEAD}rule: {pattern: foo($A)}\n---\nid: b\nlanguage: js\nrule: {pattern: $F($B)}`;
    const { text } = await search(rule, { paths: ["a.js", "."] });
    expect(text.split("\n").filter((line) => line.startsWith("a.js:"))).toEqual([
      "a.js:1:1 [a] (read 1+4)",
      "a.js:1:1 [b] (read 1+4)",
      "a.js:2:1 [b] (read 1+5)",
    ]);
    expect((await search(`${HEAD}rule: {pattern: foo($A)}`)).text).toContain("a.js:1:1 (read 1+4)");
  });

  test("a rule that matches everything is paged through without a gap", async () => {
    await put({ "a.js": CODE });
    const rule = `${HEAD}rule: {any: [{kind: identifier}, {kind: number}, {kind: call_expression}]}`;
    const all = await search(rule, { groupByFile: true });
    const places = (text: string) => text.match(/L\d+:\d+/g) ?? [];
    const paged: string[] = [];
    for (let skip = 0; skip < 20; skip += 3) {
      paged.push(...places((await search(rule, { groupByFile: true, skip, maxMatches: 3 })).text));
    }
    expect(paged.length).toBeGreaterThan(6);
    expect(paged).toEqual(places(all.text));
  });

  test("an expression that would backtrack without end costs nothing", async () => {
    await put({ "a.js": `const text = "${"a".repeat(5_000)}!";\n` });
    const { text } = await search(`${HEAD}rule: {kind: string, regex: '^"(a+)+$'}`);
    expect(text).toMatch(/^No matches in 1 javascript file/);
  });

  test("a pattern that is read bare is the first thing to try when nothing is found", async () => {
    await workspace.put({ "a.dart": "void main() {\n  var y = dispose(x);\n}\n" });
    const rule = "id: a\nlanguage: dart\nrule: {pattern: dispose(x)}";
    const { text } = await search(rule, { lang: "dart" });
    expect(text).toMatch(/^No matches.*\nHint: a `pattern` in a rule is read as if it stood at the top of a file/);
  });
});

describe("LENS-6 arguments without a part in the call are named", () => {
  const rule = `${HEAD}rule: {kind: number}`;
  test.each<[string, Readonly<Record<string, unknown>>, string | undefined]>([
    [
      "beside a rule",
      { rule, pattern: "foo($A)", strictness: "ast" },
      "`rule` is searched for as it is; `pattern`, `strictness` had no effect.",
    ],
    [
      "beside a dump",
      { pattern: "foo(1)", dump: true, rule, paths: ["a.js"], selector: "number" },
      "`dump` prints `pattern` alone; `rule`, `selector`, `paths` had no effect.",
    ],
    ["of a dump", { pattern: "foo(1)", includeAnonymous: true }, "`includeAnonymous` had no effect without `dump`."],
    [
      "of a pattern",
      { nodeKind: "number", selector: "x", strictness: "cst" },
      "`selector`, `strictness` had no effect without `pattern`.",
    ],
    [
      "none: the sibling is a pattern",
      { nodeKind: "expression_statement", precedes: "foo(1)", strictness: "ast" },
      undefined,
    ],
    ["none: it is what holds anyway", { nodeKind: "number", strictness: "smart", includeAnonymous: false }, undefined],
  ])("%s", async (_what, args, note) => {
    await put({ "a.js": CODE });
    const { text, isError } = await workspace.call("ast_grep_search", { lang: "javascript", ...args });
    expect(isError).toBe(false);
    expect(text.split("\n")[0]).toEqual(note ?? expect.not.stringContaining("no effect"));
  });
});
