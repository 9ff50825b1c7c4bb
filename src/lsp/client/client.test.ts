import { rmSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { FakeFleet } from "../../../test/helpers/fake-fleet.ts";
import { until } from "../../../test/helpers/until.ts";
import type { LanguageServer } from "../language-servers.ts";
import type { FakeScript } from "../../../test/fakes/lsp-server.ts";
import type { FleetOptions } from "../fleet/fleet.ts";
import type { ServerDefinition } from "../definition.ts";

let fleet: FakeFleet | undefined;

afterEach(async () => {
  await fleet?.dispose();
  fleet = undefined;
});

const limits = { signal: AbortSignal.timeout(600_000), deadlineMs: 5_000 };

/** A fleet with one fake that follows the script, and one file that it serves, open. */
async function start(
  script: FakeScript,
  definition: Partial<ServerDefinition> = {},
  options: Partial<FleetOptions> = {},
) {
  const made = new FakeFleet([], options);
  fleet = made;
  made.fakes = [{ definition, script: { log: made.workspace.log, ...script } }];
  const file = made.workspace.file("a.fake", "one\ntwo\n");
  const server = await made.primary(file);
  const received = (method: string) => made.workspace.received(method).map(({ params }) => params as never);
  return { fleet: made, workspace: made.workspace, file, server, received };
}

async function ask(server: { request<R>(method: string, params: unknown, options: typeof limits): Promise<R> }) {
  return server.request<unknown>("textDocument/hover", { textDocument: { uri: "file:///x" } }, limits);
}

describe("what servers send", () => {
  test.each<[string, FakeScript, unknown]>([
    [
      "an answer in pieces of 7 bytes",
      { chunkBytes: 7, on: { "textDocument/hover": [{ result: { contents: "wörld 😀" } }] } },
      { contents: "wörld 😀" },
    ],
    [
      "lines of text before a message",
      { on: { "textDocument/hover": [{ junk: "Loading…\nready\n\n" }, { result: 1 }] } },
      1,
    ],
    [
      "text without a line end before a message",
      { on: { "textDocument/hover": [{ junk: "warning! " }, { result: 2 }] } },
      2,
    ],
    [
      "a request with the id of one of ours",
      {
        on: { "textDocument/hover": [{ ask: "workspace/configuration", params: { items: [] }, id: 1 }, { result: 3 }] },
      },
      3,
    ],
    [
      "an edit nobody asked for, which is refused",
      { on: { "textDocument/hover": [{ ask: "workspace/applyEdit", params: { edit: {} } }, { result: 4 }] } },
      4,
    ],
    [
      "a question to the user",
      {
        on: {
          "textDocument/hover": [
            { ask: "window/showMessageRequest", params: { type: 1, message: "?", actions: [{ title: "yes" }] } },
            { result: 5 },
          ],
        },
      },
      5,
    ],
    ["a method that we do not know", { on: { "textDocument/hover": [{ ask: "custom/thing" }, { result: 6 }] } }, 6],
    [
      "two errors of changed content first",
      {
        on: {
          "textDocument/hover": [
            [{ error: { code: -32801, message: "modified" } }],
            [{ error: { code: -32802, message: "cancelled" } }],
            [{ result: 7 }],
          ],
        },
      },
      7,
    ],
    [
      "notifications that we do not know",
      {
        on: {
          "textDocument/hover": [{ notify: "custom/event", params: [1, 2] }, { notify: "$/other" }, { result: 8 }],
        },
      },
      8,
    ],
    [
      "a publish that is none",
      {
        on: {
          "textDocument/hover": [
            { notify: "textDocument/publishDiagnostics", params: { uri: 7 } },
            { notify: "$/progress", params: {} },
            { result: 9 },
          ],
        },
      },
      9,
    ],
    ["null", { on: { "textDocument/hover": [{ result: null }] } }, null],
  ])("%s", async (_, script, expected) => {
    const { server } = await start(script);
    expect(await ask(server)).toEqual(expected);
    expect(server.ended.aborted).toBe(false);
  });

  test("ten megabytes in one answer", async () => {
    const { server } = await start({ on: { "textDocument/hover": [{ resultBytes: 10_000_000 }] } });
    expect(((await ask(server)) as { contents: string }).contents.length).toBe(10_000_000);
  });

  test("edits go to the request that takes them, and to nobody after it", async () => {
    const edit = { changes: {} };
    const steps = [{ ask: "workspace/applyEdit", params: { edit } }, { result: "done" }];
    const { server, workspace } = await start({ on: { "workspace/executeCommand": steps } });
    const taken: unknown[] = [];
    const applyEdit = (one: unknown) => {
      taken.push(one);
      return Promise.resolve({ applied: true });
    };
    await server.request("workspace/executeCommand", {}, { ...limits, applyEdit });
    await server.request("workspace/executeCommand", {}, limits);
    const answers = workspace.received().filter((one) => "result" in one);
    expect([taken, answers.map((one) => (one as unknown as { result: unknown }).result)]).toEqual([
      [edit],
      [{ applied: true }, { applied: false, failureReason: expect.stringContaining("changes no files") }],
    ]);
  });

  test("settings are answered section by section, null where there are none", async () => {
    const items = ["python.analysis", "python.analysis.mode", "python", "", undefined, "other"];
    const { workspace } = await start(
      {
        on: {
          initialized: [{ ask: "workspace/configuration", params: { items: items.map((section) => ({ section })) } }],
        },
      },
      { settings: { "python.analysis": { mode: "strict" }, "python.path": "/p" } },
    );
    await until("the answer", () => workspace.received().some((one) => "result" in one));
    const [answer] = workspace.received().filter((one) => "result" in one) as unknown as { result: unknown }[];
    const python = { analysis: { mode: "strict" }, path: "/p" };
    expect(answer?.result).toEqual([{ mode: "strict" }, "strict", python, { python }, { python }, null]);
    expect(workspace.received("workspace/didChangeConfiguration").map(({ params }) => params)).toEqual([
      { settings: { python } },
    ]);
  });
});

describe("what goes wrong", () => {
  test("a server that never answers ends in a timeout that names it, and hears that the request is cancelled", async () => {
    const { server, received } = await start({ on: { "textDocument/hover": [{ never: true }] } });
    const asked = server.request("textDocument/hover", {}, { ...limits, deadlineMs: 80 });
    await expect(asked).rejects.toMatchObject({
      kind: "timeout",
      message: expect.stringMatching(/^Fake did not answer textDocument\/hover within 80 ms/),
      hint: expect.stringContaining("reload"),
    });
    await until("the cancel", () => received("$/cancelRequest").length === 1);
    expect(server.ended.aborted).toBe(false);
  });

  test("an abort rejects with its own reason at once and reaches the server", async () => {
    const { server, received } = await start({ on: { "textDocument/hover": [{ never: true }] } });
    const abort = new AbortController();
    const asked = server.request("textDocument/hover", {}, { ...limits, signal: abort.signal });
    abort.abort(new Error("enough"));
    await expect(asked).rejects.toThrow("enough");
    await until("the cancel", () => received("$/cancelRequest").length === 1);
  });

  test("death in the middle of a request names the server, the code and its last words", async () => {
    const steps = [{ stderr: "panic: boom\n" }, { wait: 20 }, { die: 3 }];
    const { server } = await start({ on: { "textDocument/hover": steps } });
    await expect(ask(server)).rejects.toMatchObject({
      kind: "connection_closed",
      message: "Fake ended with code 3; it last wrote: panic: boom",
    });
    await expect(ask(server)).rejects.toMatchObject({ kind: "connection_closed" });
  });

  test.each<[string, FakeScript]>([
    ["a message that is not JSON", { on: { "textDocument/hover": [{ junk: "Content-Length: 5\r\n\r\n{bad}" }] } }],
    [
      "an announcement of too much",
      { on: { "textDocument/hover": [{ junk: "Content-Length: 99999999999\r\n\r\n" }] } },
    ],
    ["a line without an end", { on: { "textDocument/hover": [{ junk: "x", times: 200_000 }, { never: true }] } }],
    [
      "text without an end",
      { on: { "textDocument/hover": [{ junk: "hello there\n", times: 200_000 }, { never: true }] } },
    ],
    ["closed output", { on: { "textDocument/hover": [{ closeStdout: true }, { never: true }] } }],
  ])("%s ends the connection and the process", async (_, script) => {
    const { server } = await start(script);
    await expect(ask(server)).rejects.toMatchObject({
      kind: "connection_closed",
      message: expect.stringMatching(/^Fake /),
    });
    expect(() => process.kill(server.pid, 0)).toThrow("ESRCH");
  });

  test("an error answer is told with its code, an unknown method as unsupported", async () => {
    const failing = { error: { code: -32603, message: "internal\nstack" } };
    const unknown = { error: { code: -32601, message: "no" } };
    const { server } = await start({ on: { "textDocument/hover": [[failing], [unknown]] } });
    await expect(ask(server)).rejects.toMatchObject({
      kind: "protocol",
      data: { code: -32603 },
      message: expect.not.stringContaining("stack"),
    });
    await expect(ask(server)).rejects.toMatchObject({ kind: "unsupported" });
  });

  test("a server that has been silent for too long is stopped, and the error says so", async () => {
    const script: FakeScript = { on: { "textDocument/hover": [{ spin: 60_000 }] } };
    const { server } = await start(script, {}, { stuckMs: 100 });
    await expect(server.request("textDocument/hover", {}, { ...limits, deadlineMs: 300 })).rejects.toMatchObject({
      kind: "timeout",
      hint: expect.stringContaining("stuck"),
    });
    await until("its end", () => server.ended.aborted);
    expect((server.ended.reason as Error).message).toMatch(/^Fake has not said anything for/);
  });

  test("a server that does not read a large document ends in a timeout that names it", async () => {
    const script: FakeScript = { on: { "textDocument/hover": [{ stopReading: true }, { never: true }] } };
    const { server } = await start(script, {}, { writeMs: 200 });
    void ask(server).catch(() => {});
    await until("the hover", () => fleet?.workspace.received("textDocument/hover").length === 1);
    await expect(server.notify("textDocument/didOpen", { text: "x".repeat(5_000_000) })).rejects.toMatchObject({
      kind: "timeout",
      message: "Fake did not take textDocument/didOpen within 200 ms",
    });
  });

  test("a server that stopped reading does not hold up an abort", async () => {
    const { server } = await start({ on: { "textDocument/hover": [{ stopReading: true }, { never: true }] } });
    void ask(server).catch(() => {});
    await until("the hover", () => fleet?.workspace.received("textDocument/hover").length === 1);
    void server.notify("textDocument/didOpen", { text: "x".repeat(5_000_000) }).catch(() => {});
    const abort = new AbortController();
    const asked = server.request("textDocument/definition", {}, { ...limits, signal: abort.signal });
    setTimeout(() => abort.abort(new Error("enough")), 50);
    await expect(asked).rejects.toThrow("enough");
  });
});

describe("documents", () => {
  test("are opened once, changed in place as the disk changes, and saved then", async () => {
    const { server, file, workspace, received } = await start({});
    const opened = await server.open(file);
    expect(await server.open(file)).toMatchObject({ isChanged: false, version: 1 });
    workspace.file("a.fake", "one\nzwei 😀\n");
    expect(await server.open(file)).toMatchObject({ isChanged: true, version: 2, text: "one\nzwei 😀\n" });
    await ask(server);
    expect(received("textDocument/didOpen")).toEqual([
      { textDocument: { uri: opened.uri, languageId: "fake", version: 1, text: "one\ntwo\n" } },
    ]);
    const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 3 } };
    expect(received("textDocument/didChange")).toEqual([
      { textDocument: { uri: opened.uri, version: 2 }, contentChanges: [{ range, text: "zwei 😀" }] },
    ]);
    expect(received("textDocument/didSave")).toEqual([{ textDocument: { uri: opened.uri } }]);
  });

  test("another text is shown as long as somebody looks, and is no save", async () => {
    const { server, file, received } = await start({});
    await server.open(file);
    const look = (shown: LanguageServer) => shown.open(file);
    const shown = await server.showProposed([{ file, text: "other\n" }], look, limits.signal);
    expect(shown).toMatchObject({ isChanged: false, version: 2, text: "other\n" });
    expect(await server.open(file)).toMatchObject({ isChanged: false, version: 3, text: "one\ntwo\n" });
    await ask(server);
    expect(received("textDocument/didSave")).toEqual([]);
  });

  test("LENS-5 a text that the server was shown before it was written is a save like any other", async () => {
    const { server, file, workspace, received } = await start({});
    await server.open(file);
    const write = () => Promise.resolve(workspace.file("a.fake", "new\n"));
    await server.showProposed([{ file, text: "new\n" }], write, limits.signal);
    expect(await server.open(file)).toMatchObject({ isChanged: false, text: "new\n" });
    await ask(server);
    expect(received("textDocument/didSave").length).toBe(1);
  });

  test.each([
    ["2 MiB and a byte", `${"x".repeat(2 * 1024 * 1024)}\n`],
    ["5001 lines", "x\n".repeat(5_001)],
  ])("LENS-5 the save of a file over the bound (%s) goes without the text", async (_, text) => {
    const textDocumentSync = { openClose: true, change: 1, save: { includeText: true } };
    const { server, file, workspace, received } = await start({ capabilities: { textDocumentSync } });
    const { uri } = await server.open(file);
    workspace.file("a.fake", text);
    await server.open(file);
    await ask(server);
    expect(received("textDocument/didSave")).toEqual([{ textDocument: { uri } }]);
  });

  test.each([
    ["a number for full texts", { textDocumentSync: 1 }, [{ text: "new\n" }], 1],
    ["nothing said", {}, [{ text: "new\n" }], 1],
    [
      "saves with text",
      { textDocumentSync: { openClose: true, change: 1, save: { includeText: true } } },
      [{ text: "new\n" }],
      1,
    ],
    ["no saves", { textDocumentSync: { openClose: true, change: 1 } }, [{ text: "new\n" }], 0],
  ])("LENS-5 %s", async (name, capabilities, contentChanges, saves) => {
    const { server, file, workspace, received } = await start({ capabilities });
    await server.open(file);
    workspace.file("a.fake", "new\n");
    await server.open(file);
    await ask(server);
    expect(received("textDocument/didChange")).toMatchObject([{ contentChanges }]);
    expect(received("textDocument/didSave").length).toBe(saves);
    if (name === "saves with text") expect(received("textDocument/didSave")).toMatchObject([{ text: "new\n" }]);
  });

  test("a server that wants no documents gets none", async () => {
    const { server, file, received } = await start({ capabilities: { textDocumentSync: 0 } });
    await server.open(file);
    await ask(server);
    expect(received("textDocument/didOpen")).toEqual([]);
  });

  test("a file that is gone is closed and named", async () => {
    const { server, file, received } = await start({});
    await server.open(file);
    rmSync(file.absolute);
    await expect(server.open(file)).rejects.toMatchObject({
      kind: "not_found",
      message: expect.stringContaining("a.fake"),
    });
    await ask(server);
    expect(received("textDocument/didClose").length).toBe(1);
  });

  test("opens at the same time are one", async () => {
    const { server, file, received } = await start({});
    const all = await Promise.all(Array.from({ length: 10 }, () => server.open(file)));
    expect(new Set(all.map(({ version }) => version))).toEqual(new Set([1]));
    await ask(server);
    expect(received("textDocument/didOpen").length).toBe(1);
  });
});

