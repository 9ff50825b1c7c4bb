import { afterAll, describe, expect, test } from "vitest";
import { newIn } from "../../../src/findings/new-in.ts";
import { type FileDiagnostic, type FileReport, serverReports } from "../../../src/lsp/diagnostics/file-report.ts";
import { DrivenServer } from "./driven-server.ts";
import { type RewriteCase, rewriteCases } from "./rewrite-cases.ts";

/** A server that is still at work says so, and is asked again. */
const MAX_ASKED = 5;
const NEWS_MS = 15_000;

const present: RewriteCase[] = [];
for (const one of rewriteCases) {
  await using driven = await DrivenServer.create(one);
  const candidate = await driven.candidate();
  if (candidate?.reasons.length === 0) present.push(one);
  else process.stderr.write(`NOT TESTED predictions of ${one.id}: ${candidate?.what ?? "unknown"}\n`);
}

/** What is said, without its place and without what a program finds on the disk. */
const said = (found: readonly FileDiagnostic[]): string[] =>
  found
    .filter(({ source }) => source !== "rustc")
    .map(({ severity, code = "", message }) => `${severity} ${code} ${message}`)
    .toSorted();
const findings = (report: FileReport): readonly FileDiagnostic[] =>
  serverReports(report).flatMap(({ diagnostics }) => diagnostics);

/** As soon as the servers are sure. */
async function settled(driven: DrivenServer, file: string): Promise<FileReport> {
  let report = await driven.report(file);
  for (let asked = 1; asked < MAX_ASKED && report.reason !== undefined; asked += 1) report = await driven.report(file);
  expect(report.reason, `${file}: ${JSON.stringify(report)}`).toBeUndefined();
  return report;
}

/** Servers that tell on their own need a moment to find out what a change does to files that did not change. */
async function realNews(
  driven: DrivenServer,
  files: readonly string[],
  before: ReadonlyMap<string, FileReport>,
  broken: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  for (const endsAt = performance.now() + NEWS_MS; ;) {
    const real = new Map<string, string[]>();
    for (const file of files) {
      const known = before.get(file);
      real.set(file, said(newIn(known === undefined ? [] : findings(known), findings(await settled(driven, file)))));
    }
    const isAsExpected = Object.keys(byName(real)).toSorted().join() === broken.toSorted().join();
    if (isAsExpected || performance.now() > endsAt) return real;
  }
}

/** Files with news. */
function byName(found: ReadonlyMap<string, string[]>): Readonly<Record<string, string[]>> {
  return Object.fromEntries([...found].filter(([, list]) => list.length > 0));
}

test("there are 30 rewrites of TypeScript, Python, Go and C++", () => {
  const four = rewriteCases.filter(({ id }) => id !== "rust-analyzer");
  expect(four.flatMap(({ rewrites }) => rewrites).length).toBeGreaterThanOrEqual(30);
});

describe.each(present.map((one) => [one.id, one] as const))("predictions of %s", (_id, one) => {
  let driven: DrivenServer | undefined;
  afterAll(async () => driven?.[Symbol.asyncDispose]());
  const begin = async (): Promise<DrivenServer> => {
    if (driven !== undefined) return driven;
    driven = await DrivenServer.create(one);
    for (const file of one.open) await settled(driven, file);
    return driven;
  };
  const { files, notPredicted = [], needsDisk } = one;

  test.each(one.rewrites.map((rewrite) => [rewrite.what, rewrite] as const))("%s", async (_what, rewrite) => {
    const server = await begin();
    const before = new Map<string, FileReport>();
    for (const file of one.open) before.set(file, await settled(server, file));
    const predictions = await server.predict(rewrite.texts);
    expect(predictions.map((one) => one.notPredicted)).toEqual(predictions.map(() => notPredicted));
    const predicted = new Map(predictions.map((one) => [one.file.shown, said(newIn(one.before, one.after))] as const));

    await server.change(rewrite.texts);
    const all = [...new Set([...one.open, ...Object.keys(rewrite.texts)])];
    const real = await realNews(server, all, before, Object.keys(rewrite.breaks));
    const back = Object.keys(rewrite.texts).map((file) => [file, files[file]] as const);
    await server.change(Object.fromEntries(back));

    expect(byName(predicted)).toEqual(byName(real));
    expect(Object.keys(byName(real)).toSorted()).toEqual(Object.keys(rewrite.breaks).toSorted());
    for (const [file, words] of Object.entries(rewrite.breaks)) expect(real.get(file)?.join("\n")).toMatch(words);
  });

  if (needsDisk !== undefined) {
    test("a change with a new file is said to be not predicted", async () => {
      const predictions = await (await begin()).predict(needsDisk);
      const changed = predictions.filter(({ isChanged }) => isChanged);
      expect(changed.flatMap((one) => one.notPredicted)).toEqual(
        Object.keys(needsDisk).map(() => expect.stringContaining("sees new files only on the disk")),
      );
      expect(changed.flatMap(({ servers }) => servers)).toEqual([]);
    });
  }
});
