import { describe, expect, test } from "vitest";
import { complete, coverageLine } from "../../base/coverage.ts";
import {
  type FileDiagnostic,
  type FileReport,
  type ServerReport,
  type Severity,
  severities,
} from "../../lsp/diagnostics/file-report.ts";
import { formatReports, reportDetails } from "./format-reports.ts";
import { coverageOfReports, shownOf, type Threshold, verdictAt } from "./report-view.ts";

const finding = (severity: Severity, line = 1): FileDiagnostic => ({
  severity,
  line,
  column: 3,
  endLine: line,
  endColumn: 4,
  message: `${severity} here`,
});

const server = (changes: Partial<ServerReport> = {}): ServerReport => ({
  id: "fake",
  title: "Fake",
  role: "primary",
  state: "confirmed",
  evidence: "pull",
  diagnostics: [],
  earlier: [],
  isTimedOut: false,
  ...changes,
});

const report = (name: string, changes: Partial<FileReport> = {}): FileReport => ({
  file: { absolute: `/w/${name}`, shown: name, kind: "file" },
  verdict: "clean",
  primary: server(),
  linters: [],
  missing: [],
  isTimedOut: false,
  waitedMs: 12,
  ...changes,
});

const found = (name: string, ...diagnostics: readonly FileDiagnostic[]): FileReport =>
  report(name, { verdict: "findings", primary: server({ diagnostics }) });

const text = (reports: readonly FileReport[], threshold: Threshold = "all"): string =>
  formatReports(reports, threshold)
    .map((section) => section.text)
    .join("\n");

const thresholds: readonly Threshold[] = ["error", "warning", "information", "hint", "all"];

describe("the threshold", () => {
  for (const [at, threshold] of thresholds.entries()) {
    for (const [rank, severity] of severities.entries()) {
      const isShown = rank <= at;
      test(`LENS-4 ${threshold} ${isShown ? "shows" : "leaves out"} ${severity}`, () => {
        const one = found("a.ts", finding(severity));
        expect(shownOf(one, threshold).length).toBe(isShown ? 1 : 0);
        expect(verdictAt(one, threshold)).toBe(isShown ? "findings" : "clean");
        expect(text([one], threshold).includes(`${severity} here`)).toBe(isShown);
      });
    }
  }

  test("LENS-4 what it leaves out is counted, and hides no doubt", () => {
    expect(text([found("a.ts", finding("hint"))], "error")).toBe("clean (Fake; 1 less severe than error): a.ts");
    const doubtful = report("b.ts", {
      verdict: "findings",
      reason: "Other did not answer",
      primary: server({ diagnostics: [finding("hint")] }),
    });
    expect(verdictAt(doubtful, "error")).toBe("unconfirmed");
    expect(text([doubtful], "error")).not.toContain("clean");
  });
});

describe("the text", () => {
  test("has a section for each server, primary first", () => {
    const linter = server({ id: "lint", title: "Lint", role: "linter", diagnostics: [finding("warning", 9)] });
    const one = report("a.ts", { verdict: "findings", linters: [linter] });
    expect(text([one])).toBe(
      ["a.ts", "  Fake: nothing", "  Lint (linter): 1 warning", "    9:3 warning warning here"].join("\n"),
    );
  });

  test("keeps the lines of a message together", () => {
    const one = found("a.ts", { ...finding("error"), message: "a\n  b\n", code: "7", source: "ts" });
    expect(text([one])).toContain("    1:3 error 7 a\n        b (ts)");
  });

  test("LENS-4 findings of an earlier version are no findings of this one", () => {
    const late = report("a.ts", {
      verdict: "unconfirmed",
      reason: "Fake has not published",
      isTimedOut: true,
      primary: server({ state: "unconfirmed", earlier: [finding("error")], isTimedOut: true }),
    });
    expect(text([late])).toBe(
      [
        "unconfirmed: a.ts — Fake has not published",
        "  a.ts had before (lines may be others now):",
        "    1:3 error error here",
      ].join("\n"),
    );
    expect(reportDetails([late], "all")).toMatchObject({ totalDiagnostics: 0, unconfirmedFiles: 1, timedOutFiles: 1 });
  });

  test("holds 200 findings and says how many more there are", () => {
    const many = found("a.ts", ...Array.from({ length: 230 }, (_, at) => finding("error", at + 1)));
    const lines = text([many, found("b.ts", finding("error"))]).split("\n");
    expect(lines.filter((line) => line.startsWith("    ")).length).toBe(200);
    expect(lines).toContain("31 more findings are not shown; ask for fewer files");
  });

  test("names files that share a reason together", () => {
    const missing = { verdict: "unavailable", reason: "Fake: not on the PATH", remedy: "install it" } as const;
    expect(text([report("a.x", missing), report("b.x", missing)])).toContain(
      "unavailable: a.x, b.x — Fake: not on the PATH; install it",
    );
  });
});

describe("the coverage", () => {
  test.each<[string, readonly FileReport[], string | undefined]>([
    ["nothing in doubt", [report("a.ts"), found("b.ts", finding("error"))], undefined],
    [
      "one file that nobody can serve",
      [report("a.x", { verdict: "unavailable", reason: "Fake: not on the PATH", remedy: "install it" })],
      "unavailable: diagnostics of a.x: Fake: not on the PATH; install it",
    ],
    [
      "one file that is not confirmed",
      [report("a.ts", { verdict: "unconfirmed", reason: "Fake is still starting" })],
      "pending: diagnostics of a.ts: Fake is still starting (waited 12 ms); ask again",
    ],
    [
      "some of several",
      [
        report("a.ts"),
        report("b.ts", { verdict: "failed", reason: "Fake ended" }),
        report("c.ts", { verdict: "too_large" }),
      ],
      "partial: 1 of 3 files; not covered: b.ts (failed: Fake ended), c.ts (too large)",
    ],
    [
      "findings beside a server that failed",
      [{ ...found("a.ts", finding("error")), reason: "Lint ended" }],
      "partial: 0 of 1 file; not covered: a.ts (Lint ended)",
    ],
  ])("%s", (_, reports, line) => {
    const coverage = coverageOfReports(reports);
    expect(coverageLine(coverage)).toBe(line);
    if (line === undefined) expect(coverage).toBe(complete);
  });
});
