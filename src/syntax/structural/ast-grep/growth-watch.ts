import { readFile } from "node:fs/promises";

const CHECK_MS = 25;
const RESIDENT = /^VmRSS:\s+(\d+) kB/m;

/** Something that grows, and how large it may become. */
export interface Growth<Name extends string> {
  readonly name: Name;
  readonly bytes: () => number | Promise<number>;
  readonly maxBytes: number;
}

/** Calls `onExcess` once, with the name of the first that is larger than it may be. */
export function watchGrowth<const Name extends string>(
  growths: readonly Growth<Name>[],
  onExcess: (name: Name) => void,
): Disposable {
  let isOver = false;
  const timer = setInterval(() => {
    for (const { name, bytes, maxBytes } of growths) {
      void Promise.resolve(bytes()).then((now) => {
        if (isOver || now <= maxBytes) return;
        stop();
        onExcess(name);
      });
    }
  }, CHECK_MS);
  const stop = () => {
    isOver = true;
    clearInterval(timer);
  };
  return { [Symbol.dispose]: stop };
}

/** The memory that a process holds; 0 when it is gone, and where the system does not tell. */
export async function residentBytes(pid: number): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    return Number(RESIDENT.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
