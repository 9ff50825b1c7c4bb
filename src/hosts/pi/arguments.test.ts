import { describe, expect, test } from "vitest";
import { listingFor } from "../../tools/core/dialect.ts";
import type { ObjectSchema } from "../../tools/core/schema.ts";
import { checkValues } from "../../tools/core/values.ts";
import { allTools } from "../../tools/registry.ts";
import { fitArguments, givenArguments } from "./arguments.ts";

const schema: ObjectSchema = {
  type: "object",
  properties: {
    path: { type: "string", minLength: 1 },
    limit: { type: "integer", minimum: 1, maximum: 10 },
    lang: { type: "string", enum: ["go", "rust"] },
    tools: { type: "array", items: { type: "string", enum: ["a", "b"] }, minItems: 2 },
  },
  required: ["path", "lang", "tools"],
};
const fitting = { path: "a.ts", lang: "go", tools: ["a", "b"] };

describe("arguments on their way past pi's own check", () => {
  test.each<[string, Readonly<Record<string, unknown>>]>([
    ["what fits", fitting],
    ["an undeclared key", { ...fitting, zzz: 1 }],
    ["what pi coerces itself", { ...fitting, limit: "7" }],
  ])("%s passes as it is", (_what, args) => {
    expect(fitArguments(schema, args)).toBe(args);
    expect(givenArguments(args)).toBe(args);
  });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ["nothing at all", {}],
    ["a wrong type", { ...fitting, path: 7 }],
    ["a value that no enum has", { ...fitting, lang: "cobol" }],
    ["an item that no enum has", { ...fitting, tools: ["a", "c"] }],
    ["a value below its minimum", { ...fitting, limit: 0 }],
    ["a value above its maximum", { ...fitting, limit: 11, zzz: 2 }],
  ])("%s comes out as it was given, and what goes in fits", (_what, args) => {
    const fitted = fitArguments(schema, args);
    expect(checkValues(schema, fitted)).toMatchObject({ isValid: true, notes: [] });
    // pi hands over a copy.
    expect(givenArguments(structuredClone(fitted))).toEqual(args);
  });

  test("a clamped call keeps its other values in sight of other extensions, and their changes", () => {
    const fitted = fitArguments(schema, { ...fitting, limit: 500 });
    expect(fitted).toMatchObject({ ...fitting, limit: 10 });
    expect(givenArguments({ ...fitted, path: "b.ts" })).toEqual({ ...fitting, path: "b.ts", limit: 500 });
    expect(givenArguments({ ...fitted, limit: 3 })).toEqual({ ...fitting, limit: 3 });
  });

  test("a call that will be refused cannot be changed into one that runs", () => {
    const fitted = fitArguments(schema, { lang: "go" });
    expect(givenArguments({ ...fitted, path: "b.ts" })).toEqual({ lang: "go" });
  });

  test.each(allTools.map((tool) => [tool.name, listingFor(tool, "pi").inputSchema] as const))(
    "%s has a stand-in that fits",
    (_name, inputSchema) => {
      const fitted = fitArguments(
        inputSchema,
        Object.fromEntries((inputSchema.required ?? []).map((key) => [key, null])),
      );
      expect(checkValues(inputSchema, fitted)).toMatchObject({ isValid: true });
    },
  );
});
