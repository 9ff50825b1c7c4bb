import { expect, test } from "vitest";
import { runChangeRounds, runWritersTogether } from "../helpers/change-rig.ts";

test("a commit that is killed at any moment is all old or all new after the next start", async () => {
  const rounds = await runChangeRounds({ rounds: 16, seed: 7, files: 100 });
  expect(rounds).toHaveLength(16);
  expect(rounds.filter(({ state, left }) => state === "mixed" || left.length > 0)).toEqual([]);
  // The kills must have met commits in the middle, or this shows nothing.
  expect(rounds.some(({ recovery }) => recovery === "undone")).toBe(true);
  expect(rounds.some(({ recovery }) => recovery === "finished")).toBe(true);
});

test("processes that commit overlapping sets at the same time never mix them", async () => {
  expect(await runWritersTogether(5, 60)).toEqual([expect.stringMatching(/^writer-\d$/) as string]);
});
