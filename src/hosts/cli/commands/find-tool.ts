import type { Dialect, Tool } from "../../../tools/core/declaration.ts";
import { schemaIn } from "../../../tools/core/dialect.ts";
import type { ObjectSchema } from "../../../tools/core/schema.ts";
import { allTools } from "../../../tools/registry.ts";

/** A tool by its own name or its MCP name, and whose argument names go with that name. */
export function findTool(name: string): { readonly tool: Tool; readonly dialect: Dialect } | undefined {
  const own = allTools.find((tool) => tool.name === name);
  if (own !== undefined) return { tool: own, dialect: "own" };
  const mirrored = allTools.find((tool) => tool.mcp?.name === name);
  return mirrored === undefined ? undefined : { tool: mirrored, dialect: "mcp" };
}

/** The input schema that goes with the name; undefined: there is no such tool. */
export function inputSchemaOf(name: string): ObjectSchema | undefined {
  const found = findTool(name);
  return found === undefined ? undefined : schemaIn(found.tool, found.dialect);
}
