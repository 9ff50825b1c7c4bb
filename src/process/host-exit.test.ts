import { spawn } from "node:child_process";
import { constants } from "node:os";
import { describe, expect, test } from "vitest";
import { processesMarked } from "../../test/helpers/processes.ts";
import { until } from "../../test/helpers/until.ts";
import { onHostExit } from "./host-exit.ts";

const host = new URL("../../test/fakes/host.ts", import.meta.url).pathname;

async function startHost(...args: string[]) {
  const child = spawn(process.execPath, [host, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const exited = new Promise((resolve) => child.once("exit", (code, signal) => resolve(signal ?? code)));
  const marked = () => processesMarked(`RETICLE_CHILD=${child.pid}-`).length;
  return { child, exited, marked };
}

describe("a host that handles signals", () => {
  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "ends its children on %s and exits with 128 and its number",
    async (signal) => {
      const { child, exited, marked } = await startHost("plain", "--grandchild");
      expect(marked()).toBe(3);
      child.kill(signal);
      expect(await exited).toBe(128 + constants.signals[signal]);
      await until("no child is left", () => marked() === 0, 100);
    },
  );

  test("exits within the bound when its dispose hangs; the guard does the rest", async () => {
    const { child, exited, marked } = await startHost("plain", "--hang");
    const began = performance.now();
    child.kill("SIGTERM");
    expect(await exited).toBe(143);
    expect(performance.now() - began).toBeGreaterThan(290);
    expect(performance.now() - began).toBeLessThan(1_500);
    await until("no child is left", () => marked() === 0, 2_000);
  });

  test("exits at once on a second signal", async () => {
    const { child, exited, marked } = await startHost("plain");
    child.kill("SIGTERM");
    child.kill("SIGINT");
    expect(await exited).toBeOneOf([130, 143]);
    await until("no child is left", () => marked() === 0, 2_000);
  });

  test("is what a library user need not be: the signal ends it, the guard its children", async () => {
    const { child, exited, marked } = await startHost("plain", "--no-signals");
    child.kill("SIGTERM");
    expect(await exited).toBe("SIGTERM");
    await until("no child is left", () => marked() === 0, 2_000);
  });

  test("takes its listeners off again", () => {
    const count = () => ["SIGTERM", "SIGINT", "SIGHUP"].map((signal) => process.listenerCount(signal));
    const before = count();
    const off = onHostExit(async () => {});
    expect(count()).toEqual(before.map((listeners) => listeners + 1));
    off();
    expect(count()).toEqual(before);
  });
});
