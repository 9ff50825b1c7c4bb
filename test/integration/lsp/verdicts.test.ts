import { afterAll, describe, expect, test } from "vitest";
import { type FileReport, serverReports, type ServerReport } from "../../../src/lsp/diagnostics/file-report.ts";
import { DrivenServer } from "./driven-server.ts";
import type { ServerCase } from "./server-case.ts";
import { serverCases } from "./server-cases.ts";

/** Servers that are not installed here are named by the tests of the servers themselves. */
const present: ServerCase[] = [];
for (const one of serverCases) {
  await using driven = await DrivenServer.create(one);
  if ((await driven.candidate())?.reasons.length === 0) present.push(one);
}

function own(report: FileReport, { id }: ServerCase): ServerReport {
  const found = serverReports(report).find((one) => one.id === id);
  if (found === undefined) throw new Error(`${id} has no report: ${JSON.stringify(report.missing)}`);
  return found;
}

describe.each(present.map((one) => [one.id, one] as const))("LENS-4 %s", (_id, one) => {
  let driven: DrivenServer | undefined;
  afterAll(async () => driven?.[Symbol.asyncDispose]());
  const { mistake, clean } = one;

  if (mistake !== undefined) {
    test("the first answer of a new process finds the mistake, or says that it does not know", async () => {
      driven = await DrivenServer.create(one);
      for (const _temperature of ["cold", "warm"]) {
        const report = own(await driven.report(mistake.file), one);
        const isFound = report.diagnostics.some(
          ({ line, message }) => line === mistake.line && mistake.says.test(message),
        );
        expect(isFound || report.state !== "confirmed", JSON.stringify(report)).toBe(true);
      }
    });
  }

  test("a clean file is clean, or not known to be", async () => {
    driven ??= await DrivenServer.create(one);
    const report = await driven.report(clean);
    expect(own(report, one).diagnostics).toEqual([]);
    expect(["confirmed", "unconfirmed"]).toContain(own(report, one).state);
  });
});
