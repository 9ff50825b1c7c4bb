import { rmSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import type { FakeScript, FakeStep } from "../../../test/fakes/lsp-server.ts";
import { FakeFleet } from "../../../test/helpers/fake-fleet.ts";
import type { FakeServer } from "../../../test/helpers/fake-server.ts";
import { pathToUri } from "../../workspace/uri.ts";
import { openWorkspace } from "../../workspace/workspace.ts";
import { diagnoseFile } from "./diagnose-file.ts";
import type { FileReport } from "./file-report.ts";

let fleet: FakeFleet | undefined;

afterEach(async () => {
  await fleet?.dispose();
  fleet = undefined;
});

const at = (line: number) => ({ start: { line, character: 2 }, end: { line, character: 4 } });
const wrong = { range: at(1), severity: 1, message: "is wrong", code: "E1", source: "fake" };
const odd = { range: at(0), severity: 2, message: "is odd" };
const small = { range: at(0), severity: 4, message: "is small" };
const PULL = "textDocument/diagnostic";
const OPEN = "textDocument/didOpen";
const pulls = {
  textDocumentSync: 1,
  diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false },
};
const full = (items: readonly unknown[]): FakeStep => ({ result: { kind: "full", items } });

function start(...fakes: readonly FakeServer[]) {
  const made = new FakeFleet(fakes);
  fleet = made;
  const file = made.workspace.file("a.fake", "one\ntwo\nthree\n");
  return { fleet: made, file, ask: (ms?: number) => ask(file, ms) };
}

async function ask(file: Parameters<typeof diagnoseFile>[0], ms = 3_000): Promise<FileReport> {
  if (fleet === undefined) throw new Error("no fleet");
  const { servers, workspace } = fleet;
  // However long the start of a process takes, the time below is for the diagnosis.
  await fleet.for(file);
  return diagnoseFile(file, {
    servers,
    workspace: await openWorkspace({ cwd: workspace.root }),
    workspaceRoot: workspace.root,
    roles: "all",
    signal: AbortSignal.timeout(60_000),
    until: performance.now() + ms,
  });
}

const startPushing = (...steps: readonly FakeStep[]) => start({ script: { on: { [OPEN]: steps } } });
const startPulling = (...steps: readonly FakeStep[]) =>
  start({ script: { capabilities: pulls, on: { [PULL]: steps } } });
const messages = ({ primary }: FileReport) => primary?.diagnostics.map(({ message }) => message);

describe("a server that is asked", () => {
  test("L-10 errors and warnings come with place, severity, code and source", async () => {
    const report = await startPulling(full([wrong, odd, small])).ask();
    expect(report).toMatchObject({ verdict: "findings", primary: { state: "confirmed", evidence: "pull" } });
    expect(report.primary?.diagnostics).toEqual([
      { severity: "warning", line: 1, column: 3, endLine: 1, endColumn: 4, message: "is odd" },
      { severity: "hint", line: 1, column: 3, endLine: 1, endColumn: 4, message: "is small" },
      {
        severity: "error",
        line: 2,
        column: 3,
        endLine: 2,
        endColumn: 4,
        message: "is wrong",
        code: "E1",
        source: "fake",
      },
    ]);
  });

  test("L-13 an empty report is clean", async () => {
    expect(await startPulling(full([])).ask()).toMatchObject({ verdict: "clean", primary: { evidence: "pull" } });
  });

  test.each<[string, FakeStep, Partial<FileReport>]>([
    ["never answers", { never: true }, { verdict: "unconfirmed", isTimedOut: true }],
    ["answers with an error", { error: { code: -32603, message: "boom" } }, { verdict: "failed", isTimedOut: false }],
    ["answers with nothing", { result: null }, { verdict: "failed", isTimedOut: false }],
    ["dies midway", { die: 3 }, { verdict: "failed", isTimedOut: false }],
  ])("LENS-4 one that %s is never clean, and is named", async (_, step, expected) => {
    const report = await startPulling(step).ask(800);
    expect(report).toMatchObject(expected);
    expect(report.reason).toContain("Fake");
  });

  test("LENS-4 a timeout never erases what was known", async () => {
    const { ask: again } = start({
      script: { capabilities: pulls, on: { [PULL]: [[full([wrong])], [{ never: true }]] } },
    });
    expect(messages(await again())).toEqual(["is wrong"]);
    const late = await again(500);
    expect(late).toMatchObject({ verdict: "unconfirmed", isTimedOut: true });
    expect(late.primary?.earlier.map(({ message }) => message)).toEqual(["is wrong"]);
  });

  test("is asked again when it says that its answer is out of date", async () => {
    const refresh: FakeStep = { ask: "workspace/diagnostic/refresh" };
    const report = await start({
      script: { capabilities: pulls, on: { [PULL]: [[refresh, full([])], [full([wrong])]] } },
    }).ask();
    expect(messages(report)).toEqual(["is wrong"]);
  });

  test("registers that it can be asked after the start", async () => {
    const registrations = [{ id: "1", method: PULL, registerOptions: { documentSelector: null } }];
    const script: FakeScript = {
      on: {
        initialized: [{ wait: 200 }, { ask: "client/registerCapability", params: { registrations } }],
        [PULL]: [full([odd])],
      },
    };
    expect(messages(await start({ script }).ask())).toEqual(["is odd"]);
  });

  test("is not believed to have found nothing while it loads", async () => {
    const progress = (value: unknown): FakeStep => ({ notify: "$/progress", params: { token: 1, value } });
    const script: FakeScript = {
      capabilities: pulls,
      on: {
        [OPEN]: [progress({ kind: "begin", title: "Indexing" }), { wait: 400 }, progress({ kind: "end" })],
        [PULL]: [[full([])], [full([wrong])]],
      },
    };
    expect(messages(await start({ script }).ask())).toEqual(["is wrong"]);
  });

  test("LENS-4 one that loads longer than we wait has not said that there is nothing", async () => {
    const begin: FakeStep = { notify: "$/progress", params: { token: 1, value: { kind: "begin", title: "Indexing" } } };
    const script: FakeScript = { capabilities: pulls, on: { initialized: [begin], [PULL]: [full([])] } };
    const report = await start({ script, definition: { quirks: { needsProjectLoaded: true } } }).ask(700);
    expect(report).toMatchObject({ verdict: "unconfirmed", reason: "Fake is still at work (Indexing)" });
  });
});

