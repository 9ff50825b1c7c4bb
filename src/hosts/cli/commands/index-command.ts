import { existsSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "../../../config/load.ts";
import { ThreadLane } from "../../../index/parse/thread-lane.ts";
import { cachePlace } from "../../../index/store/store-place.ts";
import { requireFolder } from "../require-folder.ts";
import type { Command } from "./command.ts";

/**
 * Builds the index of a folder, or brings it up to date, and says what is in it. Where there is none, a thread that
 * parses starts before anything else is loaded.
 */
export const index: Command = async (context) => {
  const { invocation, io } = context;
  const startedAt = performance.now();
  const folder = await requireFolder(invocation.words[0] ?? ".", "DIR", io.cwd);
  const config = loadConfig({ root: folder, env: io.env, isTrusted: invocation.isTrusted });
  const cacheFolder = join(config.get("cacheDir"), "index");
  const firstThread = existsSync(cachePlace(cacheFolder, folder).database) ? undefined : new ThreadLane();
  try {
    firstThread?.warm();
    const { buildIndex } = await import("./build-index.ts");
    return await buildIndex({ ...context, folder, cacheFolder, firstThread, startedAt });
  } finally {
    await firstThread?.dispose();
  }
};
