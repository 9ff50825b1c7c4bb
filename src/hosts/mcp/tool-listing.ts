import type { CallToolResult, Tool as McpTool, ToolAnnotations } from "@modelcontextprotocol/server";
import type { Tier } from "../../tools/core/declaration.ts";
import type { ToolResult } from "../../tools/core/result.ts";
import type { ToolListing } from "../../tools/core/dialect.ts";

/**
 * What clients decide their own approval by. Hints are spelled out because the protocol's defaults
 * (destructive, open world) are meant for tools that say nothing; whether a tool is idempotent has a
 * meaning for those only that change something.
 */
const annotationsByTier: Readonly<Record<Tier, ToolAnnotations>> = {
  /** Looks at files of the workspace; asking again changes nothing. */
  read: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  /** Changes files of the workspace and nothing else. */
  write: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  /** Starts or drives a process, which may do anything the user may. */
  exec: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
};

export function listTool(listing: ToolListing): McpTool {
  const { name, title, description, inputSchema, tier } = listing;
  return {
    name,
    title,
    description,
    inputSchema: inputSchema as unknown as McpTool["inputSchema"],
    annotations: annotationsByTier[tier],
  };
}

/** A result as it goes over the wire: `details` is for programs that embed us and stays here. */
export function wireResult(result: ToolResult): CallToolResult {
  return {
    content: result.content.map((block) => ({ ...block })),
    isError: result.isError,
    ...(result.structuredContent === undefined ? {} : { structuredContent: { ...result.structuredContent } }),
  };
}
