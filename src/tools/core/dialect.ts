import type { JsonObject } from "../../base/json.ts";
import type { HostCall } from "./context.ts";
import type { Dialect, Tier, Tool } from "./declaration.ts";
import type { ObjectSchema, PropertySchema } from "./schema.ts";
import { isRunBound } from "./spec-table.ts";

/** A tool as a host advertises it. */
export interface ToolListing {
  readonly name: string;
  readonly title: string;
  /** The contract sentence plus the example. */
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly tier: Tier;
}

/** The folder a call starts from; its name says so. */
const CWD: PropertySchema = { type: "string" };

/** The tool's name in a dialect; undefined where the dialect has no such tool. */
export function nameIn(tool: Tool, dialect: Dialect): string | undefined {
  switch (dialect) {
    case "pi":
      return tool.pi === false ? undefined : tool.name;
    case "mcp":
      return tool.mcp?.name ?? (isRunBound(tool.name) ? tool.name : undefined);
    case "own":
      return tool.name;
  }
}

/** Whether calls in this dialect may carry a `cwd` that is not the tool's own argument. */
export function takesCwd(tool: Tool, dialect: Dialect): boolean {
  if (dialect === "pi" || Object.hasOwn(tool.input.properties, "cwd")) return false;
  return tool.mcp?.cwd ?? (dialect === "own" && tool.takesCwd === true);
}

/** The input schema in a dialect: arguments renamed in place, `cwd` last. */
export function schemaIn(tool: Tool, dialect: Dialect): ObjectSchema {
  const properties = Object.fromEntries(
    Object.entries(tool.input.properties).map(([own, property]) => [hostArgumentName(tool, dialect, own), property]),
  );
  if (takesCwd(tool, dialect)) properties.cwd = CWD;
  const required = tool.input.required?.map((own) => hostArgumentName(tool, dialect, own));
  return { type: "object", properties, ...(required === undefined ? {} : { required }) };
}

/** The dialect's name of one of the tool's own arguments. */
export function hostArgumentName(tool: Tool, dialect: Dialect, own: string): string {
  return renames(tool, dialect)[own] ?? own;
}

/** What a client of the dialect calls for the tool with arguments under their own names; undefined: it cannot. */
export function callIn(
  tool: Tool,
  dialect: Dialect,
  { cwd, ...own }: { readonly cwd?: string | undefined } & JsonObject,
): HostCall | undefined {
  const name = nameIn(tool, dialect);
  if (name === undefined) return undefined;
  const renamed = Object.entries(own).map(([key, value]) => [hostArgumentName(tool, dialect, key), value] as const);
  const folder = cwd !== undefined && takesCwd(tool, dialect) ? { cwd } : {};
  return { tool: name, arguments: { ...Object.fromEntries(renamed), ...folder } };
}

/** Arguments of a call under the tool's own names, `cwd` apart where it is not the tool's. */
export function toOwnArguments(
  tool: Tool,
  dialect: Dialect,
  values: Readonly<Record<string, unknown>>,
): { readonly input: Readonly<Record<string, unknown>>; readonly cwd: string | undefined } {
  const ownNames = new Map(Object.entries(renames(tool, dialect)).map(([own, theirs]) => [theirs, own]));
  const { cwd, ...others } = values;
  const taken = takesCwd(tool, dialect) ? others : values;
  const input = Object.fromEntries(Object.entries(taken).map(([key, value]) => [ownNames.get(key) ?? key, value]));
  return { input, cwd: takesCwd(tool, dialect) && typeof cwd === "string" ? cwd : undefined };
}

/** What a host lists for the tool. */
export function listingFor(tool: Tool, dialect: Dialect): ToolListing {
  const example = Object.fromEntries(
    Object.entries(tool.example).map(([own, value]) => [hostArgumentName(tool, dialect, own), value]),
  );
  return {
    name: nameIn(tool, dialect) ?? tool.name,
    title: tool.title,
    description: `${tool.description} Example: ${JSON.stringify(example)}`,
    inputSchema: schemaIn(tool, dialect),
    tier: tool.tier,
  };
}

function renames(tool: Tool, dialect: Dialect): Readonly<Record<string, string>> {
  return dialect === "mcp" ? (tool.mcp?.rename ?? {}) : {};
}
