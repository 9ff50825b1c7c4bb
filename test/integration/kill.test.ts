import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type KillRound, runKillRounds } from "../helpers/kill-rounds.ts";
import { languageServerTarget } from "../helpers/language-server-target.ts";

const host = fileURLToPath(new URL("../fakes/host.ts", import.meta.url));
// A child that ignores every polite signal, one with a child of its own, one whose child left for a session of its own.
const target = {
  command: process.execPath,
  args: [host, "plain", "--grandchild", "--escape"],
  cwd: "/",
  lines: [],
} as const;

const survivors = (rounds: readonly KillRound[]) =>
  rounds.flatMap(({ number, left }) => left.map(({ pid, command }) => `round ${number}: ${pid} ${command}`));

describe("LENS-12 a host that is killed", () => {
  test("while stubborn children run leaves nothing behind after 2 s", async () => {
    const rounds = await runKillRounds(
      { ...target, delayFrom: "output", delayMs: { min: 0, max: 100 } },
      { rounds: 5, seed: 12 },
    );
    expect(survivors(rounds)).toEqual([]);
    // Five processes and the guard: the rounds have really killed a host with children.
    expect(rounds.map(({ running }) => running)).toEqual([6, 6, 6, 6, 6]);
  });

  test("while it starts them leaves nothing behind either", async () => {
    const rounds = await runKillRounds(
      { ...target, delayFrom: "start", delayMs: { min: 50, max: 600 } },
      { rounds: 10, seed: 120 },
    );
    expect(survivors(rounds)).toEqual([]);
    expect(rounds.some(({ running }) => running > 0)).toBe(true);
  });

  test("while language servers start and answer leaves none of them behind", async () => {
    const { remove, ...servers } = languageServerTarget();
    const rounds = await runKillRounds(servers, { rounds: 3, seed: 1200 });
    remove();
    expect(survivors(rounds)).toEqual([]);
    // The guard and a server at least.
    expect(rounds.some(({ running }) => running >= 2)).toBe(true);
  });
});