describe("a server that publishes", () => {
  test("L-13 nothing at all is unknown, not clean", async () => {
    const report = await startPushing().ask(500);
    expect(report).toMatchObject({ verdict: "unconfirmed", isTimedOut: true });
    expect(report.reason).toContain("Fake has not published");
  });

  test.each<[string, readonly FakeStep[], FileReport["verdict"], string | undefined]>([
    ["nothing for this version", [{ publish: [], version: "same" }], "clean", "versioned publish"],
    ["findings for this version", [{ publish: [wrong], version: "same" }], "findings", "versioned publish"],
    ["late", [{ wait: 700 }, { publish: [], version: "same" }], "clean", "versioned publish"],
    ["nothing without a version, and then nothing newer", [{ publish: [] }], "clean", "settled publish"],
    [
      "nothing, then findings soon after",
      [{ publish: [] }, { wait: 300 }, { publish: [wrong] }],
      "findings",
      "settled publish",
    ],
    ["for another version", [{ publish: [], version: 7 }], "unconfirmed", undefined],
    ["for the version before", [{ publish: [], version: "before" }], "unconfirmed", undefined],
  ])("LENS-4 %s", async (_, steps, verdict, evidence) => {
    const report = await startPushing(...steps).ask(2_000);
    expect([report.verdict, report.primary?.evidence]).toEqual([verdict, evidence]);
  });

  test("LENS-4 an empty answer of the first moments is not believed: it is asked again, or nothing is said", async () => {
    const definition = { quirks: { firstPullEmpty: true } };
    const answering = (...steps: readonly FakeStep[][]) =>
      start({ definition, script: { capabilities: pulls, on: { [PULL]: steps } } });
    expect((await answering([full([])]).ask(600)).verdict).toBe("unconfirmed");
    await fleet?.dispose();
    expect(messages(await answering([full([])], [full([wrong])]).ask())).toEqual(["is wrong"]);
  });

  test("LENS-4 a first, empty publish that says nothing is not believed", async () => {
    const definition = { quirks: { firstPublishEmpty: true } };
    const only = start({ definition, script: { on: { [OPEN]: [{ publish: [], version: "same" }] } } });
    expect((await only.ask(600)).verdict).toBe("unconfirmed");
    await fleet?.dispose();
    const more: readonly FakeStep[] = [{ publish: [] }, { wait: 500 }, { publish: [wrong] }];
    expect(messages(await start({ definition, script: { on: { [OPEN]: more } } }).ask())).toEqual(["is wrong"]);
  });

  test("LENS-4 a second publish for the same version, soon after an empty one, is what counts", async () => {
    const steps: readonly FakeStep[] = [
      { publish: [], version: "same" },
      { wait: 200 },
      { publish: [wrong], version: "same" },
    ];
    expect(messages(await startPushing(...steps).ask())).toEqual(["is wrong"]);
  });

  test("LENS-4 what it published for the text before is shown as that", async () => {
    const { file, ask: again } = startPushing({ publish: [wrong], version: "same" });
    await again();
    writeFileSync(file.absolute, "one\ntwo\nfour\n");
    const report = await again(500);
    expect(report).toMatchObject({ verdict: "unconfirmed", primary: { diagnostics: [] } });
    expect(report.primary?.earlier.map(({ message }) => message)).toEqual(["is wrong"]);
  });

  test("a file that has not changed needs no newer publish", async () => {
    const { ask: again } = startPushing({ publish: [], version: "same" });
    await again();
    expect((await again(200)).verdict).toBe("clean");
  });
});

