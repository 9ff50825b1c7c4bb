import { describe, expect, it } from "vitest";
import schemasFile from "../../../test/fixtures/lens-schemas.json" with { type: "json" };
import { plannedTools } from "../../../test/fixtures/planned-tools.ts";
import { checkArguments } from "../../tools/core/argument-check.ts";
import { listingFor } from "../../tools/core/dialect.ts";
import type { ObjectSchema, PropertySchema } from "../../tools/core/schema.ts";
import { notYet, specTable } from "../../tools/core/spec-table.ts";
import { checkValues } from "../../tools/core/values.ts";
import { allTools } from "../../tools/registry.ts";
import { listTool } from "./tool-listing.ts";

const MAX_BYTES = 14_000;
const contract = schemasFile as unknown as Readonly<Record<string, ObjectSchema>>;
const listings = [...allTools, ...plannedTools]
  .filter(({ mcp }) => mcp !== undefined)
  .map((tool) => listingFor(tool, "mcp"));
/** As it goes over the wire. */
const answer = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { tools: listings.map(listTool) } });

describe("the listing of all 18 tools", () => {
  it("is those of the contract, each once; what is planned does not exist yet", () => {
    expect(listings.map(({ name }) => name).sort()).toEqual(Object.keys(contract).sort());
    const missing = specTable.filter(({ name, mcp }) => mcp !== undefined && notYet.includes(name));
    expect(plannedTools.map(({ name }) => name).sort()).toEqual(missing.map(({ name }) => name).sort());
  });

  it(`fits ${MAX_BYTES} bytes`, () => {
    expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(MAX_BYTES);
  });

  it.each(listings)("LENS-3 $name: arguments, enums, defaults and bounds are those of the contract", (listing) => {
    const wanted = contract[listing.name] as ObjectSchema;
    const { properties, required = [] } = listing.inputSchema;
    expect(Object.keys(properties).sort()).toEqual(Object.keys(wanted.properties).sort());
    expect([...required].sort()).toEqual([...(wanted.required ?? [])].sort());
    for (const [name, property] of Object.entries(wanted.properties)) {
      const declared = properties[name] as PropertySchema;
      for (const key of ["default", "minimum", "maximum", "maxItems", "maxLength", "pattern"] as const) {
        if (property[key] !== undefined) expect([name, key, declared[key]]).toEqual([name, key, property[key]]);
      }
      expect(declared.enum ?? []).toEqual(expect.arrayContaining([...(property.enum ?? [])]));
    }
  });

  it.each(listings)("$name: one sentence, one example that runs, texts that say more than the name", (listing) => {
    const [, sentence = "", example = ""] = /^([A-Z][^]*?\.) Example: (\{.*\})$/.exec(listing.description) ?? [];
    expect(sentence.match(/[.!?](?= [A-Z]|$)/g)).toHaveLength(1);
    const call = JSON.parse(example) as Record<string, unknown>;
    expect(checkArguments(listing.name, listing.inputSchema, call)).toEqual({ verdict: "pass" });
    expect(checkValues(listing.inputSchema, call)).toMatchObject({ isValid: true, notes: [] });
  });
});
