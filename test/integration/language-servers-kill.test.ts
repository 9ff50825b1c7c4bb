import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runKillRounds } from "../helpers/kill-rounds.ts";

const host = fileURLToPath(new URL("../fakes/lsp-host.ts", import.meta.url));
let folder: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "reticle-lsp-kill-")));
  writeFileSync(join(folder, "tsconfig.json"), "{}");
  writeFileSync(join(folder, "a.ts"), "const a = 1;\n");
  writeFileSync(join(folder, "a.fake"), "text\n");
});

afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ["while servers are at work", "output", { min: 0, max: 200 }, 5],
  ["while they start", "start", { min: 200, max: 900 }, 5],
] as const)("LENS-12 a host that is killed %s leaves no server behind", async (_, delayFrom, delayMs, number) => {
  const target = { command: process.execPath, args: [host, folder], cwd: folder, lines: [], delayFrom, delayMs };
  const rounds = await runKillRounds(target, { rounds: number, seed: 5 });
  expect(rounds.flatMap(({ left }) => left.map(({ command }) => command))).toEqual([]);
  // The TypeScript server, a fake at least and the guard: servers were there to be left.
  if (delayFrom === "output") expect(Math.min(...rounds.map(({ running }) => running))).toBeGreaterThanOrEqual(3);
});
