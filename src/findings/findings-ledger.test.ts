import { expect, test } from "vitest";
import { FindingsLedger, type Observation, type OwnedFinding } from "./findings-ledger.ts";

const found = (messages: readonly string[], producer = "server"): OwnedFinding[] =>
  messages.map((message, index) => ({ severity: "error", message, line: index + 1, producer }));
const seen = (messages: readonly string[], more: Partial<Observation> = {}): Observation => ({
  findings: found(messages),
  confirmed: ["server"],
  hash: messages.join(),
  lineCount: 10,
  ...more,
});
const told = (ledger: FindingsLedger, path: string, observation: Observation): string[] => {
  const { compared, uncompared } = ledger.takeNew(path, observation);
  return [...compared.map(({ message }) => message), ...uncompared.map(({ message }) => `${message}?`)];
};

test("W-03 what was told is not told again, and is told again when it went away and came back", () => {
  const ledger = new FindingsLedger();
  ledger.know("a", seen([]));
  expect(told(ledger, "a", seen(["x"]))).toEqual(["x"]);
  expect(told(ledger, "a", seen(["x"]))).toEqual([]);
  expect(told(ledger, "a", seen([]))).toEqual([]);
  expect(told(ledger, "a", seen(["x"]))).toEqual(["x"]);
});

test("W-03 the same message in another file is new there; another ledger knows nothing", () => {
  const ledger = new FindingsLedger();
  for (const path of ["a", "b"]) ledger.know(path, seen([]));
  expect(told(ledger, "a", seen(["x"]))).toEqual(["x"]);
  expect(told(ledger, "b", seen(["x"]))).toEqual(["x"]);
  const other = new FindingsLedger();
  other.know("a", seen([]));
  expect(told(other, "a", seen(["x"]))).toEqual(["x"]);
});

test("W-04 without a baseline nothing is compared, once; where there was no file everything is", () => {
  const ledger = new FindingsLedger();
  expect(told(ledger, "a", seen(["old"]))).toEqual(["old?"]);
  expect(told(ledger, "a", seen(["old", "new"]))).toEqual(["new"]);
  ledger.knowAbsent("b");
  expect(told(ledger, "b", seen(["x"]))).toEqual(["x"]);
});

test("who has not confirmed keeps what it had; it is compared when it was confirmed before", () => {
  const ledger = new FindingsLedger();
  ledger.know("a", seen(["x"]));
  expect(told(ledger, "a", seen(["y"], { confirmed: [] }))).toEqual(["y"]);
  expect(told(ledger, "a", seen(["x", "y"]))).toEqual([]);
  const withLinter = (messages: string[], linted: string[], confirmed: string[]): Observation =>
    seen([], { findings: [...found(messages), ...found(linted, "linter")], confirmed });
  expect(told(ledger, "a", withLinter(["x", "z"], ["style"], ["server", "linter"]))).toEqual(["z", "style?"]);
  expect(told(ledger, "a", withLinter(["x"], [], ["server"]))).toEqual([]);
  expect(told(ledger, "a", withLinter(["x"], ["style", "more"], ["server", "linter"]))).toEqual(["more"]);
});

test("a change that nobody could look at leaves what is known", () => {
  const ledger = new FindingsLedger();
  ledger.changedUnseen("a", { hash: "1", lineCount: 3 });
  expect(ledger.versionOf("a")?.hash).toBe("1");
  expect(told(ledger, "a", seen(["x"]))).toEqual(["x?"]);
  ledger.changedUnseen("a", { hash: "2", lineCount: 3 });
  expect(told(ledger, "a", seen(["x", "y"]))).toEqual(["y"]);
});

test("a renamed file keeps what is known of it, a deleted one does not", () => {
  const ledger = new FindingsLedger();
  ledger.know("a", seen(["x"]));
  ledger.move([{ from: "a", to: "b" }]);
  expect(ledger.versionOf("a")).toBeUndefined();
  expect(told(ledger, "b", seen(["x"]))).toEqual([]);
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
  expect([told(ledger, "a", seen(["y"])), told(ledger, "b", seen(["x"]))]).toEqual([[], []]);
  ledger.move([{ from: "c", to: "a" }]);
  expect(ledger.versionOf("a")).toBeUndefined();
});

test("it holds a bounded number of files", () => {
  const ledger = new FindingsLedger();
  for (let at = 0; at <= 5_000; at += 1) ledger.know(String(at), seen([]));
  expect(ledger.versionOf("0")).toBeUndefined();
  expect(ledger.paths.length).toBe(5_000);
});
