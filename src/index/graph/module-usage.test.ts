import { coverageLine } from "../../base/coverage.ts";
import { describe, expect, onTestFinished, test } from "vitest";
import { symbolFact } from "../../../test/helpers/facts.ts";
import { indexOfRows, type IndexOptions, type RowsOfFile } from "../../../test/helpers/index-rows.ts";
import type { SymbolFact } from "../../syntax/facts.ts";
import { AnswerMemory } from "../answer-memory.ts";
import type { FileFreshness, IndexView } from "../symbol-index.ts";
import { readModuleUsage, type ModuleUsage, type SymbolUsage, type UsageRequest } from "./module-usage.ts";

type Rows = Readonly<Record<string, RowsOfFile>>;
type Request = Partial<Pick<UsageRequest, "maxUsers" | "blastRadiusDepth" | "maxCalls" | "path">>;

async function usageOf(
  rows: Rows,
  symbols: readonly SymbolFact[],
  { request = {}, options = {} }: { request?: Request; options?: IndexOptions } = {},
): Promise<ModuleUsage & { of: (symbol: number) => SymbolUsage | undefined }> {
  const { connection, view } = indexOfRows(rows, options);
  onTestFinished(() => connection.close());
  const full = { path: "a.ts", symbols, isWanted: () => true, maxUsers: 10, ...request };
  const usage = await readModuleUsage(view, full, new AbortController().signal);
  return { ...usage, of: (at) => usage.usage.get(symbols[at] as SymbolFact) };
}

const format = symbolFact({ name: "format" });
const importsFormat = (line: number): RowsOfFile => ({
  imports: [{ source: "./a", target: "a.ts", names: { format: "format" } }],
  uses: [{ name: "format", line }],
});

