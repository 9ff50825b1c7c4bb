import { describe, expect, it } from "vitest";
import type { ObjectSchema } from "../../../tools/core/schema.ts";
import { UsageError } from "../parsing/usage-error.ts";
import { parseCallArguments, parseJsonArguments } from "./call-arguments.ts";

const schema: ObjectSchema = {
  type: "object",
  properties: {
    path: { type: "string" },
    line: { type: "integer" },
    paths: { type: "array", items: { type: "string" } },
    rule: { type: ["string", "object"] },
  },
  required: ["path"],
};

describe("parseCallArguments", () => {
  it.each([
    [["path=src/a.ts", "line=40"], { path: "src/a.ts", line: "40" }],
    [["path=a=b"], { path: "a=b" }],
    [["path="], { path: "" }],
    [["paths=a", "paths=b"], { paths: ["a", "b"] }],
    [["paths=a"], { paths: "a" }],
    [['paths=["a","b"]'], { paths: ["a", "b"] }],
    [["paths=[slug].ts"], { paths: "[slug].ts" }],
    [["path=[1]"], { path: "[1]" }],
    [['rule={"id":"x"}'], { rule: { id: "x" } }],
    [["rule={id: x, language: go}"], { rule: "{id: x, language: go}" }],
    [["other=[1]"], { other: "[1]" }],
  ])("%j gives %j", (words, expected) => {
    expect(parseCallArguments(words, schema)).toEqual(expected);
  });

  it("passes keys on that objects already have", () => {
    const args = parseCallArguments(["__proto__=x", "constructor=y"], schema);
    expect(Object.keys(args)).toEqual(["__proto__", "constructor"]);
  });

  it.each([
    ["src/a.ts", "perhaps path=src/a.ts"],
    ["=x", "perhaps path=x"],
  ])("%s is no key=value; says the keys and what was perhaps meant", (word, hint) => {
    expect(() => parseCallArguments([word], schema)).toThrow(
      new UsageError(`Argument "${word}" is not key=value; the keys are path, line, paths, rule`, hint),
    );
  });
});

describe("parseJsonArguments", () => {
  it.each([
    ['{"a":[1]}', { a: [1] }],
    ["null", null],
    ["[]", []],
  ])("%s is taken", (text, expected) => {
    expect(parseJsonArguments(text)).toEqual(expected);
  });

  it.each([
    ["{path: 1}", /^--json is not valid JSON: /],
    ["", /^--json is not valid JSON: /],
    ["[1]", /^--json must be a JSON object, got a list$/],
    ['"x"', /^--json must be a JSON object, got "x"$/],
    ["3", /^--json must be a JSON object, got 3$/],
  ])("%s is refused", (text, message) => {
    expect(() => parseJsonArguments(text)).toThrow(message);
  });
});
