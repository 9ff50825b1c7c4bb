import { expect, test } from "vitest";
import { ReticleError } from "../../base/errors.ts";
import { describeFailure, formatError } from "./format-error.ts";

test("kind, message and the next step, each a sentence", () => {
  const error = new ReticleError("not_found", '`file` "a.ts" does not exist', { hint: "did you mean b.ts?" });
  expect(formatError(error, "read_symbol")).toBe(
    'Error (not_found): `file` "a.ts" does not exist.\nNext: did you mean b.ts?',
  );
});

test("without a hint there is no second line", () => {
  expect(formatError(new ReticleError("timeout", "x did not finish"), "x")).toBe("Error (timeout): x did not finish.");
});

test.each([
  [new TypeError("cannot read\n  at somewhere"), "cannot read."],
  [new Error(""), "no message."],
  ["plain text", "plain text."],
  [undefined, "undefined."],
])("an unexpected failure shows one line of its message: %s", (thrown, line) => {
  const text = formatError(thrown, "demo");
  expect(text).toBe(
    `Error (internal): demo failed unexpectedly: ${line}\nNext: try other arguments; the failure is logged.`,
  );
});

test("the log gets stack and causes", () => {
  const error = new Error("outer", { cause: new Error("inner") });
  const text = describeFailure(error, "demo");
  expect(text).toContain("demo: Error: outer\n    at ");
  expect(text).toContain("caused by Error: inner\n    at ");
  expect(describeFailure(7, "demo")).toBe("demo: 7\n");
  expect(describeFailure(new Error("outer", { cause: "text" }), "demo")).toMatch(/caused by text\n$/);
});

test("causes that run in a circle do not hide the failure", () => {
  const error = new Error("round");
  error.cause = error;
  expect(describeFailure(error, "demo")).toMatch(/^demo: Error: round[^]*caused by …\n$/);
});

test("a message of megabytes is cut", () => {
  expect(formatError(new Error("x".repeat(3_000_000)), "demo").length).toBeLessThan(700);
});
