import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import type { FakeScript, FakeStep } from "../../../test/fakes/lsp-server.ts";
import { FakeFleet } from "../../../test/helpers/fake-fleet.ts";
import type { FakeServer } from "../../../test/helpers/fake-server.ts";
import { until } from "../../../test/helpers/until.ts";
import { openWorkspace, type ResolvedPath } from "../../workspace/workspace.ts";
import { diagnoseFile } from "../diagnostics/diagnose-file.ts";
import type { FileReport } from "../diagnostics/file-report.ts";
import type { LanguageServer } from "../language-servers.ts";
import type { FilePrediction } from "./prediction.ts";
import { predictChanges } from "./predict-changes.ts";

let fleet: FakeFleet;
afterEach(() => fleet.dispose());

const OPEN = "textDocument/didOpen";
const CHANGE = "textDocument/didChange";
const CLOSE = "textDocument/didClose";
const HOVER = "textDocument/hover";
const PULL = "textDocument/diagnostic";
const sync = { textDocumentSync: { openClose: true, change: 1 }, hoverProvider: true };
const pulls = { ...sync, diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false } };
const place = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
const wrong = { range: place, severity: 1, message: "is wrong" };
const full = (...items: readonly unknown[]): FakeStep => ({ result: { kind: "full", items } });
const DISK = "disk\n";
const PROPOSED = "proposed\n";

/** A running server with `a.fake` open, and what it has been told. */
async function start(script: FakeScript, more: FakeServer = {}, { disk = DISK, writeMs = 20_000 } = {}) {
  fleet = new FakeFleet([], { writeMs });
  const { workspace } = fleet;
  const file = workspace.file("a.fake", disk);
  fleet.fakes = [{ ...more, script: { capabilities: pulls, log: workspace.log, ...script } }];
  const server = await fleet.primary(file);
  await server.open(file);
  return { server, file };
}

async function limits(ms: number, signal: AbortSignal = AbortSignal.timeout(60_000)) {
  const { servers, workspace } = fleet;
  const { root } = workspace;
  const until = performance.now() + ms;
  return { servers, workspace: await openWorkspace({ cwd: root }), workspaceRoot: root, signal, until };
}

async function predict(
  file: ResolvedPath,
  { ms = 10_000, signal, text = PROPOSED }: { ms?: number; signal?: AbortSignal; text?: string } = {},
): Promise<readonly FilePrediction[]> {
  const now = sha1(readFileSync(file.absolute, "utf8"));
  return predictChanges([{ file, hash: now, text }], await limits(ms, signal));
}

async function diagnose(file: ResolvedPath): Promise<FileReport> {
  return diagnoseFile(file, { ...(await limits(10_000)), roles: "all" });
}

function sha1(text: string): string {
  return hash("sha1", text, "hex");
}

/** Texts that the server was told of a document, in order; undefined: closed. */
function told(name = "a.fake"): (string | undefined)[] {
  return fleet.workspace.received().flatMap(({ method, params }) => {
    const { textDocument, contentChanges } = (params ?? {}) as {
      textDocument?: { uri: string; text?: string };
      contentChanges?: { text: string }[];
    };
    if (textDocument?.uri.endsWith(`/${name}`) !== true) return [];
    if (method === OPEN) return [textDocument.text];
    if (method === CHANGE) return [contentChanges?.[0]?.text];
    return method === CLOSE ? [undefined] : [];
  });
}

/** All that it was told up to now. */
async function toldAll(server: LanguageServer, name?: string): Promise<(string | undefined)[]> {
  await ask(server);
  return told(name);
}

const ask = (server: LanguageServer) =>
  server.request<unknown>(HOVER, {}, { signal: AbortSignal.timeout(30_000), deadlineMs: 20_000 });

