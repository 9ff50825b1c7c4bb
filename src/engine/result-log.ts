import { readdir, stat, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../config/make-folder.ts";

export interface LogBounds {
  /** Made on the first log, readable by its owner only. */
  readonly folder: string;
  readonly maxFiles: number;
  readonly maxBytes: number;
}

const LOG_NAME = /^(?:tool-result|failure)-(\d+)-[0-9a-f-]{36}\.log$/;

/**
 * Writes `<kind>-<ms>-<uuid>.log`, then deletes the oldest logs until the folder is within its
 * bounds. Resolves with the path. The new log stays even when it alone is too large.
 */
export async function writeLog(
  kind: "tool-result" | "failure",
  text: string,
  { folder, maxFiles, maxBytes }: LogBounds,
): Promise<string> {
  makeFolder(folder, 0o700);
  const path = join(folder, `${kind}-${Date.now()}-${crypto.randomUUID()}.log`);
  await writeFile(path, text, { flag: "wx", mode: 0o600 });

  const logs = (await listLogs(folder)).filter((log) => log.path !== path);
  let files = 1;
  let bytes = Buffer.byteLength(text);
  for (const log of logs) {
    files += 1;
    bytes += log.bytes;
    // Another process may have deleted it already.
    if (files > maxFiles || bytes > maxBytes) await unlink(log.path).catch(() => {});
  }
  return path;
}

/** Newest first. */
async function listLogs(folder: string): Promise<{ path: string; bytes: number }[]> {
  const named = (await readdir(folder)).flatMap((name) => {
    const ms = LOG_NAME.exec(name)?.[1];
    return ms === undefined ? [] : [{ name, ms: Number(ms) }];
  });
  named.sort((a, b) => b.ms - a.ms || (a.name < b.name ? 1 : -1));
  const sized = await Promise.all(
    named.map(async ({ name }) => {
      const path = join(folder, name);
      const bytes = await stat(path).then(
        (stats) => stats.size,
        () => undefined,
      );
      return bytes === undefined ? [] : [{ path, bytes }];
    }),
  );
  return sized.flat();
}
