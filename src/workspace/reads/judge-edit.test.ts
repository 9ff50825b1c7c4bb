import { describe, expect, test } from "vitest";
import { FileReads } from "./file-reads.ts";
import { type EditedRange, type EditRequest, judgeEdit } from "./judge-edit.ts";
import { hashLine } from "./line-hashes.ts";

/** One letter, one line. */
const file = (text: string): number[] => Array.from(text, hashLine);
const readOf = (text: string, ...spans: readonly (readonly [number, number])[]): FileReads => {
  const reads = new FileReads();
  for (const [from, to] of spans) reads.add({ startLine: from, hashes: file(text).slice(from - 1, to) });
  return reads;
};
const at = (startLine: number, endLine = startLine): EditedRange => ({ startLine, endLine, isVerified: false });
const exact = (startLine: number, endLine = startLine): EditedRange => ({ startLine, endLine, isVerified: true });

const OLD = "abcdefghij";
function judge(request: Partial<EditRequest>): string {
  const judgement = judgeEdit({ mode: "block", now: file(OLD), reads: undefined, ranges: [at(1, 10)], ...request });
  if (judgement.action === "allow") return "allow";
  const unread = judgement.unread.map(({ startLine, endLine }) => `${startLine}-${endLine}`).join(" ");
  const moved = judgement.moved === undefined ? "" : ` moved to ${judgement.moved.to.startLine}`;
  return `${judgement.action} ${judgement.reason} ${unread}${moved}`;
}

describe("LENS-9 the read guard", () => {
  test.each<[string, Partial<EditRequest>, string]>([
    ["off never asks", { mode: "off" }, "allow"],
    ["an empty file has nothing to lose", { now: [] }, "allow"],
    ["an edit of nothing is nobody's business", { ranges: [] }, "allow"],
    ["zero-read blocks", {}, "block zero-read 1-10"],
    ["zero-read blocks a verified text too", { ranges: [exact(3)] }, "block zero-read 3-3"],
    ["zero-read only warns when told so", { mode: "warn" }, "warn zero-read 1-10"],
    ["all was read", { reads: readOf(OLD, [1, 10]) }, "allow"],
    ["union coverage: reads that together cover it", { reads: readOf(OLD, [4, 10], [1, 5]) }, "allow"],
    ["every range counts", { reads: readOf(OLD, [1, 3]), ranges: [at(2), at(7, 8)] }, "block out-of-range 7-8"],
    ["a gap between reads", { reads: readOf(OLD, [1, 4], [7, 10]) }, "block out-of-range 5-6"],
    [
      "a verified text outside what was read warns",
      { reads: readOf(OLD, [1, 3]), ranges: [exact(7, 8)] },
      "warn out-of-range 7-8",
    ],
    [
      "the worst range decides, with its places alone",
      { reads: readOf(OLD, [1, 3]), ranges: [exact(5), at(7, 8)] },
      "block out-of-range 7-8",
    ],
  ])("%s", (_what, request, wanted) => {
    expect(judge(request)).toBe(wanted);
  });

  test.each<[string, string, readonly EditedRange[], string]>([
    ["a touched identical file is fine", OLD, [at(1, 10)], "allow"],
    ["a change by somebody else blocks an overwrite", "abXdefghij", [at(1, 10)], "block modified 3-3"],
    ["lines added by somebody else block it as well", "abcdefghijXY", [at(1, 12)], "block out-of-range 11-12"],
    ["lines taken away by somebody else block it", "abcdefgh", [at(1, 8)], "block modified 1-8"],
    ["a verified text elsewhere in a changed file is fine", "abXdefghij", [exact(7, 8)], "allow"],
    ["relocation: the same lines in a row somewhere else are known", "XXabcdefghij", [exact(5, 6)], "allow"],
    ["range-stale: a verified text that reads differently now warns", "abXdefghij", [exact(3)], "warn range-stale 3-3"],
    [
      "range-stale: an unverified one is told where its lines went",
      "XXabcdefghij",
      [at(3, 4)],
      "block modified 3-4 moved to 5",
    ],
    ["relocation to several places is none", "ccXabcdefghij", [at(3)], "block modified 3-3"],
  ])("%s", (_what, now, ranges, wanted) => {
    expect(judge({ reads: readOf(OLD, [1, 10]), now: file(now), ranges })).toBe(wanted);
  });
});
