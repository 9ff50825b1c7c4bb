import { describe, expect, test } from "vitest";
import schemasFile from "../../../test/fixtures/lens-schemas.json" with { type: "json" };
import { pick, seededRandom } from "../../../test/helpers/seeded-random.ts";
import type { ObjectSchema } from "./schema.ts";
import { checkValues } from "./values.ts";

const schema = {
  type: "object",
  properties: {
    file: { type: "string", minLength: 1 },
    line: { type: "integer", minimum: 1 },
    ratio: { type: "number" },
    flag: { type: "boolean", default: false },
    view: { type: "string", enum: ["summary", "default", "compact"], default: "default" },
    max: { type: "integer", minimum: 1, maximum: 100 },
    kinds: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 3 },
    sizes: { type: "array", items: { type: "integer", minimum: 0, maximum: 9 } },
    kind: { type: "string", maxLength: 8, pattern: "^[a-z_]+$" },
    name: { type: "string", minLength: 3 },
    runners: { type: ["boolean", "string"], enum: [true, false, "cached", "all"] },
    rule: { type: ["string", "object"] },
    item: { type: "object" },
  },
  required: ["file"],
} as const satisfies ObjectSchema;

const check = (args: Record<string, unknown>) => checkValues(schema, { file: "a.ts", ...args });

describe("accepted values", () => {
  const cases: readonly (readonly [name: string, given: unknown, becomes: unknown])[] = [
    ["line", 3, 3],
    ["line", "12", 12],
    ["line", " 7 ", 7],
    ["line", "3.0", 3],
    ["line", 4.0, 4],
    ["ratio", "-1.5e2", -150],
    ["flag", "true", true],
    ["flag", "false", false],
    ["flag", null, false],
    ["flag", undefined, false],
    ["view", null, "default"],
    ["view", ' "summary" ', "summary"],
    ["view", "`compact`", "compact"],
    ["line", null, undefined],
    ["kinds", "class", ["class"]],
    ["kinds", ["class", "method"], ["class", "method"]],
    ["sizes", "4", [4]],
    ["sizes", ["1", 2], [1, 2]],
    ["runners", "true", true],
    ["runners", "cached", "cached"],
    ["rule", "id: x", "id: x"],
    ["rule", { id: "x" }, { id: "x" }],
    ["max", 100, 100],
  ];
  for (const [name, given, becomes] of cases) {
    test(`${name} ${JSON.stringify(given)} becomes ${JSON.stringify(becomes)}`, () => {
      const verdict = check({ [name]: given });
      if (!verdict.isValid) throw new Error(verdict.refusal);
      expect(verdict.values[name]).toEqual(becomes);
      expect(verdict.notes).toEqual([]);
    });
  }

  test("defaults are filled in, undeclared and inherited keys left out", () => {
    expect(checkValues(schema, Object.assign(Object.create({ line: 3 }), { file: "a", other: 1 }))).toEqual({
      isValid: true,
      values: { file: "a", flag: false, view: "default" },
      notes: [],
    });
  });

  test("a key called like a prototype member is read as the call's own only", () => {
    const odd = { type: "object", properties: { constructor: { type: "string" } } } as unknown as ObjectSchema;
    expect(checkValues(odd, {})).toEqual({ isValid: true, values: {}, notes: [] });
  });
});

describe("clamped values", () => {
  test("above a maximum: clamped, and the notes say so", () => {
    expect(check({ max: 500, sizes: [3, "12"] })).toMatchObject({
      values: { max: 100, sizes: [3, 9] },
      notes: ["`max` 500 is above the maximum; used 100.", "`sizes[1]` 12 is above the maximum; used 9."],
    });
  });
});

test("an integer beyond the exact ones is one all the same: clamped, or left to the tool", () => {
  expect(check({ max: 1e20 })).toMatchObject({ values: { max: 100 } });
  expect(check({ line: 1e20 })).toMatchObject({ values: { line: 1e20 } });
});

