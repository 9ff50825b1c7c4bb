import { readFile } from "node:fs/promises";

const CHECK_MS = 50;
const RESIDENT = /^VmRSS:\s+(\d+) kB/m;

/** Calls `onExcess` once when a process holds more memory than it may. Where the system does not tell, it never does. */
export function watchMemory(pid: number, maxBytes: number, onExcess: () => void): Disposable {
  const timer = setInterval(() => {
    void residentBytes(pid).then((bytes) => {
      if (bytes <= maxBytes) return;
      clearInterval(timer);
      onExcess();
    });
  }, CHECK_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

async function residentBytes(pid: number): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    return Number(RESIDENT.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    // The process is gone, or the system has no such file.
    return 0;
  }
}
