import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { FakeScript } from "../../../test/fakes/lsp-server.ts";
import { FakeFleet } from "../../../test/helpers/fake-fleet.ts";
import type { FakeServer } from "../../../test/helpers/fake-server.ts";
import { openWorkspace } from "../../workspace/workspace.ts";
import { diagnosePaths } from "./diagnose-paths.ts";

let fleet: FakeFleet | undefined;

afterEach(async () => {
  await fleet?.dispose();
  fleet = undefined;
});

const PULL = "textDocument/diagnostic";
const capabilities = { textDocumentSync: 1, diagnosticProvider: { interFileDependencies: false } };
const clean: FakeScript = { capabilities, on: { [PULL]: [{ result: { kind: "full", items: [] } }] } };

async function diagnose(
  fakes: readonly FakeServer[],
  names: readonly string[],
  { timeMs = 5_000, waitMs = 2_000 } = {},
) {
  const made = new FakeFleet(fakes);
  fleet = made;
  const { workspace, servers } = made;
  mkdirSync(join(workspace.root, "sub"));
  const files = names.map((name) => workspace.file(name, `${name}\n`));
  // Nothing below measures how long a process takes to start.
  for (const file of files.slice(0, 1)) await made.for(file);
  return diagnosePaths(files, {
    servers,
    workspace: await openWorkspace({ cwd: workspace.root }),
    workspaceRoot: workspace.root,
    roles: "all",
    signal: AbortSignal.timeout(60_000),
    until: performance.now() + timeMs,
    concurrency: 8,
    waitMs,
  });
}

const names = (count: number) => Array.from({ length: count }, (_, at) => `f${at}.fake`);

test("reports come in the order of the files, whatever serves them", async () => {
  const other: FakeServer = {
    definition: { id: "other", title: "Other", languageIds: { ".other": "other" } },
    script: clean,
  };
  const reports = await diagnose([{ script: clean }, other], ["a.fake", "b.other", "sub/c.fake", "d.none"]);
  expect(reports.map(({ file, verdict, primary }) => [file.shown, verdict, primary?.title])).toEqual([
    ["a.fake", "clean", "Fake"],
    ["b.other", "clean", "Other"],
    ["sub/c.fake", "clean", "Fake"],
    ["d.none", "unsupported", undefined],
  ]);
});

test("LENS-4 the end of the time leaves a partial answer, never an empty one", async () => {
  const slow: FakeScript = { capabilities, on: { [PULL]: [{ wait: 300 }, { result: { kind: "full", items: [] } }] } };
  const cut = await diagnose([{ script: slow }], names(40), { timeMs: 1_200 });
  const verdicts = new Set(cut.map(({ verdict }) => verdict));
  expect(verdicts).toEqual(new Set(["clean", "unconfirmed"]));
  expect(cut.at(-1)).toMatchObject({ isTimedOut: true, reason: "not reached in the time of this call" });
});

test("a server that stays silent gets less patience with each further file", async () => {
  const startedAt = performance.now();
  const reports = await diagnose([{}], names(12), { timeMs: 60_000, waitMs: 3_000 });
  expect(reports.every(({ verdict }) => verdict === "unconfirmed")).toBe(true);
  expect(performance.now() - startedAt).toBeLessThan(3 * 3_000);
});

test("a file that cannot be read fails alone", async () => {
  const made = new FakeFleet([{ script: clean }]);
  fleet = made;
  const files = ["a.fake", "b.fake"].map((name) => made.workspace.file(name, "text\n"));
  rmSync(files[0]!.absolute);
  const reports = await diagnosePaths(files, {
    servers: made.servers,
    workspace: await openWorkspace({ cwd: made.workspace.root }),
    workspaceRoot: made.workspace.root,
    roles: "all",
    signal: AbortSignal.timeout(60_000),
    until: performance.now() + 10_000,
    concurrency: 1,
    waitMs: 5_000,
  });
  expect(reports.map(({ verdict }) => verdict)).toEqual(["failed", "clean"]);
});

test("the servers of a folder that end meanwhile are started again", async () => {
  const dying: FakeScript = { capabilities, on: { [PULL]: [{ die: 1 }] } };
  const reports = await diagnose([{ script: dying }], names(2));
  expect(reports.map(({ verdict }) => verdict)).not.toContain("clean");
});
