import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { MemberReport } from "../fakes/index-member.ts";
import { dumpIndex } from "./index-dump.ts";
import { indexOf } from "./index-of.ts";
import { processesMarked } from "./processes.ts";
import { pick, seededRandom } from "./seeded-random.ts";

const hostScript = fileURLToPath(new URL("../fakes/index-host.ts", import.meta.url));
const memberScript = fileURLToPath(new URL("../fakes/index-member.ts", import.meta.url));

export interface IndexKill {
  readonly number: number;
  readonly victim: "host" | "index process";
  readonly delayMs: number;
  /** Files that were in the index when the next one started. */
  readonly kept: number;
  /** What is wrong afterwards; empty: nothing. */
  readonly wrong: readonly string[];
}

export interface IndexKillOptions {
  /** Copied: the rounds change it. */
  readonly source: string;
  readonly rounds: number;
  readonly seed: number;
  readonly maxDelayMs?: number;
  readonly onRound?: (round: IndexKill) => void;
}

/**
 * Kills what builds or updates an index at a random moment, again and again, and compares what the next start
 * makes of it with an index built from nothing.
 */
export async function runIndexKills(options: IndexKillOptions): Promise<IndexKill[]> {
  const { source, rounds, seed, maxDelayMs = 1_500, onRound } = options;
  const random = seededRandom(seed);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "reticle-index-kills-")));
  const root = join(folder, "root");
  const done: IndexKill[] = [];
  try {
    cpSync(source, root, { recursive: true });
    let cache = join(folder, "cache-0");
    for (let number = 1; number <= rounds; number += 1) {
      // Every fourth round kills a first build, the others an update of what the rounds before have left.
      if (number % 4 === 1) cache = join(folder, `cache-${number}`);
      for (let count = Math.floor(random() * 6); count > 0; count -= 1) change(root, random, number);
      const victim = random() < 0.5 ? "host" : "index process";
      const delayMs = Math.round(random() * maxDelayMs);
      await killOnce({ root, cache, victim, delayMs });
      const round = { number, victim, delayMs, ...(await check(root, cache)) } as const;
      onRound?.(round);
      done.push(round);
    }
    return done;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function killOnce(kill: {
  readonly root: string;
  readonly cache: string;
  readonly victim: IndexKill["victim"];
  readonly delayMs: number;
}): Promise<void> {
  const mark = `RETICLE_RIG=${randomBytes(8).toString("hex")}`;
  const host = spawn(process.execPath, [hostScript, kill.root, kill.cache], {
    env: { ...process.env, RETICLE_RIG: mark.slice("RETICLE_RIG=".length) },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const kin = (): number[] => processesMarked(mark).flatMap(({ pid }) => (pid === host.pid ? [] : [pid]));
  try {
    await firstOutput(host);
    host.stdout?.resume();
    await sleep(kill.delayMs);
    if (kill.victim === "host") host.kill("SIGKILL");
    else for (const { pid, command } of processesMarked(mark)) if (command.includes("index-process")) end(pid);
    await sleep(20);
  } finally {
    host.kill("SIGKILL");
    for (let looks = 0; kin().length > 0 && looks < 200; looks += 1) await sleep(10);
    for (const pid of kin()) end(pid);
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

async function check(root: string, cache: string): Promise<Pick<IndexKill, "kept" | "wrong">> {
  const wrong: string[] = [];
  const before = filesIn(cache);
  const next = await indexOf(root, cache);
  const fresh = await indexOf(root);
  try {
    if (next.view.coverage.state !== "complete") wrong.push(`coverage ${JSON.stringify(next.view.coverage)}`);
    wrong.push(...next.view.notes);
    const [a, b] = [dumpOf(next), dumpOf(fresh)];
    for (const [table, rows] of Object.entries(b)) {
      if (JSON.stringify(a[table]) !== JSON.stringify(rows)) wrong.push(`${table} differ`);
    }
    if (b["symbols"]?.length === 0) wrong.push("nothing to compare");
  } finally {
    await next.dispose();
    await fresh.dispose();
  }
  return { kept: before, wrong };
}

/** Where `indexOf` put the database is known by its only row of PRAGMA database_list. */
function dumpOf({ view }: Awaited<ReturnType<typeof indexOf>>): Record<string, unknown[]> {
  return dumpIndex(view.database.get<{ file: string }>("PRAGMA database_list")?.file ?? "");
}

function filesIn(cache: string): number {
  try {
    const name = readdirSync(cache).find((entry) => entry.endsWith(".sqlite"));
    return name === undefined ? 0 : (dumpIndex(join(cache, name))["files"]?.length ?? 0);
  } catch {
    return 0;
  }
}

function change(root: string, random: () => number, round: number): void {
  mkdirSync(join(root, "rounds"), { recursive: true });
  const path = join(root, "rounds", `${pick(random, ["a", "b", "c", "d", "e", "f"])}.js`);
  if (random() < 0.3) rmSync(path, { force: true });
  else writeFileSync(path, `exports.made${round} = function () { return made${Math.floor(random() * 100)}(); };\n`);
}

export interface CrowdResult {
  readonly members: readonly MemberReport[];
  /** Differences between what the members' index says in the end and one built from nothing. */
  readonly differences: readonly string[];
}

/** Several processes edit and search one folder for some seconds. */
export async function runIndexCrowd(options: {
  readonly source: string;
  readonly members: number;
  readonly seconds: number;
}): Promise<CrowdResult> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "reticle-index-crowd-")));
  const [root, cache] = [join(folder, "root"), join(folder, "cache")];
  try {
    cpSync(options.source, root, { recursive: true });
    const members = await Promise.all(
      Array.from({ length: options.members }, (_, place) =>
        member([root, cache, `m${place}`, String(options.seconds)]),
      ),
    );
    const { wrong } = await check(root, cache);
    return { members, differences: wrong };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function member(args: readonly string[]): Promise<MemberReport> {
  const child = spawn(process.execPath, [memberScript, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const chunks: string[] = [];
  const errors: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  await new Promise((resolve) => child.once("close", resolve));
  const report = chunks.join("");
  if (report === "") throw new Error(`a member ended without a report: ${errors.join("").slice(0, 2_000)}`);
  return JSON.parse(report) as MemberReport;
}

async function firstOutput(host: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  host.stdout?.once("data", () => resolve());
  host.once("exit", (code) => reject(new Error(`the host ended with ${code} before it printed anything`)));
  await promise;
}
