import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

const hasProc = existsSync("/proc/self/environ");

/** One process, as far as it can be seen; a zombie has no environment and is not listed. */
export interface LiveProcess {
  readonly pid: number;
  readonly parentPid: number;
  readonly command: string;
  readonly environment: string;
}

/** All processes of this machine that are alive and that we may look at. */
export function liveProcesses(): LiveProcess[] {
  return hasProc ? fromProc() : fromPs();
}

/** Those whose environment holds `entry` ("NAME=value", or the beginning of it). */
export function processesMarked(entry: string): LiveProcess[] {
  return liveProcesses().filter(({ environment }) => environment.split("\0").some((one) => one.startsWith(entry)));
}

export function isAlive(pid: number): boolean {
  return liveProcesses().some((one) => one.pid === pid);
}

function fromProc(): LiveProcess[] {
  const found: LiveProcess[] = [];
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const environment = readFileSync(`/proc/${name}/environ`, "latin1");
      if (environment === "") continue;
      // "pid (name) state ppid …": the name may hold spaces and parentheses.
      const stat = readFileSync(`/proc/${name}/stat`, "latin1");
      const parentPid = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
      found.push({ pid: Number(name), parentPid, command, environment });
    } catch {
      // It ended meanwhile, or belongs to another user.
    }
  }
  return found;
}

/** Elsewhere `ps -E` shows command and environment in one line. */
function fromPs(): LiveProcess[] {
  const lines = execFileSync("ps", ["-axEwwo", "pid=,ppid=,state=,command="], {
    encoding: "utf8",
    maxBuffer: 64 << 20,
  });
  return lines.split("\n").flatMap((line) => {
    const [, pid, parentPid, state, rest = ""] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined || state?.startsWith("Z") === true) return [];
    return [{ pid: Number(pid), parentPid: Number(parentPid), command: rest, environment: rest.replaceAll(" ", "\0") }];
  });
}
