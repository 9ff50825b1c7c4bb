import { expect, it } from "vitest";
import { createProgressReporter } from "./progress.ts";
import type { Progress } from "./progress.ts";

function reporterAt(clock: { now: number }) {
  const sent: Progress[] = [];
  return {
    sent,
    reporter: createProgressReporter(
      (progress) => sent.push(progress),
      () => clock.now,
    ),
  };
}

it("sends the first step at once and later ones at most every 100 ms", () => {
  const clock = { now: 0 };
  const { sent, reporter } = reporterAt(clock);
  for (let step = 1; step <= 50; step += 1) {
    clock.now = step * 10;
    reporter.report(step, undefined, `step ${step}`);
  }
  expect(sent.map(({ progress }) => progress)).toEqual([1, 11, 21, 31, 41]);
  expect(sent[0]).toEqual({ progress: 1, message: "step 1" });
});

it("only ever grows", () => {
  const clock = { now: 0 };
  const { sent, reporter } = reporterAt(clock);
  for (const done of [1, 3, 2, 3, 4, Number.NaN, 1]) {
    clock.now += 1000;
    reporter.report(done, 10, "");
  }
  expect(sent.map(({ progress }) => progress)).toEqual([1, 3, 4]);
});

it("never holds the last step back", () => {
  const clock = { now: 0 };
  const { sent, reporter } = reporterAt(clock);
  reporter.report(1, 2, "half");
  reporter.report(2, 2, "all");
  expect(sent).toEqual([
    { progress: 1, total: 2, message: "half" },
    { progress: 2, total: 2, message: "all" },
  ]);
});

it("is silent once the call is over", () => {
  const { sent, reporter } = reporterAt({ now: 0 });
  reporter.close();
  reporter.report(1, 1, "late");
  expect(sent).toEqual([]);
});
