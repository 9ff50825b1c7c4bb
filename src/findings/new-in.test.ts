import { expect, test } from "vitest";
import { pick, seededRandom } from "../../test/helpers/seeded-random.ts";
import { type Finding, findingKey, newIn } from "./new-in.ts";

const finding = (message: string, line = 1, more: Partial<Finding> = {}): Finding => ({
  severity: "error",
  message,
  line,
  ...more,
});

interface Case {
  readonly what: string;
  readonly before: readonly Finding[];
  readonly after: readonly Finding[];
  readonly lineShift?: number;
  /** Lines of those that are new. */
  readonly news: readonly number[];
}

const cases: readonly Case[] = [
  {
    what: "W-04 an old one is not new, the one beside it is",
    before: [finding("a", 3)],
    after: [finding("a", 3), finding("b", 9)],
    news: [9],
  },
  { what: "W-03 one that has moved is not new", before: [finding("a", 3)], after: [finding("a", 7)], news: [] },
  {
    what: "W-03 two where one was: one is new",
    before: [finding("a", 3)],
    after: [finding("a", 3), finding("a", 8)],
    news: [8],
  },
  {
    what: "the one at the known place is the old one",
    before: [finding("a", 8)],
    after: [finding("a", 3), finding("a", 8)],
    news: [3],
  },
  {
    what: "counted from the end of a longer file",
    before: [finding("a", 10)],
    after: [finding("a", 3), finding("a", 11)],
    lineShift: 1,
    news: [3],
  },
  {
    what: "one where two were: none is new",
    before: [finding("a", 3), finding("a", 4)],
    after: [finding("a", 4)],
    news: [],
  },
  {
    what: "at unknown places the first are the known ones",
    before: [finding("a", 50)],
    after: [finding("a", 1), finding("a", 2)],
    news: [2],
  },
  {
    what: "another severity is another finding",
    before: [finding("a")],
    after: [finding("a", 1, { severity: "warning" })],
    news: [1],
  },
  {
    what: "another code is another finding",
    before: [finding("a")],
    after: [finding("a", 1, { code: "7" })],
    news: [1],
  },
  { what: "nothing was known", before: [], after: [finding("a", 1), finding("b", 2)], news: [1, 2] },
];

test.each(cases)("$what", ({ before, after, lineShift, news }) => {
  expect(newIn(before, after, lineShift).map(({ line }) => line)).toEqual(news);
});

test("as many are new of each kind as there are more", () => {
  const random = seededRandom(11);
  const some = (): Finding[] =>
    Array.from({ length: Math.floor(random() * 12) }, () =>
      finding(pick(random, ["a", "b", "c"]), Math.ceil(random() * 6)),
    );
  const count = (all: readonly Finding[], key: string): number => all.filter((one) => findingKey(one) === key).length;
  for (let round = 0; round < 500; round += 1) {
    const [before, after] = [some(), some()];
    const news = newIn(before, after, Math.floor(random() * 5) - 2);
    for (const key of new Set([...before, ...after].map(findingKey))) {
      expect(count(news, key)).toBe(Math.max(0, count(after, key) - count(before, key)));
    }
    expect(after.filter((one) => news.includes(one))).toEqual(news);
  }
});
