import { expect, test } from "vitest";
import { pick, seededRandom } from "../../../../test/helpers/seeded-random.ts";
import { fromCharacter, type PositionEncoding, protocolLines } from "../../position-encoding.ts";
import { incrementalChange } from "./text-change.ts";

/** Applies a change as a server does that counts in `encoding`. */
function apply(before: string, change: ReturnType<typeof incrementalChange>, encoding: PositionEncoding): string {
  if (!("range" in change) || change.range === undefined) return change.text;
  const offsetOf = ({ line, character }: { line: number; character: number }) => {
    const ends = [...before.matchAll(/\r\n|\n|\r/g)].map((match) => match.index + match[0].length);
    const start = line === 0 ? 0 : (ends[line - 1] ?? before.length);
    return start + fromCharacter(protocolLines(before)[line] ?? "", character, encoding);
  };
  const { start, end } = change.range;
  return before.slice(0, offsetOf(start)) + change.text + before.slice(offsetOf(end));
}

test.each([
  [
    "an insertion",
    "ab\ncd",
    "ab\nXcd",
    { range: { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } }, text: "X" },
  ],
  [
    "a deletion",
    "abc",
    "ac",
    { range: { start: { line: 0, character: 1 }, end: { line: 0, character: 2 } }, text: "" },
  ],
  [
    "another emoji, never half of it",
    "a😀b",
    "a😁b",
    { range: { start: { line: 0, character: 1 }, end: { line: 0, character: 3 } }, text: "😁" },
  ],
  [
    "other line ends, never half of one",
    "a\r\nb",
    "a\nb",
    { range: { start: { line: 0, character: 1 }, end: { line: 1, character: 0 } }, text: "\n" },
  ],
])("%s", (_, before, after, change) => {
  expect(incrementalChange(before, after, "utf-16")).toEqual(change);
});

test.each(["utf-8", "utf-16", "utf-32"] as const)("any change of any text comes out right in %s", (encoding) => {
  const random = seededRandom(7);
  const parts = ["a", "b", "\n", "\r\n", "\r", "é", "😀", "😁", "文", ""];
  const text = () => Array.from({ length: Math.floor(random() * 12) }, () => pick(random, parts)).join("");
  for (let round = 0; round < 3_000; round += 1) {
    const [head, tail] = [text(), text()];
    const [before, after] = [head + text() + tail, head + text() + tail];
    expect(apply(before, incrementalChange(before, after, encoding), encoding)).toBe(after);
  }
});
