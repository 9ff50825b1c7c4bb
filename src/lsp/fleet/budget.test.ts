import { expect, test } from "vitest";
import { BackOff } from "./back-off.ts";
import { chooseToStop } from "./budget.ts";

const one = (usedAt: number, bytes = 1, isBusy = false) => ({ usedAt, bytes, isBusy });

test.each([
  ["room for one more", [one(1), one(2)], 1, { budget: { maxServers: 3, maxBytes: 9 }, stopped: [], isEnough: true }],
  [
    "full: the longest unused goes",
    [one(2), one(1), one(3)],
    1,
    { budget: { maxServers: 3, maxBytes: 9 }, stopped: [1], isEnough: true },
  ],
  [
    "the longest unused is busy",
    [one(1, 1, true), one(2)],
    1,
    { budget: { maxServers: 2, maxBytes: 9 }, stopped: [2], isEnough: true },
  ],
  [
    "all are busy",
    [one(1, 1, true), one(2, 1, true)],
    1,
    { budget: { maxServers: 2, maxBytes: 9 }, stopped: [], isEnough: false },
  ],
  [
    "too much memory: until it fits",
    [one(1, 5), one(2, 5), one(3, 5)],
    0,
    { budget: { maxServers: 9, maxBytes: 6 }, stopped: [1, 2], isEnough: true },
  ],
  ["too much memory in one", [one(1, 50)], 0, { budget: { maxServers: 9, maxBytes: 6 }, stopped: [], isEnough: true }],
  [
    "too much memory, and one more wanted",
    [one(1, 50)],
    1,
    { budget: { maxServers: 9, maxBytes: 6 }, stopped: [1], isEnough: true },
  ],
])("%s", (_, running, wanted, { budget, ...expected }) => {
  const choice = chooseToStop(running, wanted, budget);
  expect({ stopped: choice.stop.map(({ usedAt }) => usedAt), isEnough: choice.isEnough }).toEqual(expected);
});

test("pauses grow from none to five minutes, and a long run forgets the failures before", () => {
  const backOff = new BackOff();
  const pauses = Array.from({ length: 7 }, (_, at) => {
    backOff.failed(`number ${at}`, 10, 1_000);
    return backOff.waitMs(1_000);
  });
  expect(pauses).toEqual([0, 2_000, 8_000, 32_000, 128_000, 300_000, 300_000]);
  expect([backOff.reason, backOff.waitMs(301_000), backOff.waitMs(200_000)]).toEqual(["number 6", 0, 101_000]);
  backOff.failed("after an hour", 3_600_000, 5_000);
  expect([backOff.failures, backOff.waitMs(5_000)]).toEqual([1, 0]);
});