describe("a prediction", () => {
  test("compares what is found now with what would be found; nothing is written, and the text is taken back", async () => {
    const { server, file } = await start({ on: { [PULL]: [[full()], [full(wrong)], [full()]] } });
    const [prediction] = await predict(file);
    expect(prediction).toMatchObject({
      isChanged: true,
      before: [],
      after: [{ message: "is wrong" }],
      notPredicted: [],
    });
    expect(readFileSync(file.absolute, "utf8")).toBe(DISK);
    expect(await toldAll(server)).toEqual([DISK, PROPOSED, DISK]);
    expect(fleet.workspace.received("textDocument/didSave")).toEqual([]);
    expect(await diagnose(file)).toMatchObject({ verdict: "clean" });
  });

  test("a file that was not open is closed again", async () => {
    const { server, file } = await start({ on: { [PULL]: [[full()]] } });
    const other = fleet.workspace.file("b.fake", DISK);
    await predict(file);
    await server.showProposed([{ file: other, text: PROPOSED }], async () => {}, AbortSignal.timeout(10_000));
    expect(await toldAll(server, "b.fake")).toEqual([PROPOSED, undefined]);
    expect(server.openPaths).toEqual([file.absolute]);
  });

  test("open files that stay as they are are asked about, too", async () => {
    const { server, file } = await start({ on: { [PULL]: [[full()]] } });
    await server.open(fleet.workspace.file("b.fake", "user\n"));
    const [mine, other] = await predict(file);
    expect([mine?.isChanged, other?.isChanged, other?.file.shown]).toEqual([true, false, "b.fake"]);
  });

  test("a server that tells on its own is made to look again at each when it has all texts", async () => {
    const publish: FakeStep = { publish: [], version: "same" };
    const { server, file } = await start({ capabilities: sync, on: { [OPEN]: [publish], [CHANGE]: [publish] } });
    const b = fleet.workspace.file("b.fake", DISK);
    await server.open(b);
    const change = (one: ResolvedPath) => ({ file: one, hash: sha1(DISK), text: PROPOSED });
    const found = await predictChanges([change(file), change(b)], await limits(20_000));
    expect(found.map(({ notPredicted, servers }) => [notPredicted, servers])).toEqual([
      [[], ["Fake"]],
      [[], ["Fake"]],
    ]);
    expect(await toldAll(server)).toEqual([DISK, PROPOSED, PROPOSED, DISK, DISK]);
    expect(told("b.fake")).toEqual([DISK, PROPOSED, DISK]);
    expect(await diagnose(file)).toMatchObject({ verdict: "clean" });
  });
});

describe("what is not predicted is said", () => {
  test.each<[string, FakeServer, RegExp]>([
    ["by a server that reads the disk", { definition: { prediction: "disk" } }, /^Fake, which reads the disk$/],
    [
      "of a program behind a server",
      { definition: { prediction: { program: "fake check", sources: ["check"] } } },
      /^fake check, which reads the disk$/,
    ],
  ])("%s", async (_what, more, reason) => {
    const checked = { ...wrong, message: "checked", source: "check" };
    const { file } = await start({ on: { [PULL]: [[full(checked)], [full(checked, wrong)]] } }, more);
    const [prediction] = await predict(file);
    expect(prediction?.notPredicted).toEqual([expect.stringMatching(reason)]);
    expect([...(prediction?.before ?? []), ...(prediction?.after ?? [])].map(({ message }) => message)).not.toContain(
      "checked",
    );
  });

  test.each([
    [true, []],
    [undefined, ["Fake sees new files only on the disk"]],
  ])("of new files, by a server that sees unsaved ones: %s", async (seesUnsavedFiles, notPredicted) => {
    const quirks = seesUnsavedFiles === undefined ? {} : { seesUnsavedFiles };
    const { server } = await start({ on: { [PULL]: [[full()]] } }, { definition: { quirks } });
    const absolute = `${fleet.workspace.root}/new.fake`;
    const file = { absolute, shown: "new.fake", kind: "file" } as const;
    const [prediction] = await predictChanges([{ file, hash: undefined, text: PROPOSED }], await limits(10_000));
    expect(prediction?.notPredicted).toEqual(notPredicted);
    expect(await toldAll(server, "new.fake")).toEqual(seesUnsavedFiles === undefined ? [] : [PROPOSED, undefined]);
  });

  test("of files that would be gone", async () => {
    const { file } = await start({ on: { [PULL]: [[full()]] } });
    const gone = fleet.workspace.file("gone.fake", DISK);
    const changes = [
      { file, hash: sha1(DISK), text: PROPOSED },
      { file: gone, hash: sha1(DISK), text: undefined },
    ];
    const [prediction] = await predictChanges(changes, await limits(10_000));
    expect(prediction?.notPredicted).toEqual(["what Fake makes of the removal of gone.fake"]);
  });

  test("of a file that is not what the change was made for", async () => {
    const { file } = await start({ on: { [PULL]: [[full()]] } });
    const changes = [{ file, hash: sha1("older\n"), text: PROPOSED }];
    const [prediction] = await predictChanges(changes, await limits(10_000));
    expect(prediction?.notPredicted).toEqual(["the file has changed since"]);
  });

  test("of a server that does not say what it finds now, which is not shown anything", async () => {
    const { server, file } = await start({ on: { [PULL]: [{ never: true }] } });
    const [prediction] = await predict(file, { ms: 4_000 });
    expect(prediction?.notPredicted).toEqual([
      expect.stringMatching(/^what Fake finds now is not known: Fake did not/),
    ]);
    expect(await toldAll(server)).toEqual([DISK]);
  });
});

