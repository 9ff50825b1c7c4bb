import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { runIndexCrowd, runIndexKills } from "../helpers/index-rig.ts";

const source = fileURLToPath(new URL("../../src/workspace", import.meta.url));

describe("an index under bad conditions", () => {
  test("killed while it is built and while it is updated, the next start makes it whole", async () => {
    const rounds = await runIndexKills({ source, rounds: 6, seed: 4, maxDelayMs: 800 });
    expect(rounds.flatMap(({ number, wrong }) => wrong.map((what) => `round ${number}: ${what}`))).toEqual([]);
    // Updates went on from what was there.
    expect(rounds.filter(({ kept }) => kept > 0).length).toBeGreaterThan(1);
  });

  test("four processes edit and search one folder: nothing wrong is said to be current", async () => {
    const { members, differences } = await runIndexCrowd({ source, members: 4, seconds: 6 });
    expect(members.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(differences).toEqual([]);
    expect(members.reduce((sum, { edits }) => sum + edits, 0)).toBeGreaterThan(4);
    expect(members.reduce((sum, { checkedRows }) => sum + checkedRows, 0)).toBeGreaterThan(40);
  });
});
