import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { type Told, useWorkspaceRun } from "../../../../test/helpers/workspace-run.ts";
import type { Coverage } from "../../../base/coverage.ts";
import { complete } from "../../../base/coverage.ts";
import type { CurrentHit } from "./current-hits.ts";
import { formatHits, hitDetails, type SymbolSearchFacts } from "./format-hits.ts";

const workspace = useWorkspaceRun({ surface: "main", dialect: "own" });
const { put } = workspace;

/** The answer of an index that is whole and was compared with the disk. */
async function search(args: Readonly<Record<string, unknown>>): Promise<Told> {
  const end = performance.now() + 30_000;
  for (;;) {
    const told = await workspace.call("symbol_search", args);
    if (!/^(?:pending|partial|stale):/m.test(told.text) || performance.now() > end) return told;
  }
}

const rowsOf = ({ text }: Told): string[] => text.split("\n").filter((line) => /:\d+ /.test(line));

describe("what leaves is on the disk", () => {
  it("edits, removals and new files are in the next answer", async () => {
    await put({ "a.ts": "export function openStore() {}\n", "b.ts": "export function openStoreAgain() {}\n" });
    expect(rowsOf(await search({ query: "open store" }))).toEqual([
      "a.ts:1 function openStore",
      "b.ts:1 function openStoreAgain",
    ]);
    await put({ "a.ts": "\n\n\nexport function openStore() {}\n", "c.ts": "export function openStoreTwice() {}\n" });
    await rm(join(workspace.root, "b.ts"));
    await vi.waitFor(async () => {
      const rows = rowsOf(await search({ query: "open store" }));
      expect(rows).toEqual(["a.ts:4 function openStore", "c.ts:1 function openStoreTwice"]);
    }, 10_000);
  });

  it("whatever the index knows, no answer has a file that is gone or an old line without saying so", async () => {
    await put({ "a.ts": "export function readTable() {}\n", "b.ts": "export function readTableRow() {}\n" });
    await search({ query: "read table" });
    for (let round = 1; round <= 5; round++) {
      const isThere = round % 2 === 0;
      await put({ "a.ts": `${"\n".repeat(round)}export function readTable() {}\n` });
      if (isThere) await put({ "b.ts": "export function readTableRow() {}\n" });
      else await rm(join(workspace.root, "b.ts"));
      const { text } = await workspace.call("symbol_search", { query: "read table" });
      expect(text).toContain(`a.ts:${round + 1} function readTable`);
      if (!isThere) expect(text).not.toContain("b.ts");
    }
  });
});

describe("paths", () => {
  const files = {
    "app/[id]/page.ts": "export function openPage() {}\n",
    "app/home/page.ts": "export function openPage() {}\n",
    "app/home/page.test.ts": "export function openPage() {}\n",
    "lib/page.ts": "export function openPage() {}\n",
  };
  it.each<[string, string[], string[]]>([
    ["a folder", ["app/home"], ["app/home/page.test.ts", "app/home/page.ts"]],
    ["a file", ["./lib/page.ts"], ["lib/page.ts"]],
    ["the root", ["."], Object.keys(files).sort()],
    ["a folder whose name looks like a glob", ["app/[id]"], ["app/[id]/page.ts"]],
    ["a glob", ["app/*/page.ts"], ["app/[id]/page.ts", "app/home/page.ts"]],
    ["a folder and a glob that leaves out", ["app", "!**/*.test.ts"], ["app/[id]/page.ts", "app/home/page.ts"]],
    ["a folder and a glob", ["lib", "app/h*/*.test.ts"], ["app/home/page.test.ts", "lib/page.ts"]],
  ])("%s", async (_name, paths, wanted) => {
    await put(files);
    const { details } = await search({ query: "open page", paths });
    const results = details["results"] as readonly { readonly file: string }[];
    expect(results.map(({ file }) => file).sort()).toEqual(wanted);
  });

  it.each<[string, object, RegExp]>([
    ["a glob of no file", { paths: ["srcc/**"] }, /^No file is within the filters/],
    ["a language without files", { lang: "rust" }, /^No file is within the filters/],
    ["a filter of the query", { query: "open nothing ext:rs" }, /^No file is within the filters/],
    [
      "files that have no such symbol",
      { paths: ["lib/**"], query: "zebra" },
      /^No symbol has a word of "zebra" within/,
    ],
  ])("nothing found, with %s", async (_name, args, text) => {
    await put(files);
    expect((await search({ query: "open page", ...args })).text).toMatch(text);
  });

  it("globs may be absolute inside the root; what is outside it or in another root is refused", async () => {
    await put({ "src/a.ts": "export function openPage() {}\n" });
    const inside = await search({ query: "open page", paths: [`${workspace.root}/src/*.ts`] });
    expect(rowsOf(inside)).toEqual(["src/a.ts:1 function openPage"]);
    const outside = await workspace.call("symbol_search", { query: "open page", paths: ["!/etc/**"] });
    expect(outside).toMatchObject({
      isError: true,
      text: expect.stringMatching(/leads out of the root[^]*src\/\*\*/) as string,
    });
    const other = join(workspace.home, "other");
    await mkdir(other);
    await workspace.reopen({ cwd: workspace.root, roots: [workspace.root, other] });
    const refused = await workspace.call("symbol_search", { query: "open page", paths: [other] });
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringMatching(/lies in another root[^]*`cwd`/) as string,
    });
  });
});

