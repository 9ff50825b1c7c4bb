import { readdir, readFile } from "node:fs/promises";

const PAGE_BYTES = 4096;

/**
 * Resident bytes of the process groups that these processes lead, pages that they share counted in
 * each. Empty where the system has no /proc.
 */
export async function groupMemory(leaders: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const wanted = new Set(leaders);
  const bytes = new Map<number, number>();
  if (wanted.size === 0) return bytes;
  for (const name of await readdir("/proc").catch(() => [])) {
    if (!/^\d+$/.test(name)) continue;
    const fields = await statFields(name);
    const group = Number(fields[2]);
    if (wanted.has(group)) bytes.set(group, (bytes.get(group) ?? 0) + Number(fields[21]) * PAGE_BYTES);
  }
  return bytes;
}

/** The fields of /proc/N/stat after the name, which may hold spaces and parentheses: state, parent, group … */
async function statFields(name: string): Promise<string[]> {
  const stat = await readFile(`/proc/${name}/stat`, "latin1").catch(() => "");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}