describe("registration", () => {
  test("a capability comes and goes, for the files that it names", async () => {
    const register = (id: string, method: string, registerOptions: unknown) => ({
      ask: "client/registerCapability",
      params: { registrations: [{ id, method, registerOptions }] },
    });
    const { server, file } = await start({
      on: {
        initialized: [
          register("1", "textDocument/diagnostic", { documentSelector: [{ language: "fake", pattern: "**/*.fake" }] }),
        ],
        "textDocument/hover": [
          {
            ask: "client/unregisterCapability",
            params: { unregisterations: [{ id: "1", method: "textDocument/diagnostic" }] },
          },
          { result: 1 },
        ],
      },
    });
    await until("the registration", () => server.supports("textDocument/diagnostic"));
    expect(server.supports("textDocument/diagnostic", file.absolute)).toBe(true);
    expect(server.supports("textDocument/rename")).toBe(false);
    await ask(server);
    expect(server.supports("textDocument/diagnostic", file.absolute)).toBe(false);
  });

  test("saves are told to a server that registers for them, of the files that it names", async () => {
    const saves = { documentSelector: [{ pattern: "**/b.fake" }], includeText: true };
    const registrations = [{ id: "1", method: "textDocument/didSave", registerOptions: saves }];
    const { server, file, workspace, received } = await start({
      capabilities: { textDocumentSync: { openClose: true, change: 1 } },
      on: { initialize: [{ ask: "client/registerCapability", params: { registrations } }] },
    });
    for (const name of ["a.fake", "b.fake"]) {
      await server.open({ ...file, ...workspace.file(name, "old\n") });
      await server.open({ ...file, ...workspace.file(name, "new\n") });
    }
    await ask(server);
    expect(received("textDocument/didSave")).toMatchObject([{ text: "new\n" }]);
  });

  test("documents are told to a server that registers for them", async () => {
    const registrations = [
      { id: "1", method: "textDocument/didOpen", registerOptions: { documentSelector: null } },
      { id: "2", method: "textDocument/didChange", registerOptions: { documentSelector: null, syncKind: 1 } },
    ];
    const { server, file, workspace, received } = await start({
      capabilities: { textDocumentSync: 0 },
      on: { initialize: [{ ask: "client/registerCapability", params: { registrations } }] },
    });
    await server.open(file);
    workspace.file("a.fake", "new\n");
    await server.open(file);
    await server.close(file.absolute);
    await ask(server);
    expect(received("textDocument/didOpen").length).toBe(1);
    expect(received("textDocument/didChange")).toMatchObject([{ contentChanges: [{ text: "new\n" }] }]);
    expect(received("textDocument/didClose").length).toBe(1);
  });

  test("a registration before the answer to initialize counts", async () => {
    const registrations = [{ id: "1", method: "textDocument/rename", registerOptions: { documentSelector: null } }];
    const { server } = await start({
      on: { initialize: [{ ask: "client/registerCapability", params: { registrations } }] },
    });
    expect(server.supports("textDocument/rename")).toBe(true);
    expect(server.supports("textDocument/hover")).toBe(true);
  });

  test("watched files are told as the server asked", async () => {
    const watchers = [
      { globPattern: "**/*.cfg", kind: 5 },
      { globPattern: { baseUri: "file:///elsewhere", pattern: "*.x" } },
      { globPattern: { baseUri: "untitled:folder", pattern: "*" } },
    ];
    const registrations = [{ id: "1", method: "workspace/didChangeWatchedFiles", registerOptions: { watchers } }];
    const {
      server,
      fleet: made,
      workspace,
      received,
    } = await start({
      on: {
        initialized: [
          { ask: "client/registerCapability", params: { registrations } },
          { notify: "$/progress", params: { token: 1, value: { kind: "begin", title: "t" } } },
        ],
      },
    });
    await until("the registration", () => server.progress.hasReported);
    const path = (name: string) => `${workspace.root}/${name}`;
    await made.servers.notifyChanged([
      { path: path("a.cfg"), kind: "created" },
      { path: path("b.cfg"), kind: "changed" },
      { path: path("c.cfg"), kind: "deleted" },
      { path: path("d.txt"), kind: "created" },
      { path: "/elsewhere/e.x", kind: "changed" },
    ]);
    await ask(server);
    expect(received("workspace/didChangeWatchedFiles")).toEqual([
      {
        changes: [
          { uri: `file://${path("a.cfg")}`, type: 1 },
          { uri: `file://${path("c.cfg")}`, type: 3 },
          { uri: "file:///elsewhere/e.x", type: 2 },
        ],
      },
    ]);
  });
});

