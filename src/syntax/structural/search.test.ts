import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { pick, seededRandom } from "../../../test/helpers/seeded-random.ts";
import { withoutPrivileges } from "../../../test/helpers/unprivileged.ts";
import { createChildProcesses } from "../../process/children.ts";
import { findEngine } from "./ast-grep/binary.ts";
import type { StructuralQuery } from "./compile-query.ts";
import { createStructuralSearch, type SearchRequest } from "./search.ts";
import type { SearchOutcome } from "./search-outcome.ts";

const children = createChildProcesses();
const structural = createStructuralSearch({ children });
afterAll(() => children.dispose());

let root = "";
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "reticle-structural-"));
});
afterEach(() => rm(root, { recursive: true }));

async function put(files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
}

const signal = new AbortController().signal;
async function find(query: StructuralQuery | string, options: Partial<SearchRequest> = {}): Promise<SearchOutcome> {
  const request = { language: "typescript", root, paths: ["."], skip: 0, limit: 50, ...options };
  return await structural.search({ ...request, query: typeof query === "string" ? { pattern: query } : query }, signal);
}
function places({ matches }: SearchOutcome): string[] {
  return matches.map(({ file, line, column }) => `${file}:${line}:${column}`);
}

describe("what a match says", () => {
  test("captures in order of position, multi captures as they are written", async () => {
    await put({ "a.ts": "const r = call(first,  second /* c */, third);\n" });
    const { matches } = await find("const $N = call($A, $$$REST)");
    expect(matches).toMatchObject([
      {
        file: "a.ts",
        line: 1,
        column: 1,
        endLine: 1,
        endColumn: 47,
        captures: [
          { name: "$N", text: "r" },
          { name: "$A", text: "first" },
          { name: "$$$REST", text: "second /* c */, third" },
        ],
      },
    ]);
  });

  test("columns are 1-based code points: emoji, CRLF and a byte order mark", async () => {
    await put({ "a.ts": '\uFEFFgo(1);\r\n/* 😀é */ go(2);\r\nlet a = "x"; go(\r\n  3);\r\n' });
    const outcome = await find("go($X)");
    expect(places(outcome)).toEqual(["a.ts:1:1", "a.ts:2:10", "a.ts:3:14"]);
    expect(outcome.matches[2]).toMatchObject({ endLine: 4, endColumn: 5, text: "go(\r\n  3)" });
  });

  test("a sequence spans all its statements", async () => {
    await put({ "a.ts": "open(x);\nclose(x);\nopen(x);\nclose(y);\nopen(z);\n  // between\nuse();\n" });
    const { matches } = await find("open($X); close($X)");
    expect(matches).toMatchObject([
      { line: 1, endLine: 2, text: "open(x);\nclose(x);", captures: [{ name: "$X", text: "x" }] },
    ]);
  });

  test("a pattern never matches inside strings and comments", async () => {
    await put({ "a.ts": '"go(1)"; // go(2)\n`go(3) ${go(4)}`; /* go(5) */\n' });
    expect(places(await find("go($X)"))).toEqual(["a.ts:2:10"]);
  });
});

describe("AG-02: a repeated metavariable is the same source text", () => {
  test.each([
    ["g($A, $A)", "g(a+b, a+b); g(a+b, a + b); g(a.b, a . b); g(x, x);", [1, 44]],
    ["this.$X = $X", "this.foo = foo; this.foo = bar;", [1]],
    ["f($_, $_)", "f(1, 2); f(3, 3);", [1, 10]],
    ["f($$$A); g($$$A)", "f(1, 2); g(1, 2); f(1); g(1,2); f(); g(); f(); g(1);", [1, 33]],
    ["$A && $A.$B()", "x && x.y(); x && z.y();", [1]],
  ] as const)("%s", async (pattern, code, columns) => {
    await put({ "a.ts": code });
    expect((await find(pattern)).matches.map(({ column }) => column)).toEqual(columns);
  });
});