describe("refused values", () => {
  const cases: readonly (readonly [name: string, given: unknown, problem: string])[] = [
    ["line", "abc", '`line` must be an integer ≥ 1, got "abc"'],
    ["line", 0, "`line` must be an integer ≥ 1, got 0"],
    ["line", -3, "`line` must be an integer ≥ 1, got -3"],
    ["line", "0", "`line` must be an integer ≥ 1, got 0"],
    ["line", 1.5, "`line` must be an integer ≥ 1, got 1.5"],
    ["line", "", '`line` must be an integer ≥ 1, got ""'],
    ["line", true, "`line` must be an integer ≥ 1, got true"],
    ["line", Number.NaN, "`line` must be an integer ≥ 1, got NaN"],
    ["line", "9007199254740993", '`line` must be an integer ≥ 1, got "9007199254740993"'],
    ["line", [3], "`line` must be an integer ≥ 1, got an array"],
    ["ratio", "1e999", '`ratio` must be a number, got "1e999"'],
    ["ratio", "0x10", '`ratio` must be a number, got "0x10"'],
    ["flag", "yes", '`flag` must be true or false, got "yes"'],
    ["flag", 1, "`flag` must be true or false, got 1"],
    ["view", "full", '`view` must be one of summary, default, compact, got "full"'],
    ["view", "Summary", '`view` must be one of summary, default, compact, got "Summary"'],
    ["file", 5, "`file` must be a string, got 5"],
    ["file", "", "`file` must not be empty"],
    ["file", "a\0b", "`file` must not contain a NUL character"],
    ["name", "ab", "`name` must be at least 3 characters long, got 2"],
    ["kind", "abcdefghi", "`kind` must be at most 8 characters long, got 9"],
    ["kind", "a-b", '`kind` must match ^[a-z_]+$, got "a-b"'],
    ["kinds", [], "`kinds` must have at least 1 item, got 0"],
    ["kinds", ["a", "b", "c", "d"], "`kinds` must have at most 3 items, got 4"],
    ["kinds", ["a", 4], "`kinds[1]` must be a string, got 4"],
    ["kinds", { a: 1 }, "`kinds` must be an array of strings, got an object"],
    ["kinds", ["a\0"], "`kinds[0]` must not contain a NUL character"],
    ["runners", "some", '`runners` must be one of true, false, cached, all, got "some"'],
    ["rule", 4, "`rule` must be a string or an object, got 4"],
    ["item", "x", '`item` must be an object, got "x"'],
    ["item", [], "`item` must be an object, got an array"],
  ];
  for (const [name, given, problem] of cases) {
    test(`${name} ${JSON.stringify(given)}`, () => {
      expect(check({ [name]: given })).toEqual({ isValid: false, refusal: `Not run: ${problem}.` });
    });
  }

  for (const args of [{}, { file: null }, { file: undefined }]) {
    test(`a missing required argument: ${JSON.stringify(args)}`, () => {
      expect(checkValues(schema, args)).toEqual({ isValid: false, refusal: "Not run: `file` is required." });
    });
  }

  test("several problems are all named", () => {
    expect(checkValues(schema, { line: 0, view: "x" })).toEqual({
      isValid: false,
      refusal:
        "Not run: `file` is required; `line` must be an integer ≥ 1, got 0; " +
        '`view` must be one of summary, default, compact, got "x".',
    });
  });

  test("a long value is quoted in part", () => {
    const verdict = check({ line: "y".repeat(500) });
    expect(verdict.isValid ? "" : verdict.refusal.length).toBeLessThan(150);
  });
});

describe("properties over random values", () => {
  const random = seededRandom(77);
  const pool: readonly unknown[] = [
    0,
    1,
    -1,
    2.5,
    1e9,
    Number.NaN,
    Infinity,
    "3",
    "x",
    "",
    "true",
    "a\0",
    null,
    undefined,
    true,
    [],
    ["a"],
    [1, "2"],
    [[]],
    {},
    { a: 1 },
    "smart",
    "typescript",
  ];
  const schemas = Object.values(schemasFile as unknown as Record<string, ObjectSchema>);
  const calls = Array.from({ length: 4000 }, () => {
    const one = pick(random, schemas);
    const entries = Object.keys(one.properties)
      .filter(() => random() < 0.5)
      .map((key) => [key, pick(random, pool)] as const);
    return { one, args: Object.fromEntries(entries) };
  });

  test("accepted values pass again unchanged", () => {
    for (const { one, args } of calls) {
      const first = checkValues(one, args);
      if (!first.isValid) continue;
      expect(checkValues(one, first.values)).toEqual({ isValid: true, values: first.values, notes: [] });
    }
  });

  test("arguments are never changed, refusals are one line that starts with Not run", () => {
    for (const { one, args } of calls) {
      const before = structuredClone(args);
      const verdict = checkValues(one, args);
      expect(args).toEqual(before);
      if (!verdict.isValid) expect(verdict.refusal).toMatch(/^Not run: `.*\.$/);
    }
  });
});
