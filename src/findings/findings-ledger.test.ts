import { expect, test } from "vitest";
import { FindingsLedger, type Observation } from "./findings-ledger.ts";

const seen = (messages: readonly string[], more: Partial<Observation> = {}): Observation => ({
  findings: messages.map((message, index) => ({ severity: "error", message, line: index + 1 })),
  isWhole: true,
  hash: messages.join(),
  lineCount: 10,
  ...more,
});
const messages = (ledger: FindingsLedger, path: string, observation: Observation): string[] =>
  ledger.takeNew(path, observation).findings.map(({ message }) => message);

test("W-03 what was told is not told again, and is told again when it went away and came back", () => {
  const ledger = new FindingsLedger();
  ledger.know("a", seen([]));
  expect(messages(ledger, "a", seen(["x"]))).toEqual(["x"]);
  expect(messages(ledger, "a", seen(["x"]))).toEqual([]);
  expect(messages(ledger, "a", seen([]))).toEqual([]);
  expect(messages(ledger, "a", seen(["x"]))).toEqual(["x"]);
});

test("W-03 the same message in another file is new there; another ledger knows nothing", () => {
  const ledger = new FindingsLedger();
  for (const path of ["a", "b"]) ledger.know(path, seen([]));
  expect(messages(ledger, "a", seen(["x"]))).toEqual(["x"]);
  expect(messages(ledger, "b", seen(["x"]))).toEqual(["x"]);
  const other = new FindingsLedger();
  other.know("a", seen([]));
  expect(messages(other, "a", seen(["x"]))).toEqual(["x"]);
});

test("W-04 without a baseline it says that nothing was compared, once", () => {
  const ledger = new FindingsLedger();
  expect(ledger.takeNew("a", seen(["old"])).isCompared).toBe(false);
  expect(ledger.takeNew("a", seen(["old", "new"]))).toMatchObject({
    isCompared: true,
    findings: [{ message: "new" }],
  });
});

test("what is not whole makes nothing forgotten", () => {
  const ledger = new FindingsLedger();
  ledger.know("a", seen(["x"]));
  expect(messages(ledger, "a", seen(["y"], { isWhole: false }))).toEqual(["y"]);
  expect(messages(ledger, "a", seen(["x", "y"]))).toEqual([]);
});

test("a change that nobody could look at leaves what is known", () => {
  const ledger = new FindingsLedger();
  ledger.changedUnseen("a", { hash: "1", lineCount: 3 });
  expect(ledger.versionOf("a")?.hash).toBe("1");
  expect(ledger.takeNew("a", seen(["x"])).isCompared).toBe(false);
  ledger.changedUnseen("a", { hash: "2", lineCount: 3 });
  expect(messages(ledger, "a", seen(["x", "y"]))).toEqual(["y"]);
});

test("a renamed file keeps what is known of it, a deleted one does not", () => {
  const ledger = new FindingsLedger();
  ledger.know("a", seen(["x"]));
  ledger.move([{ from: "a", to: "b" }]);
  expect(ledger.versionOf("a")).toBeUndefined();
  expect(messages(ledger, "b", seen(["x"]))).toEqual([]);
  ledger.forget("b");
  expect(ledger.versionOf("b")).toBeUndefined();
});

test("files that change places do so at once; what is unknown of one is unknown at its new place", () => {
  const ledger = new FindingsLedger();
  ledger.know("a", seen(["x"]));
  ledger.know("b", seen(["y"]));
  ledger.move([
    { from: "a", to: "b" },
    { from: "b", to: "a" },
  ]);
  expect([messages(ledger, "a", seen(["y"])), messages(ledger, "b", seen(["x"]))]).toEqual([[], []]);
  ledger.move([{ from: "c", to: "a" }]);
  expect(ledger.versionOf("a")).toBeUndefined();
});

test("it holds a bounded number of files", () => {
  const ledger = new FindingsLedger();
  for (let at = 0; at <= 5_000; at += 1) ledger.know(String(at), seen([]));
  expect(ledger.versionOf("0")).toBeUndefined();
  expect(ledger.paths.length).toBe(5_000);
});
