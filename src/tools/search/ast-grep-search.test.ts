import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Told, useWorkspaceRun } from "../../../test/helpers/workspace-run.ts";
import { structuralLanguages } from "../../syntax/structural/languages/languages.ts";
import { searchInput } from "./search-input.ts";

const workspace = useWorkspaceRun({ surface: "main", dialect: "own" });
const { put } = workspace;

function search(args: Readonly<Record<string, unknown>>): Promise<Told> {
  return workspace.call("ast_grep_search", { lang: "typescript", ...args });
}

describe("LENS-6 refusals", () => {
  const rule = "id: x\nlanguage: ts\nrule: {pattern: go($X)}";
  test.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
    ["nothing to search for", {}, /there is nothing to search for.*\n.*`pattern`, `nodeKind` or `rule`/],
    ["no language", { lang: undefined, pattern: "a" }, /`lang` is required/],
    ["unknown language", { lang: "cobol", pattern: "a" }, /`lang` must be one of bash, c, .*zig, got "cobol"/],
    ["empty pattern", { pattern: "  " }, /`pattern` is empty/],
    ["pattern too long", { pattern: "a".repeat(4001) }, /`pattern` must be at most 4000 characters/],
    ["NUL in the pattern", { pattern: "a\0" }, /`pattern` must not contain a NUL/],
    [
      "201 paths",
      { pattern: "a", paths: Array.from({ length: 201 }, () => "a.ts") },
      /`paths` must have at most 200 items, got 201/,
    ],
    ["paths of another type", { pattern: "a", paths: [1] }, /`paths\[0\]` must be a string/],
    ["missing path", { pattern: "a", paths: ["nope"] }, /not_found.*`paths` "nope"/],
    ["path outside by ..", { pattern: "a", paths: ["../.."] }, /refused.*`paths` "\.\.\/\.\."/],
    ["absolute path outside", { pattern: "a", paths: ["/etc"] }, /refused.*"\/etc"/],
    ["path outside by symlink", { pattern: "a", paths: ["link"] }, /refused.*"link"/],
    [
      "file of another language",
      { pattern: "a", paths: ["a.py"] },
      /names no typescript file: a\.py is python[^]*lang=python/,
    ],
    ["rule too long", { rule: "a".repeat(100_001) }, /`rule` must be at most 100000 characters/],
    ["rule without id", { rule: "language: ts\nrule: {pattern: a}" }, /`rule` has no top-level `id`/],
    ["rule without language", { rule: "id: x\nrule: {pattern: a}" }, /`rule` has no top-level `language`/],
    ["rule object without id", { rule: { language: "ts", rule: { pattern: "a" } } }, /`rule` has no top-level `id`/],
    [
      "rule of another language",
      { rule: "id: x\nlanguage: py\nrule: {pattern: a}" },
      /`rule` is for python but `lang` is typescript/,
    ],
    ["rule with bad YAML", { rule: "id: x\nlanguage: ts\nrule: {pattern: [" }, /unclosed bracket '\[' at line 3/],
    ["nodeKind with rule", { rule, nodeKind: "call_expression" }, /`nodeKind` and `rule` exclude each other/],
    [
      "hasKind with hasDescendantKind",
      { pattern: "a", hasKind: "x", hasDescendantKind: "x" },
      /`hasKind` and `hasDescendantKind` exclude/,
    ],
    ["nodeKind that is no identifier", { nodeKind: "a b" }, /`nodeKind` must match/],
    ["unknown nodeKind", { nodeKind: "nokind" }, /`nodeKind` "nokind" is no node kind of typescript[^]*dump=true/],
    ["unknown strictness", { pattern: "a", strictness: "loose" }, /`strictness` must be one of smart, relaxed/],
    ["negative skip", { pattern: "a", skip: -1 }, /`skip` must be a number ≥ 0|`skip` must be/],
    ["maxMatches 0", { pattern: "a", maxMatches: 0 }, /`maxMatches` must be/],
    ["negative context", { pattern: "a", context: -1 }, /`context` must be/],
    ["plain text", { pattern: "find all functions that call go" }, /looks like plain text, not like code/],
    ["a bullet", { pattern: "- calls of go" }, /looks like plain text/],
    [
      "YAML in pattern",
      { pattern: "id: x\nlanguage: ts\nrule:\n  kind: call_expression" },
      /looks like a YAML rule[^]*`rule`/,
    ],
    ["a node kind in pattern", { pattern: "kind: call_expression" }, /looks like a YAML rule[^]*`nodeKind`/],
    ["unparseable pattern", { pattern: "foo(" }, /`pattern` "foo\(" does not parse as typescript/],
    ["unparseable pattern", { pattern: "function (((" }, /does not parse as typescript/],
    [
      "incomplete function",
      { lang: "javascript", pattern: "function $F($$$A)" },
      /does not parse[^]*`function \$F\(\$\$\$ARGS\) \{ \$\$\$BODY \}`/,
    ],
    ["lone multi metavariable", { pattern: "$$$A" }, /alone matches any number of nodes/],
    ["dot star", { pattern: "go.*x" }, /does not parse[^]*`\$X` for any node and `\$\$\$X`/],
    ["dump without pattern", { dump: true }, /`dump` needs a piece of code/],
    ["dump of nothing", { dump: true, pattern: " " }, /nothing to dump/],
    ["validateOnly of something invalid", { pattern: "foo(", validateOnly: true }, /does not parse/],
    ["validateOnly with exclusive arguments", { rule, nodeKind: "x", validateOnly: true }, /exclude each other/],
  ])("LENS-6 %s", async (_name, args, message) => {
    await put({ "a.ts": "go(1)", "a.py": "go(1)" });
    await symlink("/etc", join(workspace.root, "link"));
    const { text, isError } = await search(args);
    expect(text).toMatch(message);
    expect(text).not.toMatch(/no match/i);
    expect(isError).toBe(true);
  });

  test("LENS-6 the home directory is never walked, a file in it is read", async () => {
    const { home: homeRoot } = workspace;
    await writeFile(join(homeRoot, "a.ts"), "go(1)");
    const before = process.env.HOME;
    process.env.HOME = homeRoot;
    const atHome = await workspace.open({ cwd: homeRoot });
    try {
      const call = async (args: object) =>
        JSON.stringify(
          (await atHome.call("ast_grep_search", { lang: "typescript", pattern: "go($X)", ...args })).content,
        );
      expect(await call({})).toMatch(/home directory; its tree is never searched/);
      expect(await call({ paths: ["."] })).toMatch(/home directory; its tree is never searched/);
      expect(await call({ paths: ["a.ts"] })).toMatch(/a\.ts:1:1/);
    } finally {
      await atHome.dispose();
      process.env.HOME = before;
    }
  });
});

