import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../../test/helpers/seeded-random.ts";
import { removeJson, setJson } from "./json-edit.ts";
import { parseJsonTree, valueOf } from "./json-tree.ts";

const read = (text: string): unknown => valueOf(parseJsonTree(text));

describe("setJson", () => {
  it.each([
    ["an empty object", "{}", ["a", "b"], 1, '{\n  "a": {\n    "b": 1\n  }\n}'],
    ["behind the last member", '{\n    "a": 1\n}\n', ["b"], 2, '{\n    "a": 1,\n    "b": 2\n}\n'],
    ["a trailing comma", '{\n  "a": 1,\n}', ["b"], 2, '{\n  "a": 1,\n  "b": 2\n}'],
    ["one line", '{ "a": 1 }', ["b"], 2, '{ "a": 1,\n  "b": 2\n}'],
    ["a comment behind the last member", '{\n  "a": 1 // one\n}', ["b"], 2, '{\n  "a": 1, // one\n  "b": 2\n}'],
    ["a comment alone", "{\n  // nothing yet\n}", ["b"], 2, '{\n  // nothing yet\n  "b": 2\n}'],
    ["a value that is there", '{"a": {"b": 1}, "c": 2}', ["a", "b"], [1], '{"a": {"b": [\n  1\n]}, "c": 2}'],
    ["the end of a list", '{\n\t"a": [\n\t\t1\n\t]\n}', ["a", 1], 2, '{\n\t"a": [\n\t\t1,\n\t\t2\n\t]\n}'],
    [
      "carriage returns",
      '{\r\n  "a": 1\r\n}\r\n',
      ["b"],
      { c: 1 },
      '{\r\n  "a": 1,\r\n  "b": {\r\n    "c": 1\r\n  }\r\n}\r\n',
    ],
  ])("sets into %s", (...[, text, path, value, expected]) => {
    expect(setJson(text, path, value)).toBe(expected);
  });

  it.each([
    ["1", "b", "an object"],
    ["[]", "b", "an object"],
    ["{}", 0, "a list"],
  ])("refuses to set into %s by %j", (value, key, wanted) => {
    expect(() => setJson(`{"a": ${value}}`, ["a", key], 2)).toThrow(`holds \`a\`, which is not ${wanted}`);
  });
});

describe("removeJson", () => {
  it.each([
    ["the last member", '{\n  "a": 1,\n  "b": 2\n}\n', ["b"], '{\n  "a": 1\n}\n'],
    ["the first member", '{\n  "a": 1,\n  "b": 2\n}\n', ["a"], '{\n  "b": 2\n}\n'],
    [
      "a member between comments",
      '{\n  // one\n  "a": 1,\n  // two\n  "b": 2\n}',
      ["b"],
      '{\n  // one\n  "a": 1\n  // two\n}',
    ],
    [
      "objects that hold nothing else",
      '{\n  "a": { "b": [{ "c": 1 }] },\n  "d": 2\n}',
      ["a", "b", 0, "c"],
      '{\n  "d": 2\n}',
    ],
    ["the only one", '{\n  "a": { "b": 1 }\n}\n', ["a", "b"], "{}\n"],
    ["the last one of a line", '{ "a": 1,\n  "b": 2\n}', ["b"], '{ "a": 1 }'],
    ["between carriage returns", '{\r\n  "a": 1,\r\n  "b": {\r\n  }\r\n}\r\n', ["b"], '{\r\n  "a": 1\r\n}\r\n'],
    ["of two with one name the one that counts", '{"a": 1, "a": 2}', ["a"], '{"a": 1 }'],
    ["what is not there", '{"a": 1}', ["b", "c"], '{"a": 1}'],
  ])("removes %s", (_name, text, path, expected) => {
    expect(removeJson(text, path)).toBe(expected);
  });
});

describe("what is edited", () => {
  it("holds afterwards what an edit of the value would give, and is as before when the edit is taken back", () => {
    const random = seededRandom(7);
    const below = (limit: number): number => Math.floor(random() * limit);
    for (let round = 0; round < 300; round += 1) {
      const value = Object.fromEntries(
        Array.from({ length: below(4) }, (_, index) => [`k${index}`, below(2) === 0 ? index : { n: [index] }]),
      );
      const unit = ["  ", "\t", ""][below(3)];
      const eol = below(2) === 0 ? "\n" : "\r\n";
      const text = JSON.stringify(value, undefined, unit).replaceAll("\n", eol);
      const set = setJson(text, ["new", "deep"], [round]);
      expect(read(set)).toEqual({ ...value, new: { deep: [round] } });
      const back = removeJson(set, ["new", "deep"]);
      expect(read(back)).toEqual(value);
      expect(back).toBe(text);
    }
  });
});

describe("parseJsonTree", () => {
  it.each([
    ["", "is not valid JSON: line 1 has the end of the file where a value belongs"],
    ['{\n  "a" 1\n}', 'line 2 has "1" where ":" belongs'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3 has "\\"" where "," or "}" belongs'],
    ["{a: 1}", 'line 1 has "a" where a value belongs'],
    ["[1] 2", 'line 1 has "2" where the end belongs'],
    ["[".repeat(200), "less than 100 levels"],
  ])("says what is wrong with %j", (text, message) => {
    expect(() => parseJsonTree(text)).toThrow(message);
  });
});
