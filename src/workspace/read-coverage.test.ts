import { describe, expect, test } from "vitest";
import { ReadCoverage } from "./read-coverage.ts";

const lines = (startLine: number, endLine: number, hash = "v1", path = "/p/a.ts") => ({
  path,
  hash,
  startLine,
  endLine,
});

describe("what was read of a file", () => {
  test("overlapping and adjacent lines are one span, whatever the order", () => {
    const reads = new ReadCoverage();
    for (const [from, to] of [
      [20, 30],
      [1, 4],
      [5, 9],
      [25, 40],
    ] as const) {
      reads.record(lines(from, to));
    }
    expect(reads.linesOf("/p/a.ts")).toEqual([
      { startLine: 1, endLine: 9 },
      { startLine: 20, endLine: 40 },
    ]);
    expect(reads.covers(lines(2, 9))).toBe(true);
    expect(reads.covers(lines(9, 20))).toBe(false);
    expect(reads.covers(lines(40, 41))).toBe(false);
  });

  test("another version of the file takes the place of the known one", () => {
    const reads = new ReadCoverage();
    reads.record(lines(1, 10));
    reads.record(lines(3, 4, "v2"));
    expect(reads.covers(lines(1, 10))).toBe(false);
    expect(reads.covers(lines(3, 4))).toBe(false);
    expect(reads.linesOf("/p/a.ts")).toEqual([{ startLine: 3, endLine: 4 }]);
    expect(reads.covers(lines(3, 4, "v2"))).toBe(true);
  });

  test("the file read longest ago is forgotten first", () => {
    const reads = new ReadCoverage();
    for (let at = 0; at < 256; at += 1) reads.record(lines(1, 1, "v1", `/p/${at}`));
    reads.record(lines(2, 2, "v1", "/p/0"));
    reads.record(lines(1, 1, "v1", "/p/new"));
    expect(reads.fileCount).toBe(256);
    expect(reads.linesOf("/p/0")).toEqual([{ startLine: 1, endLine: 2 }]);
    expect(reads.linesOf("/p/1")).toEqual([]);
  });
});