describe("LENS-6 answers", () => {
  test("LENS-6 place, body, captures, the read that shows the context, and what was searched", async () => {
    await put({ "src/a.ts": "// 1\n// 2\nif (x) {\n    go({\n      a: 1,\n    });\n}\n", "src/b.ts": "go(2);\n" });
    const { text, isError } = await search({ pattern: "go($X)" });
    expect(isError).toBe(false);
    expect(text).toBe(
      [
        "2 matches in 2 files (2 searched)",
        "(read A+N): N lines from line A show the match in its context; captures with line:column-end",
        "",
        "src/a.ts:4:5 (read 1+9)",
        "  go({",
        "    a: 1,",
        "  })",
        "  $X={ a: 1, } (4:8-6:6)",
        "src/b.ts:1:1 (read 1+4)",
        "  go(2)",
        "  $X=2 (1:4-5)",
      ].join("\n"),
    );
  });

  test("LENS-6 readSlice: offset = max(1, line - margin), limit reaches endLine + margin", async () => {
    await put({ "a.ts": `${"\n".repeat(9)}go(\n1\n)\n` });
    const slice = async (context: number) => {
      const { details, text } = await search({ pattern: "go($X)", context });
      return { locations: details.matchLocations, lines: text.split("\n") };
    };
    const location = (offset: number, limit: number) => [
      { file: "a.ts", line: 10, endLine: 12, readSlice: { path: "a.ts", offset, limit } },
    ];
    expect((await slice(0)).locations).toEqual(location(10, 3));
    expect((await slice(3)).locations).toEqual(location(7, 9));
    expect((await slice(20)).locations).toEqual(location(1, 32));
    const { locations, lines } = await slice(25);
    expect(locations).toEqual(location(1, 32));
    expect(lines[0]).toBe("`context` 25 is above the maximum; used 20.");
    expect(lines).toContain("a.ts:10:1 (read 1+32)");
  });

  test("LENS-6 pagination names the next skip, and clamps the page", async () => {
    await put({ "a.ts": "go(1);\n".repeat(120), "b.ts": "go(2);\n".repeat(130) });
    const first = await search({ pattern: "go($X)" });
    expect(first.text).toMatch(/^250 matches in 2 files \(2 searched\); 1-50 shown\n/);
    expect(first.text).toMatch(/\n200 more: call again with skip=50$/);
    expect(first.details).toMatchObject({ matchCount: 50, totalMatches: 250, truncated: true, hasMore: true, skip: 0 });
    const second = await search({ pattern: "go($X)", skip: 100.9, maxMatches: 30 });
    expect(second.text).toContain("; 101-130 shown\n");
    expect(second.text).toContain("b.ts:10:1");
    expect(second.text).not.toContain("b.ts:11:1");
    const last = await search({ pattern: "go($X)", skip: 200 });
    expect(last.text).toContain("; 201-250 shown\n");
    expect(last.text).not.toContain("more: call again");
    expect(last.details).toMatchObject({ hasMore: false, truncated: false });
    const clamped = await search({ pattern: "go($X)", maxMatches: 500 });
    expect(clamped.text).toMatch(/^`maxMatches` 500 is above the maximum; used 200\.\n/);
    expect(clamped.details).toMatchObject({ matchCount: 200 });
    const behind = await search({ pattern: "go($X)", skip: 300 });
    expect(behind.text).toBe("250 matches in 2 files; none behind skip=300. Call again with a smaller skip.");
  });

  test("LENS-6 groupByFile: one line per file with its count and positions", async () => {
    await put({ "src/a.ts": "go(1); go(2);\n  go(3);\n", "b.ts": "go(4)" });
    const { text, details } = await search({ pattern: "go($X)", groupByFile: true });
    expect(text.split("\n")).toEqual([
      "4 matches in 2 files (2 searched)",
      "path (matches in the file): L<line>:<column> of those shown",
      "",
      "b.ts (1): L1:1",
      "src/a.ts (3): L1:1 L1:8 L2:3",
    ]);
    expect(details).toMatchObject({ groupByFile: true, matchCount: 4 });
    const page = await search({ pattern: "go($X)", groupByFile: true, maxMatches: 2 });
    expect(page.text).toContain("src/a.ts (3): L1:1\n");
    expect(page.text).toMatch(/2 more: call again with skip=2$/);
  });

  test("LENS-6 AG-07 two identical calls give identical text", async () => {
    await put(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`d${at % 7}/f${at}.ts`, "go(1);\ngo(2);\n"])));
    const calls = await Promise.all(Array.from({ length: 4 }, () => search({ pattern: "go($X)", maxMatches: 90 })));
    expect(new Set(calls.map(({ text }) => text)).size).toBe(1);
  });

  test("LENS-6 a page that is too much for one answer shrinks; the next skip says where it goes on", async () => {
    const long = (at: number) => `go(${JSON.stringify(`${at} ${"x".repeat(3000)}`)},\n${"1,\n".repeat(30)}2);\n`;
    await put(Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`${"deep/".repeat(60)}f${at}.ts`, long(at)])));
    const seen = new Set<string>();
    for (let skip: number | undefined = 0; skip !== undefined;) {
      const { text } = await search({ pattern: "go($$$X)", maxMatches: 200, skip });
      expect(Buffer.byteLength(text)).toBeLessThan(40_862);
      for (const [place] of text.matchAll(/^deep\S+:1:1 /gm)) seen.add(place);
      const next = /skip=(\d+)$/.exec(text)?.[1];
      skip = next === undefined ? undefined : Number(next);
    }
    expect(seen.size).toBe(200);
  });

  test("LENS-6 a minified line is cut, and says how long it is", async () => {
    await put({ "a.ts": `go(${Array.from({ length: 20_000 }, (_, at) => `a${at}`).join("+")});` });
    const { text } = await search({ pattern: "go($X)" });
    expect(text.length).toBeLessThan(1_000);
    expect(text).toMatch(/\$X=a0\+a1\+.*… \(\d{6} characters\) \(1:4-\d{6}\)$/);
  });

  test("LENS-6 a partial look says so first, and never that there is nothing", async () => {
    await put({ "a.py": "go(1)", "b.ts": "stop()" });
    await writeFile(join(workspace.root, "c.ts"), Buffer.from("go('é')", "latin1"));
    const { text, isError } = await search({ pattern: "go($X)", paths: ["a.py", "b.ts", "c.ts"] });
    expect(isError).toBe(false);
    expect(text.split("\n")[0]).toBe(
      "partial: 1 of 3 files; not covered: 1 file that is not typescript (a.py is python); 1 file not UTF-8 (c.ts)",
    );
    expect(text).not.toMatch(/no matches/i);
    expect(text).toContain(
      "No match in the 1 typescript file under b.ts, c.ts that could be searched; the rest is not known.",
    );
  });

  test("LENS-6 paths of `cwd` are relative to the root, and so are those of the answer", async () => {
    await put({ "pkg/a.ts": "go(1)", "b.ts": "go(2)" });
    expect((await search({ pattern: "go($X)", cwd: "pkg" })).text).toContain("pkg/a.ts:1:1");
    expect((await search({ pattern: "go($X)", cwd: "pkg" })).text).not.toContain("b.ts");
    expect((await search({ pattern: "go($X)", cwd: "pkg", paths: ["b.ts"] })).text).toContain("b.ts:1:1");
  });

  test("LENS-6 a rule as object or YAML beats pattern and constraints, and says so", async () => {
    await put({ "a.ts": "go(1); stop(2);" });
    const rule = { id: "x", language: "TypeScript", rule: { pattern: "stop($X)" } };
    const { text } = await search({ rule, pattern: "go($X)", insideKind: "if_statement" });
    expect(text).toMatch(/^`rule` is searched for as it is; `pattern`, `insideKind` had no effect\.\n/);
    expect(text).toContain("a.ts:1:8");
    expect((await search({ rule: JSON.stringify(rule) })).text).toContain("a.ts:1:8");
    expect((await search({ rule: "id: x\nlanguage: ts\nrule:\n  pattern: stop($X)\n" })).text).toContain("a.ts:1:8");
  });

  test("LENS-6 a lone metavariable is answered with a note", async () => {
    await put({ "a.ts": "go(1)" });
    expect((await search({ pattern: "$X" })).text).toMatch(/^`pattern` \$X alone matches every node\.\n\d+ matches/);
  });
});

