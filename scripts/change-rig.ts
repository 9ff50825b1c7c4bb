// Kills a process (SIGKILL) again and again at random moments of a commit and looks whether all files are old or all new.
//
//   node scripts/change-rig.ts [--rounds 200] [--files 100] [--seed 1]
//
// Ends with exit code 1 when in any round files were mixed or anything was left behind.
import { parseArgs } from "node:util";
import { runChangeRounds } from "../test/helpers/change-rig.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "200" },
    files: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
  },
});
const [rounds = 0, files = 0, seed = 0] = [values.rounds, values.files, values.seed].map(Number);
const done = await runChangeRounds({
  rounds,
  files,
  seed,
  onRound: ({ number, delayMs, state, recovery, left }) => {
    if (state === "mixed" || left.length > 0 || number % 20 === 0)
      console.log(
        `round ${number}: killed after ${delayMs.toFixed(1)} ms, ${state}, recovery ${recovery}, left ${left.length}`,
      );
  },
});
const count = (wanted: (round: (typeof done)[number]) => boolean): number => done.filter(wanted).length;
const bad = count(({ state, left }) => state === "mixed" || left.length > 0);
console.log(
  [
    `${done.length} rounds of ${files} files (seed ${seed}), ${bad} bad`,
    `all old ${count(({ state }) => state === "old")}, all new ${count(({ state }) => state === "new")}, mixed ${count(({ state }) => state === "mixed")}`,
    `recovery: finished ${count(({ recovery }) => recovery === "finished")}, undone ${count(({ recovery }) => recovery === "undone")}, nothing to do ${count(({ recovery }) => recovery === "none")}`,
  ].join("\n"),
);
process.exitCode = bad === 0 ? 0 : 1;
