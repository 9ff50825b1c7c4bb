import { chmodSync } from "node:fs";
import { tmpdir } from "node:os";

const nobody = 65_534;

/**
 * Runs `work` as a user to whom file permissions apply: root, to whom nothing is forbidden, becomes
 * somebody else for that time. Files below the temporary folder stay reachable.
 */
export async function withoutPrivileges<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0;
  if (!isRoot) return work();
  chmodSync(tmpdir(), 0o755);
  process.seteuid?.(nobody);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