describe("coverage", () => {
  test("names files that are not UTF-8; an empty file is searched", async () => {
    await put({
      "ok.ts": "go(1);",
      "empty.ts": "",
      "utf16.ts": Buffer.from("\uFEFFgo(2);", "utf16le"),
      "latin1.ts": Buffer.from("go('café');", "latin1"),
    });
    const outcome = await find("go($X)");
    expect(places(outcome)).toEqual(["ok.ts:1:1"]);
    expect(outcome.coverage).toEqual({
      state: "partial",
      looked: "2",
      whole: "4 files",
      missing: "2 files not UTF-8 (latin1.ts, utf16.ts)",
    });
  });

  test("names what may not be opened", async () => {
    await put({ "ok.ts": "go(1);", "secret.ts": "go(2);", "closed/a.ts": "go(3);" });
    await chmod(root, 0o755);
    await chmod(join(root, "secret.ts"), 0);
    await chmod(join(root, "closed"), 0);
    const { coverage } = await withoutPrivileges(() => find("go($X)"));
    await chmod(join(root, "closed"), 0o755);
    expect(coverage).toMatchObject({
      looked: "1",
      whole: "2 files",
      missing: "1 file unreadable (secret.ts); what cannot be opened (closed)",
    });
  });

  test("names a file that is too large for the engine", async () => {
    await put({ "big.ts": "const aaaaaaaaaaaaaa = 1;\n".repeat(210_000), "ok.ts": "go(1);" });
    const { coverage, searched } = await find("go($X)");
    expect(searched).toBe(1);
    expect(coverage).toMatchObject({ state: "partial", missing: "1 file over 3 MB and 200,000 lines (big.ts)" });
  });

  test("names files in which comments hide matches from a search by rules", async () => {
    await put({ "a.ts": "if (x) {\n  // ast-grep-ignore\n  go(1);\n  go(2);\n}\n", "b.ts": "if (x) go(3);\n" });
    expect(places(await find("go($X)"))).toEqual(["a.ts:3:3", "a.ts:4:3", "b.ts:1:8"]);
    const byRule = await find({ pattern: "go($X)", insideKind: "if_statement" });
    expect(places(byRule)).toEqual(["a.ts:4:3", "b.ts:1:8"]);
    expect(byRule.coverage).toMatchObject({
      state: "partial",
      missing: "code behind `ast-grep-ignore` comments (a.ts)",
    });
  });

  test("a configuration of the checkout changes nothing", async () => {
    await put({ "sgconfig.yml": "ruleDirs: [\n", "a.ts": "go(1)" });
    expect(places(await find("go($X)"))).toEqual(["a.ts:1:1"]);
    await put({ "sgconfig.yml": "ruleDirs: []\nlanguageGlobs:\n  ts: ['*.js']\n", "b.js": "go(1)" });
    expect(places(await find("go($X)"))).toEqual(["a.ts:1:1"]);
  });

  test("ignored and hidden files are not searched unless they are named", async () => {
    await put({ ".gitignore": "out/\n", ".git/HEAD": "", "out/a.ts": "go(1)", ".hid/b.ts": "go(2)", "c.ts": "go(3)" });
    expect(places(await find("go($X)"))).toEqual(["c.ts:1:1"]);
    expect(places(await find("go($X)", { paths: ["out", ".hid/b.ts", "."] }))).toEqual([
      ".hid/b.ts:1:1",
      "c.ts:1:1",
      "out/a.ts:1:1",
    ]);
  });

  test("a search that finds too much is stopped, says so, and stops at the same place again", async () => {
    const files = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`f${at}.ts`, "go(1);\n".repeat(50)]));
    await put(files);
    const small = createStructuralSearch({ children, limits: { maxStdoutBytes: 100_000 } });
    const request = { language: "typescript", root, paths: ["."], skip: 0, limit: 200, query: { pattern: "go($X)" } };
    const first = await small.search(request, signal);
    expect(first.isTotalExact).toBe(false);
    expect(first.total).toBeGreaterThan(100);
    expect(first.coverage).toMatchObject({
      state: "partial",
      whole: "an unknown number of files",
      missing: expect.stringContaining("too much was found"),
    });
    expect(await small.search(request, signal)).toEqual(first);
  });

  test("a minified file with countless matches is left out and named, at a bounded cost", async () => {
    const line = Array.from({ length: 30_000 }, (_, at) => `go(c${at})`).join(";");
    await put({ "dist/x [1].min.ts": line, "b.ts": "go(1)", "few.ts": `stop("${"x".repeat(30_000)}");go(2)` });
    const started = performance.now();
    const outcome = await find("go($X)");
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(places(outcome)).toEqual(["b.ts:1:1"]);
    expect(outcome.coverage).toEqual({
      state: "partial",
      looked: "1",
      whole: "3 files",
      missing: "2 minified files (dist/x [1].min.ts, few.ts), because the matches in such files are too much",
    });
    expect((await find("go($X)", { paths: ["dist/x [1].min.ts"] })).coverage).toMatchObject({
      missing: "1 minified file (dist/x [1].min.ts), because the matches in such files are too much",
    });
    // Few matches in it are no trouble.
    expect(places(await find("go(c7)"))).toEqual(["dist/x [1].min.ts:1:50"]);
  });

  test("a search that takes too long is stopped and says so", async () => {
    await put({ "a.ts": "go(1)" });
    const script = `#!/bin/sh\ncase "$*" in *--stdin*) ;; *) sleep 9;; esac\nexec '${findEngine()}' "$@"\n`;
    await writeFile(join(root, "engine.sh"), script, { mode: 0o755 });
    const findBinary = () => join(root, "engine.sh");
    const hasty = createStructuralSearch({ children, findBinary, limits: { deadlineMs: 100 } });
    const request = { language: "typescript", root, paths: ["."], skip: 0, limit: 50, query: { pattern: "go($X)" } };
    const started = performance.now();
    const outcome = await hasty.search(request, signal);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(outcome.coverage).toMatchObject({ state: "partial", missing: expect.stringContaining("took too long") });
  });
});