describe("the size of an answer", () => {
  it("twenty hits in long paths take no more than 2.5 kB", async () => {
    const files = Array.from({ length: 30 }, (_, index): [string, string] => [
      `packages/plugin-transform-module-${index}/src/lib/index.ts`,
      `export function transformModuleReferences${index}() {}\n`,
    ]);
    await put(Object.fromEntries(files));
    const told = await search({ query: "transform module references" });
    expect(rowsOf(told)).toHaveLength(20);
    expect(Buffer.byteLength(told.text)).toBeLessThanOrEqual(2_500);
    expect(told.text).toMatch(/^20 hits, best first; there are more/);
    expect(told.details).toMatchObject({ available: true, coverage: { files: 30, truncated: true } });
  });
});

describe("texts", () => {
  const found = (hits: readonly CurrentHit[]): SymbolSearchFacts => ({
    kind: "found",
    notInTexts: [],
    hits,
    hasMore: false,
    files: 3,
    filesTotal: 9,
    scope: "whole",
    next: undefined,
  });
  const cold: SymbolSearchFacts = { kind: "cold", reason: "building", files: 0, filesTotal: 27_000 };
  const symbol = { name: "run", kind: "function", endLine: 9 };

  it("a cold index is not available, and says what it is doing", () => {
    const pending: Coverage = { state: "pending", what: "the index is being built", waitedMs: 1_000 };
    expect(formatHits(cold, pending, "x")).toBe("available: false (building; 0 of 27000 files read)");
    expect(hitDetails(cold, "x")).toEqual({
      available: false,
      query: "x",
      unavailableReason: "building",
      coverage: { files: 0, filesTotal: 27_000 },
    });
  });

  it("nothing is only nowhere when everything was looked at", () => {
    const partial: Coverage = { state: "partial", looked: "3", whole: "9 files", missing: "6 files" };
    expect(formatHits(found([]), complete, "x")).toBe('No symbol has a word of "x", and no file has all of them.');
    expect(formatHits(found([]), partial, "x")).toBe('No hit for "x" in what was looked at.');
    expect(formatHits(found([]), complete, "x".repeat(10_000)).length).toBeLessThan(200);
  });

  it("says what is not looked for in texts when that may be why nothing was found", async () => {
    await put({ "a.ts": "if (x === 404) {}\n" });
    const told = await search({ query: "if 404" });
    expect(told.text.split("\n")).toEqual([
      'No symbol has a word of "if 404", and no file has all of them in its path.',
      "In the texts of files keywords, numbers and single characters are not looked for (if, 404): another tool finds those.",
    ]);
  });

  it("a name of a file cannot make lines of its own", () => {
    const hits: CurrentHit[] = [{ path: "a.ts\nb.ts:1 function forged", symbol, line: 3 }];
    expect(formatHits(found(hits), complete, "x").split("\n").slice(0, 2)).toEqual([
      "1 hit",
      String.raw`"a.ts\nb.ts:1 function forged":3 function run`,
    ]);
  });

  it("a line that may have moved is marked", () => {
    const hits: CurrentHit[] = [{ path: "a.ts", symbol, line: 3, isUnsure: true }, { path: "b.md" }];
    expect(formatHits(found(hits), complete, "x").split("\n").slice(0, 3)).toEqual([
      "2 hits, best first",
      "a.ts:3 function run (the file has changed: its line may be another)",
      "b.md (file)",
    ]);
  });
});
