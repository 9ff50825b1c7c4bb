import { readFileSync } from "node:fs";

const CHECK_MS = 50;
const RESIDENT = /^VmRSS:\s+(\d+) kB/m;

/** Something that grows, and how large it may become. */
export interface Growth<Name extends string> {
  readonly name: Name;
  readonly bytes: () => number;
  readonly maxBytes: number;
}

/** Calls `onExcess` once, with the name of the first that is larger than it may be. */
export function watchGrowth<const Name extends string>(
  growths: readonly Growth<Name>[],
  onExcess: (name: Name) => void,
): Disposable {
  const timer = setInterval(() => {
    const excess = growths.find(({ bytes, maxBytes }) => bytes() > maxBytes);
    if (excess === undefined) return;
    clearInterval(timer);
    onExcess(excess.name);
  }, CHECK_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/**
 * The memory that a process holds; 0 when it is gone, and where the system does not tell. This file lies in
 * no storage, so reading it takes less time than handing it to another thread would.
 */
export function residentBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    return Number(RESIDENT.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
