import { randomBytes } from "node:crypto";
import { link, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ReticleError } from "../../base/errors.ts";
import { makeFolder } from "../../config/make-folder.ts";
import { currentOwner, type LockOwner, mayLive } from "./lock-owner.ts";

export interface LockOptions {
  readonly signal: AbortSignal;
  /** How long to wait for whoever has it, in milliseconds. */
  readonly waitMs: number;
}

const TURN = /^turn-(\d+)$/;
const FREE = "free";
const MAX_PAUSE_MS = 40;
/** Nobody holds it longer than this. */
const MAX_HELD_MS = 10 * 60_000;
/** A candidate this old was left by a process that was killed. */
const CANDIDATE_AGE_MS = 60_000;

/**
 * Takes the lock that a folder stands for, among all processes; resolves with the function that gives it
 * back. A holder that was killed is followed by whoever comes first.
 *
 * Turns are files with growing numbers and the highest is never removed, only marked free. So of two
 * that follow the same dead holder one creates the next turn, and one that looked long ago and takes a
 * number which is free again finds a higher one and steps back.
 */
export async function takeLock(folder: string, { signal, waitMs }: LockOptions): Promise<() => Promise<void>> {
  makeFolder(folder, 0o700);
  const candidate = join(folder, `candidate-${randomBytes(8).toString("hex")}`);
  await writeFile(candidate, JSON.stringify(await currentOwner()), { flag: "wx" });
  const until = performance.now() + waitMs;
  try {
    for (let pause = 1; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      signal.throwIfAborted();
      const turn = await tryTake(folder, candidate);
      if (turn !== undefined) return () => release(folder, turn);
      if (performance.now() > until) throw busy(folder, waitMs);
      await sleep(pause, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  } finally {
    await rm(candidate, { force: true });
  }
}

async function tryTake(folder: string, candidate: string): Promise<number | undefined> {
  const highest = await highestTurn(folder);
  if (highest !== undefined && (await isHeld(join(folder, `turn-${highest}`)))) return undefined;
  const mine = (highest ?? 0) + 1;
  try {
    await link(candidate, join(folder, `turn-${mine}`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw error;
  }
  if ((await highestTurn(folder)) === mine) {
    await removeOld(folder, mine, candidate);
    return mine;
  }
  await rm(join(folder, `turn-${mine}`), { force: true });
  return undefined;
}

async function highestTurn(folder: string): Promise<number | undefined> {
  const turns = (await readdir(folder)).flatMap((name) => TURN.exec(name)?.[1] ?? []).map(Number);
  return turns.length === 0 ? undefined : Math.max(...turns);
}

async function isHeld(path: string): Promise<boolean> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  // Gone: somebody has a higher turn by now.
  if (text === undefined) return true;
  if (text === FREE) return false;
  // No commit takes this long; of an owner on another machine that is all that can be told.
  return (await mayLive(JSON.parse(text) as LockOwner)) && (await ageMs(path)) < MAX_HELD_MS;
}

async function removeOld(folder: string, turn: number, own: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (Number(TURN.exec(name)?.[1] ?? turn) < turn) await rm(path, { force: true });
    else if (!TURN.test(name) && path !== own && (await ageMs(path)) > CANDIDATE_AGE_MS)
      await rm(path, { force: true });
  }
}

async function ageMs(path: string): Promise<number> {
  return Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now());
}

async function release(folder: string, turn: number): Promise<void> {
  const free = join(folder, `free-${randomBytes(8).toString("hex")}`);
  await writeFile(free, FREE);
  await rename(free, join(folder, `turn-${turn}`));
}

function busy(folder: string, waitMs: number): ReticleError {
  return new ReticleError("conflict", `another process has been writing for ${waitMs} ms; nothing was changed`, {
    hint: `call again; if no other process of ours runs (on any machine that shares it), remove the folder ${folder}`,
  });
}
