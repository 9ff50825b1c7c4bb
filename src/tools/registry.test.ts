import { describe, expect, test } from "vitest";
import casesFile from "../../test/fixtures/argument-check.json" with { type: "json" };
import schemasFile from "../../test/fixtures/lens-schemas.json" with { type: "json" };
import { checkArguments } from "./core/argument-check.ts";
import { listingFor } from "./core/dialect.ts";
import type { ObjectSchema } from "./core/schema.ts";
import { checkValues } from "./core/values.ts";
import { allTools } from "./registry.ts";

const contract = schemasFile as unknown as Readonly<Record<string, ObjectSchema>>;
const onMcp = allTools.filter(({ mcp }) => mcp !== undefined).map((tool) => listingFor(tool, "mcp"));

describe("schemas as MCP clients see them", () => {
  for (const { name, inputSchema } of onMcp) {
    test(`LENS-3 ${name} declares what the contract names`, () => {
      expect(Object.keys(inputSchema.properties).sort()).toEqual(Object.keys(contract[name]?.properties ?? {}).sort());
      expect(inputSchema.required ?? []).toEqual(contract[name]?.required ?? []);
    });

    for (const { arguments: args, tool, verdict, text } of casesFile.cases) {
      if (tool !== name) continue;
      test(`LENS-1 live ${tool} ${JSON.stringify(args)}: ${verdict}`, () => {
        const result = checkArguments(name, inputSchema, args);
        expect(result.verdict).toBe(verdict);
        if (result.verdict === "pass") return;
        if (text === null) expect(result.warning).not.toContain("did you mean");
        else expect(result.verdict === "refuse" ? result.reason : result.warning).toContain(text);
      });
    }
  }
});

describe("declarations", () => {
  for (const tool of allTools) {
    test(`${tool.name}: its example is a call that runs`, () => {
      for (const dialect of ["own", "mcp"] as const) {
        const { inputSchema, description } = listingFor(tool, dialect);
        const example = JSON.parse(description.slice(description.lastIndexOf(" Example: ") + 10)) as Record<
          string,
          unknown
        >;
        expect(checkArguments(tool.name, inputSchema, example)).toEqual({ verdict: "pass" });
        expect(checkValues(inputSchema, example)).toMatchObject({ isValid: true, notes: [] });
      }
    });

    test(`${tool.name}: one contract sentence; an argument's text says more than its name`, () => {
      expect(tool.description).toMatch(/^[A-Z].+\.$/);
      for (const [name, { description }] of Object.entries(tool.input.properties)) {
        if (description === undefined) continue;
        expect(description, name).toMatch(/^\S.*\S$/);
        expect(description.toLowerCase().replace(/[^a-z]/g, ""), name).not.toBe(
          name.toLowerCase().replace(/[^a-z]/g, ""),
        );
      }
    });
  }
});