describe("a server that misbehaves while it is shown proposed text", () => {
  test("hangs: that is no prediction, and it is asked again about the restored text only", async () => {
    const { server, file } = await start({ on: { [PULL]: [[full()], [{ never: true }], [full()]] } });
    const [prediction] = await predict(file, { ms: 5_000 });
    expect(prediction).toMatchObject({ servers: [], after: [] });
    expect(prediction?.notPredicted).toEqual([expect.stringMatching(/^Fake did not answer textDocument\/diagnostic/)]);
    expect(await toldAll(server)).toEqual([DISK, PROPOSED, DISK]);
    expect(await diagnose(file)).toMatchObject({ verdict: "clean" });
  });

  test("dies: that is no prediction, and the next call starts it anew with the disk's text", async () => {
    const { server, file } = await start({ on: { [PULL]: [[full()], [{ die: 3 }], [full()]] } });
    const [prediction] = await predict(file);
    expect(prediction).toMatchObject({ servers: [], after: [] });
    expect(prediction?.notPredicted).toEqual([expect.stringContaining("Fake ended with code 3")]);
    expect(server.ended.aborted).toBe(true);
    fleet.fakes = [{ script: { capabilities: pulls, on: { [PULL]: [full()] } } }];
    expect(await diagnose(file)).toMatchObject({ verdict: "clean" });
  });

  test("publishes for the old version: that is no prediction, and not the restored text's either", async () => {
    const { file } = await start({
      capabilities: sync,
      on: {
        [OPEN]: [{ publish: [], version: "same" }],
        [CHANGE]: [[{ publish: [wrong], version: "before" }], [{ publish: [], version: "same" }]],
      },
    });
    const [prediction] = await predict(file, { ms: 6_000 });
    expect(prediction).toMatchObject({ servers: [], after: [] });
    expect(prediction?.notPredicted).toEqual(["Fake has not published diagnostics for this version of the file"]);
    expect(await diagnose(file)).toMatchObject({ verdict: "clean" });
  });

  test("without versions, what it says of the proposed text in the last moment is kept apart", async () => {
    const { server, file } = await start({
      capabilities: sync,
      on: {
        [OPEN]: [{ publish: [] }],
        // It comes when nobody looks any more.
        [CHANGE]: [
          [{ wait: 700 }, { publish: [wrong] }],
          [{ wait: 700 }, { publish: [] }],
        ],
      },
    });
    await diagnose(file);
    const cut = new AbortController();
    const predicting = predict(file, { signal: cut.signal });
    await until("the proposed text", () => told().includes(PROPOSED));
    cut.abort(new Error("enough"));
    await expect(predicting).rejects.toThrow("enough");
    expect(server.ended.aborted).toBe(false);
    expect(await diagnose(file)).toMatchObject({ verdict: "clean" });
  });

  test("from which the text cannot be taken back is stopped; who waits is not answered from it", async () => {
    // Larger than what a pipe takes, so that the way back is blocked.
    const options = { disk: "x".repeat(1_000_000), writeMs: 500 };
    const script = { on: { [PULL]: [[full()], [{ stopReading: true as const }, { never: true as const }]] } };
    const { server, file } = await start(script, {}, options);
    const predicting = predict(file, { ms: 5_000 });
    await until("the look", () => fleet.workspace.received(PULL).length === 2);
    const asked = ask(server);
    const [prediction] = await predicting;
    expect(prediction?.servers).toEqual([]);
    await expect(asked).rejects.toMatchObject({ kind: "connection_closed" });
    expect(server.ended.aborted).toBe(true);
  });
});

