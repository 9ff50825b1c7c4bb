import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type LiveProcess, processesMarked } from "./processes.ts";
import { seededRandom } from "./seeded-random.ts";

export interface KillTarget {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Sent to its stdin after the start. A line with {{id}} is sent again and again until the kill, each time with the next number. */
  readonly lines: readonly string[];
  /** The delay begins with the start of the command, or with its first output. */
  readonly delayFrom: "start" | "output";
  readonly delayMs: { readonly min: number; readonly max: number };
}

export interface KillRound {
  readonly number: number;
  readonly delayMs: number;
  /** Processes besides the host that ran at the moment of the kill, its guard included. */
  readonly running: number;
  /** Milliseconds from the kill to the end of the last of them; undefined: some were left after the bound. */
  readonly goneAfterMs: number | undefined;
  readonly left: readonly LiveProcess[];
}

export interface KillRoundsOptions {
  readonly rounds: number;
  readonly seed: number;
  /** How long after the kill everything must be gone. */
  readonly boundMs?: number;
  readonly onRound?: (round: KillRound) => void;
}

const FIRST_OUTPUT_MS = 20_000;
const RESEND_MS = 100;
const POLL_MS = 5;

/** Starts the target, kills it (SIGKILL) after a random delay, and counts what it leaves behind; again and again, one round at a time. */
export async function runKillRounds(target: KillTarget, options: KillRoundsOptions): Promise<KillRound[]> {
  const { rounds, seed, boundMs = 2_000, onRound } = options;
  const random = seededRandom(seed);
  const done: KillRound[] = [];
  for (let number = 1; number <= rounds; number += 1) {
    const delayMs = Math.round(target.delayMs.min + random() * (target.delayMs.max - target.delayMs.min));
    const round = { number, delayMs, ...(await runRound(target, delayMs, boundMs)) };
    onRound?.(round);
    done.push(round);
  }
  return done;
}

async function runRound(
  target: KillTarget,
  delayMs: number,
  boundMs: number,
): Promise<Omit<KillRound, "number" | "delayMs">> {
  const id = randomBytes(8).toString("hex");
  const host = spawn(target.command, target.args, {
    cwd: target.cwd,
    env: { ...process.env, RETICLE_RIG: id },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const kin = () => processesMarked(`RETICLE_RIG=${id}`).filter(({ pid }) => pid !== host.pid);
  host.stdin?.on("error", () => {
    // EPIPE: it was killed while lines were being sent.
  });
  const stopSending = sendLines(host, target.lines);
  try {
    if (target.delayFrom === "output") await firstOutput(host);
    // Read on, so that the host never waits for us.
    host.stdout?.resume();
    await sleep(delayMs);
    if (host.exitCode !== null)
      throw new Error(`the command ended by itself (${host.signalCode ?? host.exitCode}) before the kill`);
    const running = kin().length;
    const killed = performance.now();
    host.kill("SIGKILL");
    const left = await whatIsLeft(kin, killed + boundMs);
    return { running, left, goneAfterMs: left.length > 0 ? undefined : Math.round(performance.now() - killed) };
  } finally {
    stopSending();
    host.kill("SIGKILL");
    for (const { pid } of kin()) process.kill(pid, "SIGKILL");
    host.stdin?.destroy();
    host.stdout?.destroy();
  }
}

async function whatIsLeft(kin: () => LiveProcess[], end: number): Promise<LiveProcess[]> {
  let left = kin();
  while (left.length > 0 && performance.now() < end) {
    await sleep(POLL_MS);
    left = kin();
  }
  return left;
}

async function firstOutput(host: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(
    () => reject(new Error(`the command printed nothing within ${FIRST_OUTPUT_MS} ms`)),
    FIRST_OUTPUT_MS,
  );
  const onExit = (code: number | null) =>
    reject(new Error(`the command ended by itself with code ${code} before it printed anything`));
  host.once("error", reject);
  host.once("exit", onExit);
  host.stdout?.once("data", () => resolve());
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    host.off("exit", onExit);
  }
}

function sendLines(host: ChildProcess, lines: readonly string[]): () => void {
  let id = 1_000;
  for (const line of lines) host.stdin?.write(`${line.replaceAll("{{id}}", String(id++))}\n`);
  const repeated = lines.filter((line) => line.includes("{{id}}"));
  const timer = setInterval(() => {
    for (const line of repeated) host.stdin?.write(`${line.replaceAll("{{id}}", String(id++))}\n`);
  }, RESEND_MS);
  return () => clearInterval(timer);
}
