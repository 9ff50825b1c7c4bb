import { expect, onTestFinished, test } from "vitest";
import { indexOfRows, type IndexOptions, type RowsOfFile } from "../../../test/helpers/index-rows.ts";
import { readProjectReport, type ProjectReport } from "./project-report.ts";

async function reportOf(
  rows: Readonly<Record<string, RowsOfFile>>,
  { focus = [], options }: { focus?: readonly string[]; options?: IndexOptions } = {},
): Promise<ProjectReport> {
  const { connection, view } = indexOfRows(rows, options);
  onTestFinished(() => connection.close());
  return readProjectReport(view, { limit: 5, focus }, new AbortController().signal);
}

const imports = (...targets: readonly string[]): NonNullable<RowsOfFile["imports"]> =>
  targets.map((target) => ({ source: `./${target}`, target }));

const project: Readonly<Record<string, RowsOfFile>> = {
  "src/main.ts": { imports: imports("src/core.ts", "src/text.ts", "src/ui/view.ts") },
  "src/core.ts": { symbols: [{ name: "run", complexity: 12 }], imports: imports("src/text.ts") },
  "src/text.ts": { symbols: [{ name: "format", complexity: 3 }] },
  "src/ui/view.ts": { imports: [...imports("src/text.ts", "src/core.ts"), { source: "./lost", isInternal: true }] },
  "src/core.test.ts": { role: "test", imports: imports("src/core.ts") },
  "src/old.ts": { symbols: [{ name: "forgotten" }], lines: 80 },
  "src/plugin.ts": { symbols: [{ name: "pluginEntry" }] },
  "src/loader.ts": { uses: [{ name: "pluginEntry", line: 1, receiver: "loaded" }], imports: imports("src/text.ts") },
  "fixtures/input.ts": { role: "secondary", imports: imports("src/text.ts") },
};

test("hubs, entry points and hotspots count imports of code; tests apart, fixtures not at all", async () => {
  const { hubs, entryPoints, hotspots } = await reportOf(project);
  expect(hubs.rows.map(({ path, fanIn, testFanIn }) => [path, fanIn, testFanIn])).toEqual([
    ["src/text.ts", 4, 0],
    ["src/core.ts", 2, 1],
    ["src/ui/view.ts", 1, 0],
  ]);
  expect(entryPoints.rows.map(({ path, fanOut }) => [path, fanOut])).toEqual([
    ["src/main.ts", 3],
    ["src/ui/view.ts", 2],
    ["src/loader.ts", 1],
  ]);
  expect(hotspots.rows.map(({ path, complexity, complexSymbol }) => [path, complexity, complexSymbol])).toEqual([
    ["src/core.ts", 12, "run"],
    ["src/text.ts", 3, "format"],
  ]);
});

test("dead weight is what nothing imports and nothing names", async () => {
  const { deadWeight } = await reportOf(project);
  expect(deadWeight).toEqual({ rows: [{ file: "src/old.ts", lines: 80, exported: 1 }], total: 1 });
});

test("the trust header says how much is known, and how surely", async () => {
  const { trust } = await reportOf(project);
  expect(trust).toMatchObject({
    coverage: { state: "complete" },
    codeUnits: 7,
    testUnits: 1,
    internalImports: 9,
    resolvedImports: 8,
    sampled: 1,
    mix: { exact: 0, "name-only": 1 },
  });
});

test("a focus puts the rows whose path has the word first", async () => {
  const { hubs } = await reportOf(project, { focus: ["view"] });
  expect(hubs.rows[0]?.path).toBe("src/ui/view.ts");
});

test("rows of files that changed do not leave, and the header says so", async () => {
  const { hubs, trust } = await reportOf(project, { options: { freshness: { "src/text.ts": "gone" } } });
  expect(hubs.rows.map(({ path }) => path)).not.toContain("src/text.ts");
  expect(trust.coverage).toMatchObject({ state: "stale", what: "1 of the files listed" });
});

test("a Go package is one unit, and its longest file the one to read", async () => {
  const go = { language: "go" };
  const { hubs } = await reportOf({
    "log/a.go": { ...go, lines: 10 },
    "log/b.go": { ...go, lines: 50 },
    "web/c.go": { ...go, imports: imports("log/a.go") },
    "cmd/d.go": { ...go, imports: imports("log/b.go", "web/c.go") },
  });
  expect(hubs.rows.map(({ path, file, fanIn }) => [path, file, fanIn])).toEqual([
    ["log/", "log/b.go", 2],
    ["web/", "web/c.go", 1],
  ]);
});
