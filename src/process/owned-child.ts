import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { ByteTail } from "./byte-tail.ts";
import { signalGroup, whenGroupGone } from "./process-group.ts";
import { settlesWithin } from "../base/settles-within.ts";

const DEFAULT_GRACE_MS = 2_000;
const STDERR_TAIL_BYTES = 8 * 1024;
/** How long output may still come after the leader's end when a process outside the group holds its pipes open. */
const DRAIN_MS = 1_000;
/** How long a killed process may take to go: only one stuck in the kernel needs longer. */
const KILL_WAIT_MS = 5_000;
/** How long to look for the end of a killed group: zombies stay in it for as long as init leaves them. */
const GROUP_WAIT_MS = 100;

export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A child process with one owner, in a process group of its own. */
export interface OwnedChild {
  readonly pid: number;
  readonly stdin: Writable | null;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** The last bytes of stderr, for error messages. */
  readonly stderrTail: () => string;
  /** Resolves once the child is gone and its pipes are closed; never rejects. */
  readonly exited: Promise<ChildExit>;
  /** Asks the group to end, then kills it; resolves when it is gone. A grace of 0 kills at once. */
  readonly stop: (graceMs?: number) => Promise<ChildExit>;
}

/** A process that has a pid, with the pipes that we give to every child. */
export interface StartedProcess extends ChildProcess {
  readonly pid: number;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

/** Takes ownership of a process that leads its own group; `onGroupGone` runs as soon as the group's number is free again. */
export function ownChild(child: StartedProcess, onGroupGone: () => void): OwnedChild {
  const tail = new ByteTail(STDERR_TAIL_BYTES);
  child.stderr.on("data", (chunk: Buffer) => tail.push(chunk));
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on("error", ignorePipeError);
  // A signal that could not be sent comes as "error"; the exit that follows says what became of the child.
  child.on("error", ignorePipeError);

  const leader = whenLeaderGone(child, onGroupGone);
  const exited = leader.then(async (exit) => {
    await whenDrained(child);
    return exit;
  });
  const isLeaderGone = () => child.exitCode !== null || child.signalCode !== null;

  const stop = async (graceMs = DEFAULT_GRACE_MS): Promise<ChildExit> => {
    // Once the leader is gone its pid may belong to somebody else, and what it left has been killed.
    if (!isLeaderGone() && graceMs > 0) {
      signalGroup(child.pid, "SIGTERM");
      await settlesWithin(leader, graceMs);
    }
    if (!isLeaderGone()) signalGroup(child.pid, "SIGKILL");
    if (await settlesWithin(exited, KILL_WAIT_MS)) return await exited;
    return { code: null, signal: "SIGKILL" };
  };

  return {
    pid: child.pid,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    stderrTail: () => tail.text(),
    exited,
    stop,
  };
}

async function whenLeaderGone(child: StartedProcess, onGroupGone: () => void): Promise<ChildExit> {
  const { promise, resolve } = Promise.withResolvers<ChildExit>();
  child.once("exit", (code, signal) => {
    // In the step in which the leader is reaped: as long as its group has members the number is not given to others.
    if (!signalGroup(child.pid, "SIGKILL")) {
      onGroupGone();
      resolve({ code, signal });
      return;
    }
    void whenGroupGone(child.pid, GROUP_WAIT_MS).then(() => {
      onGroupGone();
      resolve({ code, signal });
    });
  });
  return await promise;
}

/** Waits for the end of both pipes, and closes them when a process outside the group keeps them open. */
async function whenDrained(child: StartedProcess): Promise<void> {
  const closed = Promise.all([whenClosed(child.stdout), whenClosed(child.stderr)]);
  if (await settlesWithin(closed, DRAIN_MS)) return;
  child.stdout.destroy();
  child.stderr.destroy();
  await closed;
}

async function whenClosed(stream: Readable): Promise<void> {
  if (stream.closed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  stream.once("close", resolve);
  await promise;
}

/** EPIPE and ERR_STREAM_DESTROYED: the other end is gone, which the exit reports. */
function ignorePipeError(): void {}
