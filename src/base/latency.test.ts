import { expect, test } from "vitest";
import { LatencyLedger } from "./latency.ts";

const report = { tool: "t", totalMs: 1, outcome: "ok", phases: [], at: 0 } as const;

test("keeps the latest 200, newest first, and counts all", () => {
  const ledger = new LatencyLedger();
  for (let at = 1; at <= 250; at += 1) ledger.record({ ...report, at, file: at % 2 === 0 ? "a.ts" : "b.ts" });
  expect(ledger.total).toBe(250);
  expect(ledger.latest(2).map(({ at }) => at)).toEqual([250, 249]);
  expect(ledger.latest(2, "b.ts").map(({ at }) => at)).toEqual([249, 247]);
  expect(ledger.latest(1_000)).toHaveLength(200);
});

test("a file name of 8 MB is not kept 200 times over", () => {
  const ledger = new LatencyLedger();
  ledger.record({ ...report, file: "x".repeat(8_000_000) });
  expect(ledger.latest(1)).toEqual([report]);
});