describe("an engine that breaks off", () => {
  test.each([
    ["its disk is full", "Error: No space left on device (os error 28)", /broke off .*: No space left on device/],
    ["nothing is said", "", /broke off before the search was done$/],
  ])("is a failure, never an answer: %s", async (_, complaint, message) => {
    const engine = join(root, "engine.sh");
    const found = '{"text":"go(1)","range":{"byteOffset":{"start":0,"end":5}},"file":"a.ts"}';
    const search = `echo '${found}'; echo 'sg: summary|project: isProject=false' >&2; echo '${complaint}' >&2; exit 1`;
    const script = `#!/bin/sh\ncase "$*" in *--stdin*) exec "${findEngine()}" "$@";; esac\n${search}\n`;
    await writeFile(engine, script, { mode: 0o755 });
    const broken = createStructuralSearch({ children, findBinary: () => engine });
    const request = { language: "typescript", root, paths: ["."], skip: 0, limit: 50, query: { pattern: "go($X)" } };
    await expect(broken.search(request, signal)).rejects.toMatchObject({
      kind: "connection_closed",
      message: expect.stringMatching(message),
    });
  });
});

describe("pages", () => {
  test("3,715 matches in random files: every page in order, none twice, none lost", async () => {
    const random = seededRandom(3715);
    const lines = new Map<string, string[]>();
    for (let at = 0; at < 3715; at += 1) {
      const file = `${pick(random, ["src", "src/deep", "z", "a b"])}/${pick(random, ["x", "y", "ü"])}.ts`;
      lines.set(file, [...(lines.get(file) ?? []), pick(random, ["await go(1)", "  await x", "if (q) { await y }"])]);
    }
    await put(Object.fromEntries([...lines].map(([file, code]) => [file, code.join("\n")])));
    const seen: string[] = [];
    for (let skip = 0; skip < 3715; skip += 200) {
      const page = await find("await $X", { skip, limit: 200 });
      expect(page).toMatchObject({ total: 3715, isTotalExact: true });
      seen.push(...places(page));
    }
    expect(seen.length).toBe(3715);
    expect(new Set(seen).size).toBe(3715);
    const order = (place: string) =>
      place.replace(/:(\d+):(\d+)$/, (_, line, column) => `\0${line.padStart(6, "0")}${column.padStart(4, "0")}`);
    expect(seen).toEqual(seen.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)));
    expect((await find("await $X", { skip: 4000 })).matches).toEqual([]);
  });

  test("a file that two paths hold counts once", async () => {
    await put({ "src/a.ts": "go(1)" });
    const outcome = await find("go($X)", { paths: ["src", "src/a.ts", "."] });
    expect(outcome.total).toBe(1);
  });
});

