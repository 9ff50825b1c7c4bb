import { describe, expect, test } from "vitest";
import { seededRandom } from "../../../test/helpers/seeded-random.ts";
import { FileReads, spliceOf } from "./file-reads.ts";
import { hashLine, packHashes, splitLines, unpackHashes } from "./line-hashes.ts";
import { ReadCoverage } from "./read-coverage.ts";

const named = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}`);
const read = (startLine: number, endLine: number, path = "/p/a.ts") => ({
  path,
  startLine,
  lines: named(startLine, endLine),
});
const spansOf = (reads: FileReads | undefined): string[] =>
  (reads?.spans() ?? []).map(({ startLine, hashes }) => `${startLine}-${startLine + hashes.length - 1}`);

describe("what was read of a file", () => {
  test("LENS-9 union coverage: overlapping and adjacent lines are one piece, whatever the order", () => {
    const reads = new ReadCoverage();
    for (const [from, to] of [
      [20, 30],
      [1, 4],
      [5, 9],
      [25, 40],
    ] as const) {
      reads.record(read(from, to));
    }
    expect(spansOf(reads.of("/p/a.ts"))).toEqual(["1-9", "20-40"]);
    expect(reads.covers(read(2, 9))).toBe(true);
    expect(reads.covers(read(9, 20))).toBe(false);
    expect(reads.covers(read(40, 41))).toBe(false);
  });

  test("a line is known as it was read last", () => {
    const reads = new ReadCoverage();
    reads.record(read(1, 10));
    reads.record({ path: "/p/a.ts", startLine: 3, lines: ["other"] });
    expect(reads.covers(read(1, 10))).toBe(false);
    expect(reads.covers(read(4, 10))).toBe(true);
    expect(reads.covers({ path: "/p/a.ts", startLine: 3, lines: ["other"] })).toBe(true);
  });

  test("the file touched longest ago is forgotten first, by count and by size", () => {
    const reads = new ReadCoverage();
    for (let at = 0; at < 256; at += 1) reads.record(read(1, 1, `/p/${at}`));
    reads.record(read(2, 2, "/p/0"));
    reads.record(read(1, 1, "/p/new"));
    expect(reads.fileCount).toBe(256);
    expect(spansOf(reads.of("/p/0"))).toEqual(["1-2"]);
    expect(reads.of("/p/1")).toBeUndefined();
    for (let at = 0; at < 11; at += 1) reads.record(read(1, 20_000, `/big/${at}`));
    expect(reads.of("/big/0")).toBeUndefined();
    expect(reads.of("/big/10")?.lineCount).toBe(20_000);
    expect(reads.fileCount).toBe(10);
  });

  test("at most 128 pieces and 20 000 lines of one file are kept", () => {
    const reads = new FileReads();
    for (let at = 0; at < 200; at += 1) reads.add({ startLine: at * 10 + 1, hashes: at === 7 ? [1, 2, 3] : [1] });
    expect(reads.spans().length).toBe(128);
    expect(reads.hashAt(72)).toBe(2);
    reads.add({ startLine: 1, hashes: Array.from({ length: 30_000 }, (_, at) => at) });
    expect(reads.lineCount).toBe(20_000);
  });
});

describe("line hashes", () => {
  test("are of the line without its end, and survive a session file", () => {
    const lines = splitLines("one\r\ntwo\n\nthree");
    expect(lines).toEqual(["one", "two", "", "three"]);
    expect(splitLines("")).toEqual([]);
    const hashes = lines.map(hashLine);
    expect(new Set(hashes).size).toBe(4);
    expect(unpackHashes(packHashes(hashes))).toEqual(hashes);
  });

  test.each(["AAA", "AAAA?", "nonsense"])("%j is none of them", (text) => {
    expect(unpackHashes(text)).toBeUndefined();
  });
});

describe("an agent's own change", () => {
  const hashes = (text: string): number[] => Array.from(text, hashLine);
  const knowing = (text: string, lines: readonly number[]): FileReads => {
    const reads = new FileReads();
    for (const line of lines) reads.add({ startLine: line, hashes: [hashLine(text.charAt(line - 1))] });
    return reads;
  };

  test("moves what is known, adds what was written, and leaves unread what it left alone", () => {
    const before = "abcdefghij";
    const after = "abXdeYYghij";
    const reads = knowing(before, [1, 3, 4, 9]);
    reads.splice(
      spliceOf(reads, { before: hashes(before), after: hashes(after) }, (line) => "XY".includes(after[line - 1] ?? "")),
    );
    expect(spansOf(reads)).toEqual(["1-1", "3-4", "6-7", "10-10"]);
    expect(reads.hashAt(10)).toBe(hashLine("i"));
  });

  test("whatever the changes, nothing is known as what it is not", () => {
    const random = seededRandom(7);
    const pick = (below: number): number => Math.floor(random() * below);
    for (let round = 0; round < 200; round += 1) {
      let text = Array.from({ length: 1 + pick(30) }, () => "abcdef"[pick(6)]).join("");
      const lines = Array.from({ length: pick(20) }, () => 1 + pick(text.length));
      const reads = knowing(text, lines);
      for (let change = 0; change < 3; change += 1) {
        const at = pick(text.length + 1);
        const written = "XYZ".slice(0, pick(4));
        const after = text.slice(0, at) + written + text.slice(at + pick(5));
        const isWritten = (line: number): boolean => line > at && line <= at + written.length;
        reads.splice(spliceOf(reads, { before: hashes(text), after: hashes(after) }, isWritten));
        text = after;
        for (const { startLine, hashes: known } of reads.spans()) {
          for (const [offset, hash] of known.entries())
            expect(hash).toBe(hashLine(text.charAt(startLine + offset - 1)));
        }
      }
    }
  });
});
