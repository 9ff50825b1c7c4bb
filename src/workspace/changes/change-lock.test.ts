import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeLock } from "./change-lock.ts";
import { currentOwner } from "./lock-owner.ts";

let folder: string;
const { signal } = new AbortController();
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "reticle-change-lock-")), "lock");
  await mkdir(folder);
});
afterEach(() => rm(join(folder, ".."), { recursive: true }));

test("one holder at a time, however many want it", async () => {
  let holders = 0;
  let most = 0;
  const hold = async (): Promise<void> => {
    const release = await takeLock(folder, { signal, waitMs: 15_000 });
    most = Math.max(most, (holders += 1));
    await sleep(1);
    holders -= 1;
    await release();
  };
  await Promise.all(Array.from({ length: 30 }, hold));
  expect(most).toBe(1);
  expect(await readdir(folder)).toEqual(["turn-30"]);
});

test("a holder that was killed is followed, by one of many", async () => {
  const owner = await currentOwner();
  await writeFile(join(folder, "turn-7"), JSON.stringify({ ...owner, startedAt: "1" }));
  let holders = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      const release = await takeLock(folder, { signal, waitMs: 15_000 });
      most = Math.max(most, (holders += 1));
      await sleep(1);
      holders -= 1;
      await release();
    }),
  );
  expect(most).toBe(1);
});

test("whoever waits too long is told what to do", async () => {
  const release = await takeLock(folder, { signal, waitMs: 0 });
  await expect(takeLock(folder, { signal, waitMs: 30 })).rejects.toMatchObject({
    kind: "conflict",
    hint: expect.stringContaining(folder) as string,
  });
  await release();
  await (
    await takeLock(folder, { signal, waitMs: 0 })
  )();
});

test("waiting ends with the signal", async () => {
  const release = await takeLock(folder, { signal, waitMs: 0 });
  await expect(takeLock(folder, { signal: AbortSignal.timeout(20), waitMs: 5_000 })).rejects.toThrow("timeout");
  await release();
});

test("an owner on another machine holds it, but not for ever", async () => {
  const turn = join(folder, "turn-1");
  await writeFile(turn, JSON.stringify({ pid: 1, startedAt: "1", machine: `not ${hostname()}` }));
  await expect(takeLock(folder, { signal, waitMs: 20 })).rejects.toMatchObject({ kind: "conflict" });
  const longAgo = new Date(Date.now() - 3_600_000);
  await utimes(turn, longAgo, longAgo);
  await (
    await takeLock(folder, { signal, waitMs: 20 })
  )();
});
