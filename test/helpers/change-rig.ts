import { spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createChangeSets } from "../../src/workspace/changes/change-sets.ts";
import type { Recovery } from "../../src/workspace/changes/recover.ts";
import { seededRandom } from "./seeded-random.ts";

export interface ChangeRound {
  readonly number: number;
  readonly delayMs: number;
  /** What the next start made of it; "none": there was nothing to do. */
  readonly recovery: Recovery["outcome"] | "none";
  /** Whether all files are new now, or all old. */
  readonly state: "old" | "new" | "mixed";
  /** Anything that should not be there: temporary files, journal entries. */
  readonly left: readonly string[];
}

export interface ChangeRoundsOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly files: number;
  readonly onRound?: (round: ChangeRound) => void;
}

const LATE_MS = 12;
const writer = fileURLToPath(new URL("../fakes/change-writer.ts", import.meta.url));

/** Kills a process (SIGKILL) at random moments of a commit, recovers as the next start does, and looks at the files. */
export async function runChangeRounds(options: ChangeRoundsOptions): Promise<readonly ChangeRound[]> {
  const rig = await newRig(options.files);
  const random = seededRandom(options.seed);
  const rounds: ChangeRound[] = [];
  try {
    const wholeMs = await write(rig, "warm-up");
    for (let number = 1; number <= options.rounds; number += 1) {
      const before = await snapshot(rig.root);
      // Moving files takes a small part of the time: every other kill is aimed at it.
      const isLate = number % 2 === 0;
      const delayMs = random() * (isLate ? LATE_MS : wholeMs * 1.2);
      await write(rig, `round-${number}`, { delayMs, isLate });
      const round = { number, delayMs, ...(await settle(rig, before, `round-${number}`)) };
      rounds.push(round);
      options.onRound?.(round);
    }
    return rounds;
  } finally {
    await rm(rig.base, { recursive: true });
  }
}

/** Lets processes commit overlapping sets at the same time; resolves with what files say then, each text once. */
export async function runWritersTogether(count: number, files: number): Promise<readonly string[]> {
  const rig = await newRig(files);
  try {
    await Promise.all(Array.from({ length: count }, (_, index) => write(rig, `writer-${index}`)));
    const { left } = await settle(rig, "", "");
    const texts = (await snapshot(rig.root)).split("\n").map((line) => line.slice(line.indexOf(" ") + 1));
    return [...new Set(texts), ...left];
  } finally {
    await rm(rig.base, { recursive: true });
  }
}

async function newRig(files: number): Promise<Rig> {
  const base = await realpath(await mkdtemp(join(tmpdir(), "reticle-change-rig-")));
  const root = join(base, "root");
  await mkdir(root);
  for (let index = 0; index < files; index += 1) {
    await mkdir(join(root, `f${index % 10}`), { recursive: true });
    await writeFile(join(root, `f${index % 10}`, `${index}.txt`), `first ${index}\n`.repeat(500));
  }
  return { base, root, journal: join(base, "journal"), files };
}

interface Kill {
  readonly delayMs: number;
  /** From the moment the commit stands in the journal instead of from its start. */
  readonly isLate: boolean;
}

/** Resolves when a record is marked as committed, or the writer has ended. */
async function committed(folder: string, ended: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const watcher = watch(folder, (_event, name) => {
    if (name?.endsWith(".commit") === true) resolve();
  });
  await Promise.race([promise, ended]);
  watcher.close();
}

interface Rig {
  readonly base: string;
  readonly root: string;
  readonly journal: string;
  readonly files: number;
}

/** How long the commit took, in milliseconds; 0 when it was killed before. */
async function write({ root, journal, files }: Rig, text: string, kill?: Kill): Promise<number> {
  const child = spawn(process.execPath, [writer, root, journal, String(files), text], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  if (kill !== undefined) {
    const isCommitted = kill.isLate ? committed(join(journal, "pending"), ended) : undefined;
    await once(child.stdout, "data");
    await isCommitted;
    await sleep(kill.delayMs);
    child.kill("SIGKILL");
  }
  await ended;
  return Number(output.split("\n")[1]?.split(" ")[1] ?? 0);
}

async function settle(
  { root, journal }: Rig,
  before: string,
  text: string,
): Promise<Pick<ChangeRound, "recovery" | "state" | "left">> {
  const recoveries: Recovery[] = [];
  const changes = createChangeSets({
    folder: journal,
    onCommitted: () => Promise.resolve(),
    onRecovered: (recovery) => recoveries.push(recovery),
  });
  await changes.recover(new AbortController().signal);
  const now = await snapshot(root);
  const isNew = now.split("\n").every((line) => line.endsWith(` ${text}`) || line === "");
  const temporary = (await readdir(root, { recursive: true })).filter((name) => name.endsWith(".tmp"));
  const pending = await readdir(join(journal, "pending"));
  return {
    recovery: recoveries[0]?.outcome ?? "none",
    state: now === before ? "old" : isNew && now !== "" ? "new" : "mixed",
    left: [...temporary, ...pending],
  };
}

/** One line for each file: its path, whether it is whole, and what it says. */
async function snapshot(root: string): Promise<string> {
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const lines = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file, "utf8");
      const first = text.split("\n")[0] ?? "";
      const isWhole = text === `${first}\n`.repeat(500);
      return `${file.slice(root.length)} ${isWhole ? "" : "TORN "}${first.split(" ")[0]}`;
    }),
  );
  return lines.toSorted().join("\n");
}
