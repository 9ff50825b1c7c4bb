import { describe, expect, test } from "vitest";
import type { CheckReport } from "../../lsp/checkers/check-report.ts";
import { coverageLine } from "../../base/coverage.ts";
import { checkDetails, type CheckView, coverageOfCheck, formatCheck } from "./check-view.ts";

const clean: CheckReport = {
  id: "tsc",
  title: "tsc",
  language: "TypeScript",
  root: "/w",
  state: "clean",
  problems: [],
  durationMs: 12.4,
};
const problem = { path: "/w/src/a.ts", line: 3, column: 5, severity: "error", code: "TS1", message: "no" } as const;
const view = (...reports: CheckReport[]): CheckView => ({ reports, leftOut: 0, workspaceRoot: "/w" });
const lineOf = (one: CheckView) => coverageLine(coverageOfCheck(one));
const textOf = (one: CheckView) => formatCheck(one, coverageOfCheck(one));

test("all clean is a complete answer that says so per project", () => {
  const all = view(clean, { ...clean, language: "Go", title: "go vet", root: "/w/api" });
  expect(lineOf(all)).toBeUndefined();
  expect(textOf(all)).toBe("TypeScript (tsc): no problems\nGo (go vet in api): no problems");
});

test("problems are counted and listed, relative to the root", () => {
  const warning = { path: "/w/b.ts", line: 1, column: 0, severity: "warning", message: "hm" } as const;
  const found = view({ ...clean, state: "problems", problems: [problem, warning, { ...problem, line: 4 }] });
  expect(lineOf(found)).toBeUndefined();
  expect(textOf(found)).toBe(
    "TypeScript (tsc): 2 errors, 1 warning\nsrc/a.ts:3:5 error TS1 no\nb.ts:1 warning hm\nsrc/a.ts:4:5 error TS1 no",
  );
  expect(checkDetails(found)).toEqual({
    leftOut: 0,
    checks: [{ checker: "tsc", language: "TypeScript", root: ".", state: "problems", errors: 2, warnings: 1, ms: 12 }],
  });
});

describe("what was not looked at", () => {
  const missing: CheckReport = {
    ...clean,
    language: "Rust",
    title: "cargo check",
    state: "missing",
    reason: "cargo is not on the PATH",
    remedy: "install Rust",
  };

  test("makes the answer partial beside what was", () => {
    const both = view(clean, missing);
    expect(lineOf(both)).toBe(
      "partial: 1 of 2 project checks; not covered: Rust (cargo check): cargo is not on the PATH → install Rust",
    );
    expect(textOf(both)).toBe("TypeScript (tsc): no problems");
  });

  test("makes it unavailable when nothing was, with what helps; never clean", () => {
    expect(lineOf(view(missing))).toMatch(
      /^unavailable: Rust \(cargo check\): cargo is not on the PATH.*; install Rust$/,
    );
    expect(textOf(view(missing))).toBe("Nothing was checked. This is not a clean result.");
    expect(lineOf(view())).toMatch(/^unavailable: a checker for this workspace; /);
    expect(textOf(view())).toBe("Nothing was checked. This is not a clean result.");
  });

  test("a check that sees syntax only is no complete look", () => {
    const syntax = view({ ...clean, language: "PHP", title: "php -l", extent: "syntax only" });
    expect(lineOf(syntax)).toBe("partial: 1 of 1 project checks; not covered: PHP (php -l): syntax only");
    expect(textOf(syntax)).toBe("PHP (php -l): no problems, syntax only");
  });

  test("one that was not done in time is pending, and keeps what it found", () => {
    const late = view({
      ...clean,
      state: "timed-out",
      problems: [problem],
      steps: { done: 3, total: 9 },
      durationMs: 500,
    });
    expect(lineOf(late)).toBe("pending: TypeScript (tsc): not done in time, 3 of 9 files (waited 500 ms); ask again");
    expect(textOf(late)).toBe("TypeScript (tsc): 1 error so far, not done in time\nsrc/a.ts:3:5 error TS1 no");
  });

  test("L-12 a failure shows what the tool said", () => {
    const failed = view({
      ...clean,
      state: "failed",
      reason: "tsc ended with exit code 2 and printed:\nboom",
      remedy: "run tsc",
    });
    expect(lineOf(failed)).toBe("unavailable: TypeScript (tsc): tsc ended with exit code 2; run tsc");
    expect(textOf(failed)).toBe("TypeScript (tsc): failed: tsc ended with exit code 2 and printed:\nboom");
  });

  test("projects that were left out are counted", () => {
    expect(lineOf({ ...view(clean), leftOut: 2 })).toBe("partial: 1 of 3 project checks; not covered: 2 more projects");
  });
});

test("a long list is cut and counted", () => {
  const problems = Array.from({ length: 250 }, (_, at) => ({ ...problem, line: at + 1 }));
  const lines = textOf(view({ ...clean, state: "problems", problems })).split("\n");
  expect(lines).toHaveLength(202);
  expect(lines.at(-1)).toBe("… 50 more");
});
