// Long runs against the index, which tests have in short:
//
//   node scripts/index-rig.ts kills --rounds 100 --seed 1 --source DIR    kills builds and updates at random moments
//   node scripts/index-rig.ts crowd --seconds 60 --members 4 --source DIR several processes edit and search one folder
//
// DIR is copied first (default: this repository's src). Ends with exit code 1 when anything was wrong.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runIndexCrowd, runIndexKills } from "../test/helpers/index-rig.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "60" },
    members: { type: "string", default: "4" },
    source: { type: "string", default: fileURLToPath(new URL("../src", import.meta.url)) },
  },
});
const { source } = values;

async function kills(): Promise<number> {
  const rounds = await runIndexKills({
    source,
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    onRound: ({ number, victim, delayMs, kept, wrong }) =>
      console.log(
        `round ${number}: ${victim} killed after ${delayMs} ms, ${kept} files kept; ${wrong.join("; ") || "right"}`,
      ),
  });
  const bad = rounds.filter(({ wrong }) => wrong.length > 0).length;
  console.log(`${rounds.length} kills, ${bad} with something wrong afterwards`);
  return bad;
}

async function crowd(): Promise<number> {
  const { members, differences } = await runIndexCrowd({
    source,
    members: Number(values.members),
    seconds: Number(values.seconds),
  });
  for (const member of members) console.log(JSON.stringify(member));
  const wrong = [...differences, ...members.flatMap((member) => member.wrong)];
  console.log(wrong.length === 0 ? "nothing wrong" : wrong.join("\n"));
  return wrong.length;
}

switch (positionals[0]) {
  case "kills":
    process.exitCode = (await kills()) === 0 ? 0 : 1;
    break;
  case "crowd":
    process.exitCode = (await crowd()) === 0 ? 0 : 1;
    break;
  case undefined:
  default:
    console.error("name what to run: kills or crowd");
    process.exitCode = 2;
}