describe("constraints", () => {
  const code = "function f() {\n  setup();\n  go(1);\n  try { go(2); } catch { }\n  teardown();\n}\ngo(h(3));\n";
  test.each<[string, StructuralQuery, string[]]>([
    ["insideKind: any ancestor", { pattern: "go($X)", insideKind: "try_statement" }, ["a.ts:4:9"]],
    ["hasKind: an immediate child", { nodeKind: "arguments", hasKind: "call_expression" }, ["a.ts:7:3"]],
    ["hasKind does not look deeper", { nodeKind: "expression_statement", hasKind: "number" }, []],
    ["hasDescendantKind: any depth", { pattern: "go($X)", hasDescendantKind: "call_expression" }, ["a.ts:7:1"]],
    ["follows: the sibling directly before", { pattern: "go($X)", follows: "setup()" }, ["a.ts:3:3"]],
    ["precedes: the sibling directly behind", { pattern: "setup()", precedes: "go($X)" }, ["a.ts:2:3"]],
    ["nodeKind alone", { nodeKind: "catch_clause" }, ["a.ts:4:18"]],
    [
      "all together",
      {
        nodeKind: "call_expression",
        pattern: "go($X)",
        insideKind: "function_declaration",
        hasDescendantKind: "number",
      },
      ["a.ts:3:3", "a.ts:4:9"],
    ],
    ["selector", { pattern: "function $F() { $$$B }", selector: "identifier" }, []],
    [
      "a rule",
      { rule: "id: x\nlanguage: ts\nrule:\n  any: [{pattern: setup()}, {pattern: teardown()}]" },
      ["a.ts:2:3", "a.ts:5:3"],
    ],
  ])("%s", async (_name, query, expected) => {
    await put({ "a.ts": code });
    const outcome = await find(query);
    if ("selector" in query) expect(outcome.total).toBeGreaterThan(0);
    else expect(places(outcome).toSorted()).toEqual(expected);
  });

  test("strictness reaches the engine, in a pattern and in a rule", async () => {
    await put({ "a.ts": "go(/* c */ 1);\nif (x) { go(/* c */ 1) }\n" });
    const inside = { pattern: "go(1)", insideKind: "if_statement" };
    expect((await find({ pattern: "go(1)" })).total).toBe(2);
    expect((await find({ pattern: "go(1)", strictness: "cst" })).total).toBe(0);
    expect((await find(inside)).total).toBe(1);
    expect((await find({ ...inside, strictness: "cst" })).total).toBe(0);
  });

  test("a pattern that begins with dashes is not an option", async () => {
    await put({ "a.ts": "--x; --help; y--;" });
    expect(places(await find("--$X"))).toEqual(["a.ts:1:1", "a.ts:1:6"]);
    expect(places(await find("--help"))).toEqual(["a.ts:1:6"]);
  });
});

describe("errors", () => {
  test.each<[string, string, StructuralQuery, RegExp]>([
    [
      "AG-06 unparseable",
      "typescript",
      { pattern: "foo(" },
      /`pattern` "foo\(" does not parse as typescript; .*statement 1:\d+.*expression 1:\d+/,
    ],
    ["AG-06 unparseable", "go", { pattern: "foo(" }, /does not parse as go; .*statement 1:4/],
    [
      "AG-06 unparseable",
      "typescript",
      { pattern: "function (((" },
      /`pattern` "function \(\(\(" does not parse as typescript/,
    ],
    ["unparseable sibling", "typescript", { pattern: "a", follows: "b(" }, /`follows` "b\(" does not parse/],
    [
      "selector not in the pattern",
      "typescript",
      { pattern: "a($X)", selector: "if_statement" },
      /`selector` "if_statement" names no node inside/,
    ],
    [
      "selector of another language",
      "typescript",
      { pattern: "a($X)", selector: "call" },
      /`selector` "call" is no node kind of typescript/,
    ],
    [
      "unknown kind",
      "typescript",
      { nodeKind: "nokind" },
      /`nodeKind` "nokind" is no node kind of typescript: .*invalid/,
    ],
    ["unknown kind", "typescript", { pattern: "a($X)", insideKind: "nokind" }, /`insideKind` "nokind" is no node kind/],
    [
      "bad YAML",
      "typescript",
      { rule: "id: x\nlanguage: ts\nrule: {pattern: [" },
      /`rule` is not a valid ast-grep rule: unclosed bracket '\[' at line 3/,
    ],
    ["unknown field", "typescript", { rule: "id: x\nlanguage: ts\nrule: {patern: a}" }, /unknown field `patern`/],
    ["switched off", "typescript", { rule: "id: x\nlanguage: ts\nseverity: off\nrule: {pattern: a}" }, /switched off/],
    ["unknown language", "cobol", { pattern: "a" }, /does not speak the language "cobol"/],
  ])("%s (%s)", async (_name, language, query, message) => {
    await put({ "a.ts": "a(1)", "a.go": "package p" });
    await expect(find(query, { language })).rejects.toThrow(message);
  });

  test("AG-09: unsupported, unparseable, no match and matches that could not be looked for are told apart", async () => {
    await put({ "a.ts": "a(1)" });
    await expect(find("a", { language: "cobol" })).rejects.toMatchObject({ kind: "unsupported" });
    await expect(find("a(")).rejects.toMatchObject({ kind: "invalid_input" });
    expect(await find("b")).toMatchObject({ total: 0, coverage: { state: "complete" }, searched: 1 });
  });

  test("whenever it is aborted, the caller's reason is told, not how the engine ended", async () => {
    const code = "go(1, [2, 3], { a: 4 });\n".repeat(2_000);
    await put(Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`${index}.ts`, code])));
    const request = { language: "typescript", root, paths: ["."], skip: 0, limit: 9, query: { pattern: "$A" } };
    for (let delayMs = 0; delayMs < 60; delayMs += 4) {
      const controller = new AbortController();
      const outcome = structural.search(request, controller.signal).catch((error: unknown) => error);
      setTimeout(() => controller.abort(new Error("enough")), delayMs);
      expect(await outcome).toMatchObject({ message: "enough" });
    }
    await expect.poll(() => children.running).toBe(0);
  });

  test("abort rejects with the reason and leaves no child", async () => {
    await put({ "a.ts": "a(1)" });
    const controller = new AbortController();
    const request = { language: "typescript", root, paths: ["."], skip: 0, limit: 50, query: { pattern: "a($X)" } };
    const pending = structural.search(request, controller.signal);
    controller.abort(new Error("enough"));
    await expect(pending).rejects.toThrow("enough");
    await expect.poll(() => children.running).toBe(0);
  });

  test("without the binary it says what to install", () => {
    const without = createStructuralSearch({ children, findBinary: () => undefined });
    expect(without.unavailable()).toMatchObject({ remedy: expect.stringMatching(/^npm install @ast-grep\/cli-.+@\d/) });
  });
});