describe("a program behind a server that reads the disk", () => {
  const checked = { ...wrong, message: "checked", source: "check" };
  const definition = { prediction: { program: "fake check", sources: ["check"] } };

  test("what it said of the disk's text is still known afterwards", async () => {
    const { file } = await start(
      { on: { [OPEN]: [{ publish: [checked], version: "same" }], [PULL]: [[full()], [full(wrong)], [full()]] } },
      { definition },
    );
    await predict(file);
    expect((await diagnose(file)).primary?.diagnostics).toMatchObject([{ message: "checked" }]);
  });

  test("what it says meanwhile is about the disk, too", async () => {
    const { file } = await start(
      {
        on: { [CHANGE]: [[{ publish: [checked], version: "same" }], []], [PULL]: [[full()], [full(wrong)], [full()]] },
      },
      { definition },
    );
    await predict(file);
    expect((await diagnose(file)).primary?.diagnostics).toMatchObject([{ message: "checked" }]);
  });
});

describe("others meanwhile", () => {
  test("a query is answered from the restored text only", async () => {
    const { server, file } = await start({ on: { [PULL]: [[full()], [{ wait: 300 }, full(wrong)], [full()]] } });
    const predicting = predict(file);
    await until("the proposed text", () => told().includes(PROPOSED));
    const asked = Promise.all([ask(server), server.open(file), diagnose(file)]);
    expect((await predicting)[0]?.after).toMatchObject([{ message: "is wrong" }]);
    const [, document, report] = await asked;
    expect([document.text, report.verdict]).toEqual([DISK, "clean"]);
    const order = fleet.workspace.received().map(({ method }) => method);
    expect(order.indexOf(HOVER)).toBeGreaterThan(order.lastIndexOf(CHANGE));
  });

  test("a query that has begun is answered first", async () => {
    const { server, file } = await start({ on: { [PULL]: [[full()]], [HOVER]: [{ wait: 300 }, { result: "now" }] } });
    const asked = ask(server);
    const predicting = predict(file);
    expect(await asked).toBe("now");
    expect(told()).toEqual([DISK]);
    await predicting;
  });

  test("a query does not wait for ever", async () => {
    const { server, file } = await start({});
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = server.showProposed([{ file, text: PROPOSED }], () => promise, AbortSignal.timeout(30_000));
    await until("the proposed text", () => told().includes(PROPOSED));
    await expect(
      server.request(HOVER, {}, { signal: AbortSignal.timeout(10_000), deadlineMs: 50 }),
    ).rejects.toMatchObject({ kind: "timeout", message: expect.stringContaining("is being shown a proposed change") });
    resolve();
    await look;
  });

  test("a change on the disk is told when the proposed text has been taken back", async () => {
    const { server, file } = await start({});
    const look = async (): Promise<void> => {
      fleet.workspace.file("a.fake", "newer\n");
      void fleet.servers.notifyChanged([{ path: file.absolute, kind: "changed" }]);
      await sleep(50);
      expect(told().at(-1)).toBe(PROPOSED);
    };
    await server.showProposed([{ file, text: PROPOSED }], look, AbortSignal.timeout(10_000));
    await ask(server);
    expect(told()).toEqual([DISK, PROPOSED, "newer\n"]);
  });

  test("two predictions follow each other", async () => {
    const { server, file } = await start({ on: { [PULL]: [[full()]] } });
    await Promise.all([predict(file, { text: "one\n" }), predict(file, { text: "two\n" })]);
    // Either may come first; the disk's text lies between them.
    const order = (first: string, second: string): string[] => [DISK, first, DISK, second, DISK];
    expect([order("one\n", "two\n"), order("two\n", "one\n")]).toContainEqual(await toldAll(server));
  });
});

test("an abort in the middle takes the text back and frees the server", async () => {
  const { server, file } = await start({ on: { [PULL]: [[full()], [{ never: true }], [full()]] } });
  const cut = new AbortController();
  const predicting = predict(file, { signal: cut.signal });
  await until("the proposed text", () => told().includes(PROPOSED));
  cut.abort(new Error("enough"));
  await expect(predicting).rejects.toThrow("enough");
  await ask(server);
  expect(told()).toEqual([DISK, PROPOSED, DISK]);
  expect(await diagnose(file)).toMatchObject({ verdict: "clean" });
});
