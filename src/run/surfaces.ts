import type { Dialect, Tool } from "../tools/core/declaration.ts";
import { nameIn } from "../tools/core/dialect.ts";
import { isRunBound } from "../tools/core/spec-table.ts";

/** Who asks: decides which tools exist at all, in the schema and at the gate. */
export type Surface = "main" | "plan" | "read-only" | "mcp";

/** A name a run answers to, and whose argument names go with it. */
export interface VisibleName {
  readonly tool: Tool;
  readonly dialect: Dialect;
}

export interface SurfaceOptions {
  readonly surface: Surface;
  readonly dialect: Dialect;
  /** On the surface "mcp" and in pi: the run-bound tools are there too. */
  readonly hasRunTools: boolean;
}

/** The tools a surface shows, in the order given. */
export function visibleTools(tools: readonly Tool[], options: SurfaceOptions): readonly Tool[] {
  return tools.filter((tool) => nameIn(tool, options.dialect) !== undefined && isOnSurface(tool, options));
}

function isOnSurface(tool: Tool, { surface, dialect, hasRunTools }: SurfaceOptions): boolean {
  if (dialect === "pi" && isRunBound(tool.name) && !hasRunTools) return false;
  switch (surface) {
    case "main":
      return true;
    case "plan":
    case "read-only":
      return tool.tier === "read";
    case "mcp":
      return isRunBound(tool.name) ? hasRunTools : tool.mcp !== undefined;
  }
}

/** Every name that reaches a visible tool: its own in the dialect and, where that is ours, its MCP name with its MCP schema. */
export function namesOf(tools: readonly Tool[], dialect: Dialect): ReadonlyMap<string, VisibleName> {
  const names = new Map<string, VisibleName>();
  for (const tool of tools) {
    if (dialect === "own" && tool.mcp !== undefined) names.set(tool.mcp.name, { tool, dialect: "mcp" });
  }
  for (const tool of tools) {
    const name = nameIn(tool, dialect);
    if (name !== undefined) names.set(name, { tool, dialect });
  }
  return names;
}