describe("progress and publishes", () => {
  test("work in progress is described until it ends", async () => {
    const report = (value: unknown) => ({ notify: "$/progress", params: { token: "t", value } });
    const { server } = await start({
      on: {
        initialized: [
          report({ kind: "begin", title: "Indexing", percentage: 0 }),
          report({ kind: "report", percentage: 40 }),
        ],
        "textDocument/hover": [report({ kind: "end" }), { result: 1 }],
      },
    });
    await until("the report", () => server.progress.describe()[0] === "Indexing 40 %");
    expect(server.progress.isIdle).toBe(false);
    const idle = server.progress.whenIdle(limits.signal);
    await ask(server);
    await idle;
    expect([server.progress.isIdle, server.progress.hasReported]).toEqual([true, true]);
    await expect(server.progress.whenIdle(AbortSignal.abort(new Error("late")))).resolves.toBeUndefined();
  });

  test("errors that it shows are kept for the status, warnings of its log are not", async () => {
    const {
      server,
      fleet: made,
      workspace,
    } = await start({
      on: {
        "textDocument/hover": [
          { notify: "window/showMessage", params: { type: 1, message: "cannot load\n  the project" } },
          { notify: "window/showMessage", params: { type: 3, message: "hello" } },
          { notify: "window/logMessage", params: { type: 2, message: "a warning" } },
          { notify: "window/logMessage", params: { type: 1, message: "no compiler" } },
          {
            notify: "experimental/serverStatus",
            params: { health: "warning", message: "half of it", quiescent: true },
          },
          { notify: "window/showMessage", params: { type: 1, message: "cannot load the project" } },
          { notify: "window/showMessage" },
          { result: 1 },
        ],
      },
    });
    await ask(server);
    const messages = ["no compiler", "half of it", "cannot load the project"];
    expect(server.messages).toEqual(messages);
    expect((await made.servers.status(workspace.root, limits.signal))[0]?.messages).toEqual(messages);
  });

  test("the latest publish of a file, however its URI is written, and who waits for a newer one", async () => {
    const { server, file, workspace } = await start({
      on: {
        "textDocument/didOpen": [{ publish: [{ message: "first" }], version: "same" }],
        "textDocument/didChange": [{ wait: 30 }, { publish: [{ message: "second" }], version: "before" }],
      },
    });
    const { arrivalsBefore } = await server.open(file);
    const first = await server.published.next(file.absolute, arrivalsBefore, limits.signal);
    expect(first).toMatchObject({ version: 1, arrival: 1, diagnostics: [{ message: "first" }] });
    workspace.file("a.fake", "changed\n");
    const changed = await server.open(file);
    const second = await server.published.next(file.absolute, changed.arrivalsBefore, limits.signal);
    expect(second).toMatchObject({ version: 1, arrival: 2, diagnostics: [{ message: "second" }] });
    expect(server.published.latest(file.absolute)).toBe(second);
    const waiting = server.published.next(file.absolute, second.arrival, AbortSignal.timeout(30));
    await expect(waiting).rejects.toMatchObject({ name: "TimeoutError" });
  });
});
