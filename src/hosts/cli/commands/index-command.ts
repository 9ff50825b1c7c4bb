import { join } from "node:path";
import { loadConfig } from "../../../config/load.ts";
import { requireFolder } from "../require-folder.ts";
import type { Command } from "./command.ts";

/** Builds the index of a folder, or brings it up to date, and says what is in it. */
export const index: Command = async (context) => {
  const { invocation, io } = context;
  const startedAt = performance.now();
  const folder = await requireFolder(invocation.words[0] ?? ".", "DIR", io.cwd);
  const config = loadConfig({ root: folder, env: io.env, isTrusted: invocation.isTrusted });
  const { buildIndex } = await import("./build-index.ts");
  return buildIndex({ ...context, folder, cacheFolder: join(config.get("cacheDir"), "index"), startedAt });
};
