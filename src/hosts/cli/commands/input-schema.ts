import { schemaIn } from "../../../tools/core/dialect.ts";
import type { ObjectSchema } from "../../../tools/core/schema.ts";
import { allTools } from "../../../tools/registry.ts";

/** The schema of a tool as the name asks for it, its own or its MCP one; undefined: there is no such tool. */
export function inputSchemaOf(name: string): ObjectSchema | undefined {
  const own = allTools.find((tool) => tool.name === name);
  if (own !== undefined) return schemaIn(own, "own");
  const mirrored = allTools.find((tool) => tool.mcp?.name === name);
  return mirrored === undefined ? undefined : schemaIn(mirrored, "mcp");
}