describe("LENS-6 nothing found", () => {
  test.each<[string, { readonly lang?: string; readonly pattern: string; readonly selector?: string }, RegExp]>([
    [
      "selector",
      { pattern: "stop($X)", selector: "call_expression" },
      /Hint: `selector` picks a node inside the pattern's own tree/,
    ],
    ["regex escape", { pattern: 'go("\\w+")' }, /Hint: .*not a regular expression: escapes/],
    ["character class", { pattern: "go([a-z])" }, /Hint: .*character classes/],
    ["alternation", { pattern: "stop|halt" }, /Hint: a pattern has no alternation/],
    [
      "Python colon",
      { lang: "python", pattern: "def stop($A):" },
      /Hint: a pattern that ends with a colon has no body/,
    ],
    ["TypeScript function", { pattern: "function $F($$$A)" }, /Hint: a function needs its body/],
    ["Go function", { lang: "go", pattern: "func stop($A)" }, /Hint: a function needs its body/],
    ["Rust function", { lang: "rust", pattern: "fn stop($A);" }, /Hint: a function needs its body/],
    [
      "declaration with annotations",
      { lang: "java", pattern: "void stop() { $$$B }" },
      /Hint: .*annotations does not match/,
    ],
    ["lower-case metavariable", { pattern: "stop($x)" }, /Hint: metavariables are upper case/],
    ["nothing special", { pattern: "stop($X)" }, /Hint: retry once with a smaller pattern/],
  ])("LENS-6 hint: %s", async (_name, args, hint) => {
    await put({ "a.ts": "go(1)", "a.py": "x", "a.go": "package p", "a.rs": "", "A.java": "" });
    const { text, isError, details } = await search(args);
    const lang = args.lang ?? "typescript";
    expect(isError).toBe(false);
    expect(text).toMatch(new RegExp(`^No matches in 1 ${lang} file under the workspace root\\.\\n`));
    expect(text).toMatch(hint);
    expect(text).toMatch(new RegExp(`Next: call this tool with dump=true, lang=${lang} `));
    expect(details.suggestedDump).toMatchObject({ tool: "ast_grep_search", dump: true, lang });
  });

  test("LENS-6 no file of the language is not the same as no match", async () => {
    await put({ "a.ts": "go(1)" });
    expect((await search({ pattern: "go($X)", lang: "go" })).text).toMatch(
      /^There is no go file under the workspace root\.\n/,
    );
  });
});