describe("validate", () => {
  test("answers the mode, and throws as a search would", async () => {
    const check = (query: StructuralQuery) => structural.validate({ language: "typescript", query }, signal);
    expect(await check({ pattern: "go($X)" })).toEqual({ mode: "pattern", warning: undefined });
    expect(await check({ rule: "id: x\nlanguage: ts\nrule: {pattern: a}" })).toEqual({
      mode: "rule",
      warning: undefined,
    });
    await expect(check({ pattern: "go(" })).rejects.toMatchObject({ kind: "invalid_input" });
    await expect(check({ rule: "id: x\nlanguage: ts\nrule: {kind: nokind}" })).rejects.toThrow(/invalid/);
  });

  test("a reading that only the engine refuses is found out", async () => {
    await expect(
      structural.validate({ language: "bash", query: { pattern: "for $I in a b; do echo; done" } }, signal),
    ).rejects.toMatchObject({ kind: "invalid_input" });
  });
});

describe("dump", () => {
  const dump = async (language: string, snippet: string, includeAnonymous = false) =>
    await structural.dump({ language, snippet, includeAnonymous }, signal);

  test("kinds, fields and positions of the snippet alone, metavariables as written", async () => {
    const { lines, context } = await dump("go", "fmt.Println($A)");
    expect(context).toBe("statement");
    expect(lines).toEqual([
      "expression_statement 1:1-1:16",
      "  call_expression 1:1-1:16",
      "    function: selector_expression 1:1-1:12",
      '      operand: identifier "fmt" 1:1-1:4',
      '      field: field_identifier "Println" 1:5-1:12',
      "    arguments: argument_list 1:12-1:16",
      '      identifier "$A" 1:13-1:15',
    ]);
  });

  test("with tokens, and with code points as columns", async () => {
    const { lines } = await dump("typescript", 'f("😀",\n  1)', true);
    expect(lines).toContain('      "(" 1:2-1:3');
    expect(lines).toContain('      number "1" 2:3-2:4');
    expect(lines).toContain('      "," 1:6-1:7');
  });

  test("a snippet that does not parse shows where", async () => {
    const { lines, context } = await dump("typescript", "foo(");
    expect(context).toBeUndefined();
    expect(lines.join("\n")).toContain("ERROR 1:1-1:5");
  });

  test("an empty snippet is an error", async () => {
    await expect(dump("go", " \n")).rejects.toMatchObject({ kind: "invalid_input" });
  });
});
