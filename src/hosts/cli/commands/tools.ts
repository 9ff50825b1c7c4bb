import { table } from "../parsing/help.ts";
import { nearest } from "../parsing/nearest.ts";
import { SURFACE_CHOICES } from "../parsing/declarations.ts";
import { UsageError } from "../parsing/usage-error.ts";
import type { ToolListing } from "../../../tools/core/dialect.ts";
import type { PropertySchema } from "../../../tools/core/schema.ts";
import { withRun } from "../session.ts";
import type { Command } from "./command.ts";

export const tools: Command = async (context) => {
  const { invocation, out } = context;
  const surface = SURFACE_CHOICES.find((choice) => choice === invocation.values.get("surface")) ?? "main";
  return withRun(context, { surface, dialect: surface === "mcp" ? "mcp" : "own" }, async (run) => {
    const listings = selectListings(run.tools(), invocation.words);
    const isDetailed = invocation.words.length > 0;
    if (invocation.switches.has("json")) await out.write(`${JSON.stringify(listings, undefined, 2)}\n`);
    else await out.write(isDetailed ? listings.map(describe).join("\n") : overview(listings));
    return 0;
  });
};

function selectListings(listings: readonly ToolListing[], names: readonly string[]): readonly ToolListing[] {
  if (names.length === 0) return listings;
  return names.map((name) => {
    const found = listings.find((listing) => listing.name === name);
    if (found !== undefined) return found;
    const known = listings.map((listing) => listing.name);
    const candidate = nearest(name, known);
    throw new UsageError(
      `There is no tool "${name}" here; the tools are ${known.join(", ")}`,
      candidate && `did you mean ${candidate}?`,
    );
  });
}

function overview(listings: readonly ToolListing[]): string {
  if (listings.length === 0) return "No tool is shown on this surface.\n";
  return `${table(listings.map((listing) => [`${listing.name} (${listing.tier})`, listing.description.split("\n")[0] ?? ""])).join("\n")}\n`;
}

function describe(listing: ToolListing): string {
  const { properties, required = [] } = listing.inputSchema;
  const rows = Object.entries(properties).map(([name, property]) => [
    `${name}${required.includes(name) ? " (required)" : ""}`,
    [typeText(property), property.description].filter((part) => part !== undefined && part !== "").join("; "),
  ]);
  const parameters = rows.length === 0 ? ["  takes no arguments"] : table(rows);
  return [`${listing.name} (${listing.tier})`, listing.description, "", ...parameters, ""].join("\n");
}

function typeText(property: PropertySchema): string {
  const type = [property.type].flat().join(" or ");
  const choices = property.enum === undefined ? type : property.enum.join("|");
  const bounds = [
    property.minimum === undefined ? undefined : `from ${property.minimum}`,
    property.maximum === undefined ? undefined : `to ${property.maximum}`,
  ].filter((bound) => bound !== undefined);
  const fallback = property.default === undefined ? undefined : `default ${JSON.stringify(property.default)}`;
  return [[choices, ...bounds].join(" "), fallback].filter((part) => part !== undefined).join(", ");
}
