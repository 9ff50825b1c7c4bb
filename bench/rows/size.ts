import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Row } from "../measure.ts";

const top = resolve(import.meta.dirname, "../..");

function folderBytes(folder: string): number {
  const seen = new Set<number>();
  let sum = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const stat = statSync(join(entry.parentPath, entry.name));
    if (seen.has(stat.ino)) continue; // hard links count once
    seen.add(stat.ino);
    sum += stat.size;
  }
  return sum;
}

/** The packed package installed with its production dependencies into an empty folder. */
export function sizeRows(): Row[] {
  const folder = mkdtempSync(join(tmpdir(), "reticle-bench-"));
  try {
    const packed = execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], {
      cwd: top,
      encoding: "utf8",
    });
    writeFileSync(join(folder, "package.json"), '{"private":true}\n');
    const name = packed.trim().split("\n").at(-1) ?? "";
    execFileSync("npm", ["install", "--no-audit", "--no-fund", `./${name}`], {
      cwd: folder,
      stdio: "ignore",
      timeout: 300_000,
    });
    const megabytes = folderBytes(join(folder, "node_modules")) / 1_048_576;
    return [{ measure: "installed size with production dependencies", unit: "MB", value: megabytes, bar: 180 }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
