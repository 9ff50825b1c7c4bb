import { describe, expect, test } from "vitest";
import type { ModuleUsage, SymbolUsage } from "../../../index/graph/module-usage.ts";
import type { User } from "../../../index/graph/used-by.ts";
import { usageNotes } from "./read-usage.ts";
import { blastEntry, blastLines, callLines, usageEntry, usageText, usedByLines } from "./usage-entry.ts";

const user = (file: string, fields: Partial<User> = {}): User => ({
  file,
  symbol: "caller",
  line: 3,
  relation: "calls",
  resolution: "import",
  uses: 1,
  ...fields,
});

function symbolUsage(fields: Partial<SymbolUsage> = {}): SymbolUsage {
  const { users = [], tests = [] } = fields;
  const byTier = { exact: 0, import: 0, "receiver-type": 0, "name-only": 0 };
  for (const { resolution } of [...users, ...tests]) byTier[resolution] += 1;
  return { users, tests, userCount: users.length, testCount: tests.length, byTier, unseen: 0, ...fields };
}

const whole: ModuleUsage = { coverage: { state: "complete" }, usage: new Map(), builtAt: 0, sweptAt: 0, notes: [] };
const building: ModuleUsage = {
  ...whole,
  coverage: { state: "pending", what: "the index is being built", waitedMs: 7 },
};
const radius = { files: [], fileCount: 0, hits: 0, isTruncated: false, maxDepth: 0 };

describe("LENS-7 users of a symbol", () => {
  test("entries leave out what goes without saying, and say how many there are when some are cut", () => {
    const usage = symbolUsage({
      users: [user("b.ts", { uses: 4 }), user("c.ts", { symbol: undefined })],
      tests: [user("a.test.ts")],
      fanout: 5,
      unseen: 9,
    });
    expect(usageEntry(usage, 10)).toEqual({
      fanout: 5,
      usedBy: [
        { file: "b.ts", symbol: "caller", line: 3, relation: "calls", resolution: "import", uses: 4 },
        { file: "c.ts", line: 3, relation: "calls", resolution: "import" },
      ],
      usedByTests: [{ file: "a.test.ts", symbol: "caller", line: 3, relation: "calls", resolution: "import" }],
      unseenUses: 9,
    });
    expect(usageEntry(usage, 1)).toMatchObject({ usedBy: [{ file: "b.ts" }], usedByTotal: { code: 2, tests: 1 } });
    expect(usageEntry(usage, 0)).toEqual({ fanout: 5, usedByTotal: { code: 2, tests: 1 }, unseenUses: 9 });
    expect(usageEntry(undefined, 10)).toEqual({});
  });

  test("the compact text names files of sure users, counts tests and namesakes", () => {
    const users = [
      user("own.ts", { resolution: "exact" }),
      user("b.ts", { symbol: "one" }),
      user("b.ts", { symbol: "two" }),
      user("c.ts"),
      user("d.ts"),
      user("e.ts", { resolution: "name-only" }),
    ];
    expect(usageText(symbolUsage({ users, tests: [user("t.ts")] }), "own.ts")).toBe(
      " used-by: b.ts x2, here, c.ts, …; tests x1; by name x1",
    );
    expect(usageText(symbolUsage(), "own.ts")).toBe("");
    expect(usageText(undefined, "own.ts")).toBe("");
  });

  test("no use found is said of a complete look only", () => {
    const exported = [
      { name: "lonely", usage: symbolUsage() },
      { name: "popular", usage: symbolUsage({ userCount: 1 }) },
    ];
    expect(usedByLines(whole, exported)).toEqual(["no use found of exported lonely"]);
    expect(usedByLines(building, exported)).toEqual(["pending: the index is being built (waited 7 ms); ask again"]);
    expect(usedByLines(whole, [{ name: "notLookedUp" }])).toEqual([]);
  });
});

describe("blast radius and calls", () => {
  const file = {
    file: "b.ts",
    isTest: true,
    lineCount: 900,
    dependents: 2,
    minDepth: 1,
    relations: ["calls"] as const,
  };

  test("a file comes with the read that shows it", () => {
    const usage = { ...whole, blastRadius: { ...radius, files: [file], fileCount: 20, hits: 30, maxDepth: 2 } };
    expect(blastEntry(usage, { absoluteOf: (path) => `/w/${path}` })).toEqual({
      files: [
        {
          file: "b.ts",
          dependents: 2,
          minDepth: 1,
          relations: ["calls"],
          test: true,
          read: { path: "/w/b.ts", offset: 1, limit: 400 },
        },
      ],
      fileCount: 20,
      truncated: true,
      maxDepth: 2,
    });
    expect(blastLines(usage)).toEqual([
      "  30 dependents in 20 files, depth 2, more not listed",
      "  1 b.ts x2 calls [test]",
    ]);
  });

  test("nothing depends on it is said of a complete look only", () => {
    const nothing = "nothing in this root is known to depend on the file";
    expect(blastLines({ ...whole, blastRadius: radius })).toEqual([nothing]);
    expect(blastLines({ ...building, blastRadius: radius })[0]).toMatch(/^pending/);
    expect(blastLines({ ...whole, blastRadius: { ...radius, isTruncated: true } })[0]).not.toBe(nothing);
    expect(blastLines(building)[0]).toMatch(/^pending/);
  });

  test("calls are lines, and what is not listed is counted", () => {
    const call = { from: undefined, to: "Box.open", file: "b.ts", line: 9, resolution: "import" as const };
    expect(callLines({ ...whole, callGraph: { calls: [call], total: 4 } })).toEqual([
      "  9 (file) -> Box.open b.ts import",
      "  … 3 more calls",
    ]);
    expect(callLines({ ...building, callGraph: { calls: [], total: 0 } })[0]).toMatch(/^pending/);
  });
});

test("an index that was compared long ago is said to be old", () => {
  const now = 1_000_000_000;
  expect(usageNotes({ ...whole, sweptAt: now - 11 * 60_000 }, now)).toEqual([
    "the index was last compared with the disk 11 min 0 s ago",
  ]);
  expect(usageNotes({ ...whole, sweptAt: now - 9 * 60_000 }, now)).toEqual([]);
  expect(usageNotes(whole, now)).toEqual([]);
});