describe("LENS-6 validateOnly", () => {
  test("LENS-6 answers valid, mode and warning without touching files", async () => {
    const pattern = await search({ pattern: "go($X)", validateOnly: true });
    expect(JSON.parse(pattern.text)).toEqual({ valid: true, validateOnly: true, mode: "pattern" });
    expect(pattern.details).toEqual({ valid: true, validateOnly: true, mode: "pattern" });
    const rule = await search({ rule: "id: x\nlanguage: ts\nrule: {kind: number}", validateOnly: true });
    expect(JSON.parse(rule.text)).toMatchObject({ valid: true, mode: "rule" });
  });
});

describe("LENS-6 dump", () => {
  test("LENS-6 prints kinds, fields and positions; tokens only when asked", async () => {
    const { text, details } = await search({ pattern: "go($X)", dump: true });
    expect(text).toBe(
      [
        "Parsed as typescript statement. Lines and columns are 1-based.",
        "",
        "expression_statement 1:1-1:7",
        "  call_expression 1:1-1:7",
        '    function: identifier "go" 1:1-1:3',
        "    arguments: arguments 1:3-1:7",
        '      identifier "$X" 1:4-1:6',
      ].join("\n"),
    );
    expect(details).toEqual({ lang: "typescript", includeAnonymous: false });
    expect((await search({ pattern: "go($X)", dump: true, includeAnonymous: true })).text).toContain(
      '      "(" 1:3-1:4',
    );
  });
});

