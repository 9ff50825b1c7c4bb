import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 5;

/** Sends a signal to every process of the group that `leaderPid` leads; false when there is none left to get it. */
export function signalGroup(leaderPid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leaderPid, signal);
  } catch {
    // ESRCH: the group is empty. EPERM: on macOS what is left are zombies, elsewhere processes of another user.
    return false;
  }
}

/** Waits until the group is empty, at most `boundMs`: zombies that nobody reaps count as members. */
export async function whenGroupGone(leaderPid: number, boundMs: number): Promise<boolean> {
  const end = performance.now() + boundMs;
  while (signalGroup(leaderPid, 0)) {
    if (performance.now() > end) return false;
    await sleep(POLL_MS);
  }
  return true;
}
