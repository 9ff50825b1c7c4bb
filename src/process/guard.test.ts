import { spawn } from "node:child_process";
import { afterEach, describe, expect, test } from "vitest";
import { isAlive, liveProcesses, processesMarked } from "../../test/helpers/processes.ts";
import { until } from "../../test/helpers/until.ts";
import { DegradationLedger } from "../base/degradations.ts";
import { createChildProcesses, type ChildProcesses } from "./children.ts";
import { Guard } from "./guard.ts";

const host = new URL("../../test/fakes/host.ts", import.meta.url).pathname;
const sleeper = { cwd: "/", label: "sleeper" };
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function startHost(...args: string[]) {
  // In a group of its own, so that the whole group can be killed.
  const child = spawn(process.execPath, [host, ...args], { stdio: ["ignore", "pipe", "inherit"], detached: true });
  const pid = child.pid!;
  const marked = () => processesMarked(`RETICLE_CHILD=${pid}-`);
  cleanups.push(() => {
    child.kill("SIGKILL");
    for (const left of marked()) process.kill(left.pid, "SIGKILL");
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const guard = liveProcesses().find(
    ({ parentPid, command }) => parentPid === pid && command.includes("reticle-guard"),
  )!;
  const exited = new Promise((resolve) => child.once("exit", (code, signal) => resolve(signal ?? code)));
  return { pid, marked, guard, exited };
}

describe("when its host is killed, the guard", () => {
  test("ends every child, its kin, and what has left its group, within 2 s, and then itself", async () => {
    const { pid, marked, guard } = await startHost("plain", "--grandchild", "--escape");
    expect(marked()).toHaveLength(5);
    process.kill(pid, "SIGKILL");
    await until("nothing is left", () => marked().length === 0 && !isAlive(guard.pid), 2_000);
  });

  test("survives the end of the host's whole process group", async () => {
    const { pid, marked, guard } = await startHost("plain");
    process.kill(-pid, "SIGKILL");
    await until("nothing is left", () => marked().length === 0 && !isAlive(guard.pid), 2_000);
  });

  test("is deaf to the signals that end a session", async () => {
    const { pid, marked, guard } = await startHost("plain");
    for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const) process.kill(guard.pid, signal);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isAlive(guard.pid)).toBe(true);
    process.kill(pid, "SIGKILL");
    await until("nothing is left", () => marked().length === 0 && !isAlive(guard.pid), 2_000);
  });

  test("does the same when the host leaves by process.exit", async () => {
    const { pid, marked, guard, exited } = await startHost("plain", "--escape");
    process.kill(pid, "SIGUSR2");
    expect(await exited).toBe(5);
    await until("nothing is left", () => marked().length === 0 && !isAlive(guard.pid), 2_000);
  });
});

/** Tells a guard something, then ends its pipe: it kills what is on its list then. */
async function endOfPipe(told: (guard: Guard) => void): Promise<void> {
  const guard = new Guard("never-used-as-a-mark", () => {});
  guard.start();
  told(guard);
  await guard.dispose();
}

describe("the guard", () => {
  const strangers = createStrangers();

  test("kills the groups it still has on its list", async () => {
    const [first, second] = await strangers(2);
    await endOfPipe((guard) => {
      guard.add(first!);
      guard.add(second!);
    });
    await until("both are gone", () => !isAlive(first!) && !isAlive(second!));
  });

  test("never touches a number that was taken off the list, for it may belong to somebody else by then", async () => {
    const [first, second, third] = await strangers(3);
    await endOfPipe((guard) => {
      for (const pid of [first!, second!, third!]) guard.add(pid);
      guard.remove(second!);
      guard.remove(second!);
      guard.remove(4_000_000);
    });
    await until("the others are gone", () => !isAlive(first!) && !isAlive(third!));
    expect(isAlive(second!)).toBe(true);
  });

  test("that is killed itself is replaced, and the new one knows the children that run", async () => {
    const degradations = new DegradationLedger();
    const children: ChildProcesses = createChildProcesses({ degradations });
    cleanups.push(() => children.dispose());
    const guards = () =>
      liveProcesses().filter(
        ({ parentPid, command }) => parentPid === process.pid && command.includes("reticle-guard"),
      );
    await children.spawn("sleep", ["60"], sleeper);
    const [first] = guards();
    process.kill(first!.pid, "SIGKILL");
    await until("another guard runs", () => guards().some(({ pid }) => pid !== first!.pid));
    expect(degradations.summary()).toMatchObject([
      { kind: "process-guard", count: 1, latest: [{ reason: "ended with SIGKILL" }] },
    ]);
  });
});

/** Processes in groups of their own that belong to no ChildProcesses. */
function createStrangers(): (count: number) => Promise<number[]> {
  return async (count) => {
    const started = Array.from({ length: count }, () => spawn("sleep", ["60"], { detached: true, stdio: "ignore" }));
    for (const child of started) cleanups.push(() => child.kill("SIGKILL"));
    return started.map(({ pid }) => pid!);
  };
}