test("LENS-6 without the engine's binary: unavailable, with the command that installs it", async () => {
  const { createStructuralSearch } = await import("../../syntax/structural/search.ts");
  const { astGrepSearch } = await import("./ast-grep-search.ts");
  const structural = createStructuralSearch({ children: workspace.engine.children, findBinary: () => undefined });
  const answer = await astGrepSearch.run(
    { lang: "typescript", pattern: "a", dump: false },
    { structural: () => Promise.resolve(structural) } as never,
    new AbortController().signal,
  );
  expect(answer.coverage).toMatchObject({
    state: "unavailable",
    remedy: expect.stringContaining("npm install @ast-grep/cli-"),
  });
});

test("the schema offers what structural search speaks", () => {
  expect(searchInput.properties.lang.enum).toEqual(structuralLanguages.map(({ id }) => id));
});

test("a named file whose name would break its line is searched, and shown in quotes", async () => {
  await put({ "a\nb.ts": "go(1);\n" });
  const paths = ["a\nb.ts"];
  expect((await search({ pattern: "go($X)", paths })).text).toContain(String.raw`"a\nb.ts":1:1 (read`);
  expect((await search({ pattern: "go($X)", paths, groupByFile: true })).text).toContain(
    String.raw`"a\nb.ts" (1): L1:1`,
  );
  expect((await search({ pattern: "no($X)", paths })).text).toContain(String.raw`under "a\nb.ts"`);
});

describe("syntax errors", () => {
  const broken = "function ( { ) = = >";

  test("LENS-6 where nothing is found, a broken file that could hold a match is named", async () => {
    await put({ "a.ts": "stop(1);\n", "b.ts": `${broken} go\n`, "c.ts": `${broken}\n` });
    const { text } = await search({ pattern: "go($X)" });
    expect(text).toMatch(
      /^partial: what parses of 3 files; not covered: code around syntax errors in b\.ts \(line 1\)\nNo match in the 3 /,
    );
    expect((await search({ pattern: "stay($X)" })).text).toMatch(/^No matches in 3 typescript files/);
  });

  test("LENS-6 they are not looked for where that would cost another search", async () => {
    await put({ "a.ts": "stop(1);\n", "b.ts": `${broken}\n` });
    expect((await search({ pattern: "$A ** $B" })).text).toMatch(
      /^No matches in 2 .*[^]*Broken code is searched as far/,
    );
  });
});