describe("more than one server", () => {
  const linter = (script: FakeScript): FakeServer => ({
    definition: { id: "linter", title: "Linter", role: "linter" },
    script,
  });
  const primary: FakeServer = { script: { capabilities: pulls, on: { [PULL]: [full([])] } } };

  test("LENS-4 a linter that fails leaves the primary's word but not the verdict", async () => {
    const report = await start(primary, linter({ capabilities: pulls, on: { [PULL]: [{ die: 1 }] } })).ask();
    expect(report).toMatchObject({
      verdict: "unconfirmed",
      primary: { state: "confirmed" },
      linters: [{ state: "failed" }],
    });
    expect(report.reason).toContain("Linter");
  });

  test("each has its own report", async () => {
    const report = await start(primary, linter({ capabilities: pulls, on: { [PULL]: [full([odd])] } })).ask();
    expect(report).toMatchObject({ verdict: "findings", primary: { diagnostics: [] } });
    expect(report.linters.map(({ diagnostics }) => diagnostics.length)).toEqual([1]);
  });
});

describe("the file", () => {
  const file = (text: string) => {
    const started = startPulling(full([]));
    writeFileSync(started.file.absolute, text);
    return started;
  };

  test.each([
    ["2 MiB", "x".repeat(2 * 1024 * 1024), "clean", undefined],
    [
      "a byte more",
      "x".repeat(2 * 1024 * 1024 + 1),
      "too_large",
      "file too large for LSP diagnostics (2097153 bytes > 2097152)",
    ],
    ["5000 lines", "x\n".repeat(5_000), "clean", undefined],
    ["a line more", `${"x\n".repeat(5_000)}x`, "too_large", "file too large for LSP diagnostics (5001 lines > 5000)"],
    ["binary", "\0\0\0", "unsupported", '`path` "a.fake" is a binary file'],
  ])("LENS-4 %s", async (_, text, verdict, reason) => {
    const report = await file(text).ask();
    expect([report.verdict, report.reason]).toEqual([verdict, reason]);
  });

  test("is looked at again when it changes meanwhile", async () => {
    const { file: own, fleet: made, ask: go } = startPulling({ wait: 500 }, full([]));
    await made.primary(own);
    const asked = go();
    setTimeout(() => writeFileSync(own.absolute, "two\n"), 250);
    expect(await asked).toMatchObject({ verdict: "clean" });
  });

  test("L-13 that is never still is not clean", async () => {
    const { file: own, ask: go } = startPulling({ wait: 200 }, full([]));
    let at = 0;
    const timer = setInterval(() => writeFileSync(own.absolute, `${(at += 1)}\n`), 20);
    const report = await go(10_000);
    clearInterval(timer);
    expect(report).toMatchObject({ verdict: "unconfirmed", reason: "the file changed while it was being checked" });
  });

  test("that is gone is an error that says so", async () => {
    const { file: own, ask: go } = startPulling(full([]));
    rmSync(own.absolute);
    await expect(go()).rejects.toMatchObject({ kind: "not_found" });
  });

  test("that nobody serves is not clean", async () => {
    expect(await start().ask()).toMatchObject({ verdict: "unsupported" });
  });
});

describe("a server that tells of its work on each file and is silent where nothing is different", () => {
  const CHANGE = "textDocument/didChange";
  const definition = { quirks: { silentWhenSame: true } };
  const status = (uri: string, state: string): FakeStep => ({
    notify: "textDocument/clangd.fileStatus",
    params: { uri, state },
  });

  function begin(on: (uri: string) => FakeScript["on"]) {
    const made = start();
    const script = on(pathToUri(made.file.absolute)) ?? {};
    made.fleet.fakes = [{ definition, script: { on: script, log: made.fleet.workspace.log } }];
    return made;
  }

  test("what it publishes while it is at work is not its last word", async () => {
    const { ask: asked } = begin((uri) => ({
      [OPEN]: [
        status(uri, "parsing"),
        { publish: [], version: "same" },
        { wait: 600 },
        { publish: [wrong], version: "same" },
        status(uri, "idle"),
      ],
    }));
    expect(messages(await asked(8_000))).toEqual(["is wrong"]);
  });

  test("its silence about the same text says that the latest publish holds", async () => {
    const {
      fleet: made,
      file,
      ask: asked,
    } = begin((uri) => ({
      [OPEN]: [status(uri, "parsing"), { publish: [wrong], version: "same" }, status(uri, "idle")],
      [CHANGE]: [status(uri, "queued"), status(uri, "idle")],
    }));
    expect(messages(await asked(8_000))).toEqual(["is wrong"]);
    await (await made.primary(file)).touch(file.absolute);
    expect(messages(await asked(8_000))).toEqual(["is wrong"]);
  });

  test("its silence about a text that it has not spoken of is broken", async () => {
    const { fleet: made, ask: asked } = begin((uri) => ({
      [OPEN]: [status(uri, "parsing"), { publish: [wrong], version: "same" }, status(uri, "idle")],
      [CHANGE]: [
        [status(uri, "queued"), status(uri, "idle")],
        [status(uri, "queued"), { publish: [odd], version: "same" }, status(uri, "idle")],
      ],
    }));
    await asked(8_000);
    made.workspace.file("a.fake", "one\n2\nthree\n");
    expect(messages(await asked(8_000))).toEqual(["is odd"]);
    expect(made.workspace.received(CHANGE).at(-1)?.params).toMatchObject({ forceRebuild: true });
  });
});
