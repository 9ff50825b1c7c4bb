import { ReticleError } from "../base/errors.ts";
import type { Resource, Tier, Tool } from "../tools/core/declaration.ts";

const TIERS: Readonly<Record<Tier, true>> = { read: true, write: true, exec: true };
const MAX_DEADLINE_MS = 55_000;
/** They wait for a cell, a person, a worker: longer than any request may. */
const LONG_WAITERS: ReadonlySet<string> = new Set(["eval", "ask_user", "vibe_wait"]);

/**
 * The tools whose resources are all attached, in the order given. Throws `internal` for a
 * declaration that must not run: unknown tier, a name used twice, a deadline beyond what clients wait.
 */
export function registerTools(tools: readonly Tool[], attached: ReadonlySet<Resource>): readonly Tool[] {
  const names = new Set<string>();
  for (const tool of tools) {
    if (!Object.hasOwn(TIERS, tool.tier)) {
      throw unfit(tool, `declares the unknown tier "${String(tool.tier)}"`, "use read, write or exec");
    }
    if ((tool.deadlineMs ?? 0) > MAX_DEADLINE_MS && !LONG_WAITERS.has(tool.name)) {
      throw unfit(tool, `declares a deadline of ${tool.deadlineMs} ms`, `use at most ${MAX_DEADLINE_MS} ms`);
    }
    for (const name of new Set([tool.name, tool.mcp?.name ?? tool.name])) {
      if (names.has(name))
        throw unfit(tool, `uses the name "${name}" a second time`, "give each tool names of its own");
      names.add(name);
    }
  }
  return tools.filter(({ needs }) => needs.every((resource) => attached.has(resource)));
}

function unfit(tool: Tool, problem: string, hint: string): ReticleError {
  return new ReticleError("internal", `tool "${tool.name}" ${problem}`, { hint });
}
