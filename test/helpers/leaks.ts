import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { liveProcesses, type LiveProcess } from "./processes.ts";

const POLL_MS = 20;
/** Node's own cache of compiled modules, which programs share. */
const SHARED_TEMPORARY = new Set(["node-compile-cache"]);

export interface LeakWatch {
  /** One line for each thing that is still there and was not when the watch began; waits a while for it to go. */
  readonly findLeaks: () => Promise<string[]>;
  /** Ends leaked processes and removes the temporary folder. */
  readonly cleanUp: () => void;
}

/**
 * Watches this process from now on; what ends by itself (a guard looking for the children of a
 * killed host, a socket closing) gets `patienceMs` for it. Temporary files are made to land in a folder of their own
 * (TMPDIR) and all processes to carry a mark of their own, so that other processes of the same
 * machine, and other test files running beside this one, are never mistaken for a leak.
 */
export function watchForLeaks(patienceMs: number): LeakWatch {
  const mark = `RETICLE_TEST=${process.pid}-${randomBytes(8).toString("hex")}`;
  const [name = "", value] = mark.split("=");
  process.env[name] = value;
  const outerTmpdir = tmpdir();
  const folder = mkdtempSync(join(outerTmpdir, "reticle-test-"));
  process.env.TMPDIR = folder;

  // Node opens the standard streams on first use, an import of node:process included.
  for (const stream of [process.stdin, process.stdout, process.stderr]) stream.listenerCount("error");
  const earlierChildren = new Set(childrenOf(mark).map(({ pid }) => pid));
  const earlierHandles = countHandles();
  const earlierListeners = countListeners();

  const leaksNow = (): string[] => [
    ...childrenOf(mark)
      .filter(({ pid }) => !earlierChildren.has(pid))
      .map(({ pid, command }) => `process ${pid} still runs: ${command.slice(0, 200)}`),
    ...readdirSync(folder)
      .filter((entry) => !SHARED_TEMPORARY.has(entry))
      .map((entry) => `temporary file or folder was not removed: ${join(folder, entry)}`),
    ...surplus(earlierHandles, countHandles()).map(
      ([type, count]) => `${count} × ${type} still open (process.getActiveResourcesInfo)`,
    ),
    ...surplus(earlierListeners, countListeners()).map(
      ([event, count]) => `${count} × process listener for "${event}" not taken off`,
    ),
  ];

  return {
    findLeaks: async () => {
      const end = performance.now() + patienceMs;
      let leaks = leaksNow();
      while (leaks.length > 0 && performance.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        leaks = leaksNow();
      }
      return leaks;
    },
    cleanUp: () => {
      for (const { pid } of childrenOf(mark)) if (!earlierChildren.has(pid)) kill(pid);
      rmSync(folder, { recursive: true, force: true });
      process.env.TMPDIR = outerTmpdir;
    },
  };
}

/** Direct children, and whatever descends from this process and kept its environment. */
function childrenOf(mark: string): LiveProcess[] {
  return liveProcesses().filter(
    ({ pid, parentPid, environment }) =>
      pid !== process.pid && (parentPid === process.pid || environment.split("\0").includes(mark)),
  );
}

function countHandles(): Map<string, number> {
  return countEach(process.getActiveResourcesInfo());
}

function countListeners(): Map<string, number> {
  return new Map(process.eventNames().map((event) => [String(event), process.listenerCount(event)]));
}

function countEach(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function surplus(before: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): [string, number][] {
  return [...now]
    .map(([name, count]): [string, number] => [name, count - (before.get(name) ?? 0)])
    .filter(([, count]) => count > 0);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Ended meanwhile.
  }
}
