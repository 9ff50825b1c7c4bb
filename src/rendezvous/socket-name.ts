import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import type { RuntimeFolder } from "./runtime-folder.ts";

const HASH_CHARS = 16;
const NAME = /^([0-9a-f]{16})\.([0-9a-z]{9})\.(\d+)$/;

export interface FoundSocket {
  readonly path: string;
  /** The root that it serves, hashed. */
  readonly rootHash: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

/** One socket per root and process; short, because the system allows about a hundred characters in all. */
export function socketPath(
  folder: RuntimeFolder,
  root: string,
  { startedAt, pid }: { startedAt: number; pid: number },
): string {
  const name = [hashRoot(root), startedAt.toString(36).padStart(9, "0"), pid].join(".");
  return join(folder.path, folder.prefix + name);
}

/** What a name in the folder says; undefined: it is none of ours. */
export function readSocketName(folder: RuntimeFolder, name: string): FoundSocket | undefined {
  if (!name.startsWith(folder.prefix)) return undefined;
  const [, rootHash, startedAt] = NAME.exec(name.slice(folder.prefix.length)) ?? [];
  if (rootHash === undefined || startedAt === undefined) return undefined;
  return { path: join(folder.path, name), rootHash, startedAt: Number.parseInt(startedAt, 36) };
}

/** Those whose root holds the folder: the innermost root first, of one root the newest first. */
export function socketsFor(cwd: string, found: readonly FoundSocket[]): readonly FoundSocket[] {
  const hashes: string[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    hashes.push(hashRoot(folder));
    if (dirname(folder) === folder) break;
  }
  return hashes.flatMap((hash) =>
    found.filter(({ rootHash }) => rootHash === hash).toSorted((a, b) => b.startedAt - a.startedAt),
  );
}

function hashRoot(root: string): string {
  return createHash("sha256").update(root).digest("hex").slice(0, HASH_CHARS);
}
