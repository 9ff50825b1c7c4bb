import nodePath from "node:path";
import type { ConfigState, Leaf, Origin } from "./config.ts";
import type { ServerEntry, ServerSetting } from "./server-settings.ts";
import { absolutePath } from "./setting-value.ts";

/** One key of a server, and the file that sets it. */
export interface SourcedServerEntry extends ServerEntry {
  readonly origin: Origin;
  readonly source: string;
  /** Absolute folder of that file. */
  readonly folder: string;
}

/** What the files say about each server together; a later entry wins over an earlier one. */
export function resolveServers(
  entries: readonly SourcedServerEntry[],
  home: string,
): Pick<ConfigState, "servers" | "serverLeaves"> {
  const servers = new Map<string, ServerSetting>();
  const leaves = new Map<string, Leaf>();
  for (const entry of entries) {
    const { id, key, origin, source } = entry;
    servers.set(id, { ...servers.get(id), [key]: key === "command" ? commandOf(entry, home) : entry.value });
    const path = `servers.${id}.${key}`;
    // What an environment holds is never shown.
    leaves.set(path, { path, value: key === "env" ? "(not shown)" : JSON.stringify(entry.value), origin, source });
  }
  return { servers, serverLeaves: [...leaves.values()] };
}

/** A plain name stays one, to be looked for on the PATH; a path is taken from home or from the file's folder. */
function commandOf({ value, folder }: SourcedServerEntry, home: string): string {
  const command = typeof value === "string" ? value : "";
  if (!command.includes("/")) return command;
  return absolutePath(command, home) ?? nodePath.resolve(folder, command);
}