describe("users of a file's symbols", () => {
  test("at most as many as asked for, and how many there are", async () => {
    const rows: Rows = {
      "a.ts": { symbols: [{ name: "format" }] },
      "b.ts": importsFormat(1),
      "c.ts": importsFormat(2),
    };
    const { of, coverage } = await usageOf(rows, [format], { request: { maxUsers: 1 } });
    expect(coverage).toEqual({ state: "complete" });
    expect(of(0)).toMatchObject({
      users: [{ file: "b.ts", line: 1, resolution: "import" }],
      userCount: 2,
      testCount: 0,
    });
  });

  test("of what templates may use nobody says that it has no users while some are not read", async () => {
    const rows: Rows = {
      "a.ts": { symbols: [{ name: "format" }] },
      "a.py": { symbols: [{ name: "format" }], language: "python" },
      "Card.vue": { language: "vue", symbols: [{ name: "Card", kind: "component" }] },
    };
    const one = { ...rows, "Row.vue": { language: "vue", templateNote: "it is in pug" } };
    const two = { ...one, "Tab.vue": { language: "vue", templateNote: "it is in ./tab.html" } };
    const card = symbolFact({ name: "Card", kind: "component" });
    const coverageOf = async (some: Rows, path: string, symbol = format): Promise<string | undefined> =>
      coverageLine((await usageOf(some, [symbol], { request: { path } })).coverage);
    const gap =
      "partial: what could be read of the code that may use it; not covered: uses in the template of Row.vue (it is in pug)";
    expect(await coverageOf(rows, "Card.vue", card)).toBeUndefined();
    expect(await coverageOf(one, "Card.vue", card)).toBe(gap);
    expect(await coverageOf(one, "a.ts")).toBe(gap);
    expect(await coverageOf(one, "a.py")).toBeUndefined();
    expect(await coverageOf(two, "a.ts")).toBe(`${gap} and in that of 1 more file`);
  });

  test("rows of files that changed or went do not leave", async () => {
    const rows: Rows = {
      "a.ts": { symbols: [{ name: "format" }] },
      "b.ts": importsFormat(1),
      "c.ts": importsFormat(2),
      "d.ts": importsFormat(3),
    };
    const { of, coverage } = await usageOf(rows, [format], {
      options: { freshness: { "b.ts": "gone", "c.ts": "changed" } },
    });
    expect(of(0)?.users.map(({ file }) => file)).toEqual(["d.ts"]);
    expect(coverage).toEqual({ state: "stale", what: "uses in b.ts, c.ts", since: "the index read them" });
  });

  test("the same question is answered again from memory only while every file it names is as it was", async () => {
    const rows: Rows = { "a.ts": { symbols: [{ name: "format" }] }, "b.ts": importsFormat(1) };
    const { connection, view } = indexOfRows(rows, {});
    onTestFinished(() => connection.close());
    let reads = 0;
    const freshness = new Map<string, FileFreshness>();
    const kept: IndexView = {
      ...view,
      memory: new AnswerMemory().at("1"),
      database: {
        all: (sql, ...values) => {
          reads += 1;
          return view.database.all(sql, ...values);
        },
        get: (sql, ...values) => view.database.get(sql, ...values),
        iterate: (sql, ...values) => view.database.iterate(sql, ...values),
        snapshot: (work) => view.database.snapshot(work),
      },
      verify: (paths) => Promise.resolve(new Map(paths.map((path) => [path, freshness.get(path) ?? "current"]))),
    };
    const ask = (isWanted = true, seen = kept): Promise<ModuleUsage> => {
      const request = { path: "a.ts", symbols: [format], isWanted: () => isWanted, maxUsers: 10 };
      return readModuleUsage(seen, request, new AbortController().signal);
    };
    const first = await ask();
    expect(first.usage.get(format)?.users).toHaveLength(1);
    const before = reads;
    expect(before).toBeGreaterThan(0);
    expect(await ask()).toEqual(first);
    expect(reads).toBe(before);
    expect((await ask(false)).usage.size).toBe(0);
    freshness.set("b.ts", "changed");
    expect(await ask()).toMatchObject({ coverage: { state: "stale", what: "uses in b.ts" } });
    expect((await ask()).usage.get(format)?.users).toEqual([]);
    freshness.clear();
    freshness.set("a.ts", "changed");
    expect((await ask()).coverage).toMatchObject({ state: "stale", what: "uses in a.ts" });
    freshness.clear();
    const pending = { state: "stale", what: "the index was not compared", since: "it was made" } as const;
    expect((await ask(true, { ...kept, coverage: pending })).coverage).toEqual(pending);
    expect(await ask()).toEqual(first);
  });

  test("rows that one question has read are there for the next one, until the index changes", async () => {
    const declares: RowsOfFile = { symbols: [{ name: "format" }] };
    const rows: Rows = { "a.ts": declares, "b.ts": importsFormat(1), "c.ts": declares, "d.ts": declares };
    const { connection, view } = indexOfRows(rows, {});
    onTestFinished(() => connection.close());
    let looks = 0;
    const kept: IndexView = {
      ...view,
      memory: new AnswerMemory().at("1"),
      database: {
        all: (sql, ...values) => {
          if (sql.includes("FROM refs WHERE name")) looks += 1;
          return view.database.all(sql, ...values);
        },
        get: (sql, ...values) => view.database.get(sql, ...values),
        iterate: (sql, ...values) => view.database.iterate(sql, ...values),
        snapshot: (work) => view.database.snapshot(work),
      },
    };
    const usersIn = async (path: string): Promise<readonly string[] | undefined> => {
      const request = { path, symbols: [format], isWanted: () => true, maxUsers: 10 };
      const { usage } = await readModuleUsage(kept, request, new AbortController().signal);
      return usage.get(format)?.users.map(({ file }) => file);
    };
    expect(await usersIn("a.ts")).toEqual(["b.ts"]);
    expect(looks).toBe(1);
    await usersIn("c.ts");
    expect(looks).toBe(1);
    connection.exec("DELETE FROM refs; INSERT OR REPLACE INTO meta VALUES ('generation', '7')");
    expect(await usersIn("d.ts")).toEqual([]);
    expect(looks).toBe(2);
  });

  test("of a file that changed itself the users elsewhere are told, by name and kind, not by place", async () => {
    const rows: Rows = {
      "a.ts": { symbols: [{ name: "gone" }, { name: "format" }], uses: [{ name: "format", line: 7 }] },
      "b.ts": importsFormat(1),
    };
    const { of, coverage } = await usageOf(rows, [format, symbolFact({ name: "fresh" })], {
      options: { freshness: { "a.ts": "changed" } },
    });
    expect(of(0)?.users.map(({ file }) => file)).toEqual(["b.ts"]);
    expect(of(1)).toBeUndefined();
    expect(coverage).toMatchObject({ state: "stale", what: "uses in a.ts" });
  });

  test.each([
    [{ state: "pending", what: "the index is being built", waitedMs: 5 } as const, { state: "pending" }],
    [
      { state: "partial", looked: "3", whole: "9 files", missing: "6 files" } as const,
      { state: "partial", missing: "6 files, this one among them" },
    ],
    [{ state: "complete" } as const, { state: "unavailable", what: "who-uses (the index does not hold a.ts)" }],
  ])("a file that the index has not read: %o", async (coverage, expected) => {
    const usage = await usageOf({ "b.ts": {} }, [format], { options: { coverage } });
    expect(usage.coverage).toMatchObject(expected);
    expect(usage.usage.size).toBe(0);
  });

  test("a cancelled question throws the signal's reason", async () => {
    const { connection, view } = indexOfRows({ "a.ts": { symbols: [{ name: "format" }] } });
    onTestFinished(() => connection.close());
    const request = { path: "a.ts", symbols: [format], isWanted: () => true, maxUsers: 10 };
    await expect(readModuleUsage(view, request, AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
  });
});

describe("calls", () => {
  const callee = (name: string): { name: string; line: number; in: string } => ({ name, line: 9, in: "format" });
  const rows: Rows = {
    "a.ts": {
      symbols: [{ name: "format" }, { name: "one" }, { name: "two" }],
      imports: [{ source: "./b", target: "b.ts", names: { three: "three" } }],
      uses: [callee("one"), callee("one"), callee("two"), callee("three"), callee("format"), callee("elsewhere")],
    },
    "b.ts": { symbols: [{ name: "three" }, { name: "elsewhere" }] },
  };

  test("fanout counts other declarations that are called for certain, each once", async () => {
    const { of } = await usageOf(rows, [format, symbolFact({ name: "one" })]);
    expect(of(0)?.fanout).toBe(3);
    expect(of(1)?.fanout).toBeUndefined();
  });

  test("the call graph says who calls what, where, how sure it is, and how many more there are", async () => {
    const { callGraph } = await usageOf(rows, [format], { request: { maxCalls: 3 } });
    expect(callGraph).toEqual({
      total: 4,
      calls: [
        { from: "format", to: "one", file: "a.ts", line: 9, resolution: "exact" },
        { from: "format", to: "two", file: "a.ts", line: 9, resolution: "exact" },
        { from: "format", to: "three", file: "b.ts", line: 9, resolution: "import" },
      ],
    });
  });
});

describe("blast radius", () => {
  const chain: Rows = {
    "a.ts": { symbols: [{ name: "format" }] },
    "b.ts": {
      symbols: [{ name: "useIt" }, { name: "other" }],
      imports: [{ source: "./a", target: "a.ts", names: { format: "format" } }],
      uses: [{ name: "format", line: 2, in: "useIt" }],
    },
    "c.test.ts": {
      role: "test",
      lines: 900,
      imports: [{ source: "./b", target: "b.ts", names: { useIt: "useIt" } }],
      uses: [{ name: "useIt", line: 3 }],
    },
    "d.ts": { uses: [{ name: "format", line: 4, receiver: "x" }] },
  };

  test("goes through users and imports, nearest first, and leaves out what only has the name", async () => {
    const { blastRadius } = await usageOf(chain, [format], { request: { blastRadiusDepth: 3 } });
    expect(blastRadius).toEqual({
      files: [
        { file: "b.ts", isTest: false, lineCount: 100, dependents: 2, minDepth: 1, relations: ["calls", "imports"] },
        {
          file: "c.test.ts",
          isTest: true,
          lineCount: 900,
          dependents: 1,
          minDepth: 2,
          relations: ["calls", "imports"],
        },
      ],
      fileCount: 2,
      hits: 3,
      isTruncated: false,
      maxDepth: 2,
    });
  });

  test("goes no deeper than asked", async () => {
    const { blastRadius } = await usageOf(chain, [format], { request: { blastRadiusDepth: 1 } });
    expect(blastRadius).toMatchObject({ files: [{ file: "b.ts" }], maxDepth: 1, isTruncated: false });
  });

  test("ends at 200 hits and lists 12 files", async () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`user${at}.ts`, importsFormat(1)]));
    const rows: Rows = { "a.ts": { symbols: [{ name: "format" }] }, ...many };
    const { blastRadius } = await usageOf(rows, [format], { request: { blastRadiusDepth: 3 } });
    // A use at file level and the import are one hit: the file itself.
    expect(blastRadius).toMatchObject({ hits: 150, fileCount: 150, isTruncated: false });
    expect(blastRadius?.files).toHaveLength(12);
    const withSymbols = Object.fromEntries(
      Array.from({ length: 150 }, (_, at) => [
        `user${at}.ts`,
        { ...importsFormat(1), symbols: [{ name: `user${at}` }], uses: [{ name: "format", line: 1, in: `user${at}` }] },
      ]),
    );
    const full = await usageOf({ "a.ts": { symbols: [{ name: "format" }] }, ...withSymbols }, [format], {
      request: { blastRadiusDepth: 3 },
    });
    expect(full.blastRadius).toMatchObject({ hits: 200, isTruncated: true });
  });

  test("of modules that import each other in a circle ends", async () => {
    const rows: Rows = {
      "a.ts": {
        symbols: [{ name: "format" }],
        imports: [{ source: "./b", target: "b.ts", names: { back: "back" } }],
        uses: [{ name: "back", line: 1, in: "format" }],
      },
      "b.ts": {
        symbols: [{ name: "back" }],
        imports: [{ source: "./a", target: "a.ts", names: { format: "format" } }],
        uses: [{ name: "format", line: 1, in: "back" }],
      },
    };
    const { blastRadius } = await usageOf(rows, [format], { request: { blastRadiusDepth: 50 } });
    expect(blastRadius).toMatchObject({ files: [{ file: "b.ts", dependents: 2 }], isTruncated: false });
  });
});
