import { expect, test } from "vitest";
import { pick, seededRandom } from "../../../test/helpers/seeded-random.ts";
import { indexHits } from "./hits.ts";
import { SUPPRESSION_RULE_ID } from "./rule.ts";

interface Line {
  readonly text: string;
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly ruleId?: string;
}
/** A line as the engine prints it. */
function print({ text, file, start, end, ruleId }: Line): string {
  const range = { byteOffset: { start, end }, start: { line: 0, column: 0 }, end: { line: 0, column: 0 } };
  const metaVariables = { single: { X: { text, range } }, multi: {}, transformed: {} };
  return `${JSON.stringify({ text, range, file, lines: text, charCount: {}, metaVariables, ...(ruleId === undefined ? {} : { ruleId }) })}\n`;
}
const hostile = [
  '"byteOffset":{"start":9,"end":9}',
  '},"file":"x.ts"',
  "\\",
  '\\"',
  '"ruleId":"reticle-suppressions"',
  "😀\n\t",
  "plain",
];

test("reads positions and files without parsing, whatever the source and the names hold", () => {
  const random = seededRandom(7);
  const lines = Array.from({ length: 500 }, (_, at) => ({
    text: Array.from({ length: 3 }, () => pick(random, hostile)).join(""),
    file: `${pick(random, ["a", 'b"q', "ü", "back\\slash", "z/y"])}.ts`,
    start: at * 10,
    end: at * 10 + Math.floor(random() * 20),
  }));
  const output = Buffer.from(lines.map(print).join(""));
  const { hits, suppressedFiles } = indexHits(output);
  expect(suppressedFiles).toEqual([]);
  const expected = lines.toSorted((a, b) => (a.file === b.file ? a.start - b.start : a.file < b.file ? -1 : 1));
  expect(hits.map(({ file, start, end }) => ({ file, start, end }))).toEqual(
    expected.map(({ file, start, end }) => ({ file, start, end })),
  );
  for (const [index, { lineStart, lineEnd }] of hits.entries()) {
    expect(JSON.parse(output.toString("utf8", lineStart, lineEnd))).toMatchObject({ file: expected[index]?.file });
  }
});

test("outer matches come before inner ones, doubles count once", () => {
  const [a, b] = [
    { text: "", file: "a.ts", start: 0, end: 9 },
    { text: "", file: "a.ts", start: 0, end: 3 },
  ];
  const { hits } = indexHits(Buffer.from([b, a, { ...a, file: "./a.ts" }, b].map(print).join("")));
  expect(hits.map(({ file, end }) => `${file} ${end}`)).toEqual(["a.ts 9", "a.ts 3"]);
});

test("a line that was cut off is no match", () => {
  const whole = print({ text: "x", file: "a.ts", start: 0, end: 1 });
  expect(indexHits(Buffer.from(whole + whole.slice(0, 60))).hits.length).toBe(1);
  expect(indexHits(Buffer.from(whole.slice(0, -1))).hits).toEqual([]);
});

test("files with suppression comments are told apart from matches", () => {
  const line = { text: "x", file: "a.ts", start: 0, end: 1 };
  const { hits, suppressedFiles } = indexHits(
    Buffer.from(print({ ...line, ruleId: "search" }) + print({ ...line, file: "b.ts", ruleId: SUPPRESSION_RULE_ID })),
  );
  expect(hits.map(({ file }) => file)).toEqual(["a.ts"]);
  expect(suppressedFiles).toEqual(["b.ts"]);
});
