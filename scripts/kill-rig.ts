// Kills a command again and again (SIGKILL, after a seeded random delay) and counts what it leaves behind.
//
//   node scripts/kill-rig.ts --rounds 50                                    the fake host with stubborn children
//   node scripts/kill-rig.ts --rounds 50 --language-servers                 reticle mcp while language servers start and answer
//   node scripts/kill-rig.ts --rounds 50 --cwd DIR --lines FILE -- node src/main.ts mcp
//
// --lines FILE: sent to the command's stdin after the start; lines with {{id}} are sent again and again until the kill.
// --delay MIN-MAX in ms (0-1000), from the first output of the command, or with --from start from its start.
// --seed N (1). --bound MS: how long after the kill everything must be gone (2000). --quiet: the summary only.
// Ends with exit code 1 when anything was left in any round, 2 on wrong usage.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type KillRound, type KillTarget, runKillRounds } from "../test/helpers/kill-rounds.ts";
import { languageServerTarget } from "../test/helpers/language-server-target.ts";

const host = fileURLToPath(new URL("../test/fakes/host.ts", import.meta.url));
const fakeHost = [process.execPath, host, "plain", "--grandchild", "--escape"];

function readCommandLine() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: "string", default: "50" },
      seed: { type: "string", default: "1" },
      bound: { type: "string", default: "2000" },
      cwd: { type: "string", default: process.cwd() },
      lines: { type: "string" },
      delay: { type: "string", default: "0-1000" },
      from: { type: "string", default: "output" },
      quiet: { type: "boolean", default: false },
      "language-servers": { type: "boolean", default: false },
    },
  });
  const [min = Number.NaN, max = Number.NaN] = values.delay.split("-").map(Number);
  const numbers = [values.rounds, values.seed, values.bound].map(Number);
  if (![min, max, ...numbers].every((number) => Number.isInteger(number) && number >= 0) || min > max) {
    throw new TypeError("--rounds, --seed and --bound take a whole number, --delay takes MIN-MAX");
  }
  if (values.from !== "output" && values.from !== "start")
    throw new TypeError(`--from takes output or start, got "${values.from}"`);
  const [command = "", ...args] = positionals.length === 0 ? fakeHost : positionals;
  const target: KillTarget = {
    command: command === "node" ? process.execPath : command,
    args,
    cwd: values.cwd,
    lines:
      values.lines === undefined
        ? []
        : readFileSync(values.lines, "utf8")
            .split("\n")
            .filter((line) => line.trim() !== ""),
    delayFrom: values.from,
    delayMs: { min, max },
  };
  const [rounds = 0, seed = 0, boundMs = 0] = numbers;
  const servers = values["language-servers"] ? languageServerTarget() : undefined;
  return { target: servers ?? target, remove: servers?.remove, rounds, seed, boundMs, isQuiet: values.quiet };
}

function describeRound({ number, delayMs, running, goneAfterMs, left }: KillRound): string {
  const outcome = goneAfterMs === undefined ? `LEFT ${left.length}` : `gone after ${goneAfterMs} ms`;
  const survivors = left.map(({ pid, command }) => `\n    ${pid} ${command.slice(0, 120)}`).join("");
  return `round ${number}: killed after ${delayMs} ms with ${running} running, ${outcome}${survivors}`;
}

function summarise(rounds: readonly KillRound[], seed: number): string {
  const bad = rounds.filter(({ left }) => left.length > 0).length;
  const times = rounds.flatMap(({ goneAfterMs }) => goneAfterMs ?? []).sort((a, b) => a - b);
  const counts = rounds.map(({ running }) => running).sort((a, b) => a - b);
  const middle = (values: readonly number[]) => values[Math.floor(values.length / 2)] ?? "–";
  return [
    `${rounds.length} rounds (seed ${seed}), ${bad} with something left`,
    `running at the kill: median ${middle(counts)}, most ${counts.at(-1) ?? "–"}; rounds with none: ${counts.filter((count) => count === 0).length}`,
    `gone after: median ${middle(times)} ms, most ${times.at(-1) ?? "–"} ms`,
  ].join("\n");
}

async function main(): Promise<number> {
  let settings;
  try {
    settings = readCommandLine();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 2;
  }
  const { target, remove, rounds, seed, boundMs, isQuiet } = settings;
  const results = await runKillRounds(target, {
    rounds,
    seed,
    boundMs,
    onRound: (round) => {
      if (!isQuiet || round.left.length > 0) console.log(describeRound(round));
    },
  });
  remove?.();
  console.log(summarise(results, seed));
  return results.some(({ left }) => left.length > 0) ? 1 : 0;
}

process.exitCode = await main();
