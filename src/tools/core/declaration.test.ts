import { expect, test } from "vitest";
import { complete } from "../../base/coverage.ts";
import { defineTool } from "./declaration.ts";

const rest = {
  name: "demo",
  title: "Demo",
  description: "Demonstrates.",
  example: { line: 1 },
  input: {
    type: "object",
    properties: { line: { type: "integer" }, view: { type: "string", default: "a" } },
    required: ["line"],
  },
  needs: [],
  parallel: true,
  run: () => Promise.resolve({ coverage: complete, facts: null }),
  format: () => "",
} as const;

test("T-01 a tool without a tier does not compile, nor one with an unknown tier", () => {
  // @ts-expect-error the tier is missing
  const untiered = defineTool(rest);
  // @ts-expect-error there is no such tier
  const unknown = defineTool({ ...rest, tier: "admin" });
  expect([untiered.tier, unknown.tier]).toEqual([undefined, "admin"]);
});

test("input types follow from the schema", () => {
  const tool = defineTool({
    ...rest,
    tier: "read",
    run: (input) => {
      const line: number = input.line;
      const view: string = input.view;
      // @ts-expect-error nothing else is declared
      const other: unknown = input.other;
      return Promise.resolve({ coverage: complete, facts: { line, view, other } });
    },
  });
  expect(tool.tier).toBe("read");
});
