import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { FakeScript, FakeStep } from "../../../test/fakes/lsp-server.ts";
import { edited, onTexts, problem, publish, useEditRig } from "../../../test/helpers/edit-rig.ts";
import { until } from "../../../test/helpers/until.ts";
import { pathToUri } from "../../workspace/uri.ts";

const { start, startWith, call, edit } = useEditRig({ waitMs: 10_000, baselineMs: 8_000 });

test("W-04 only what is new is told, below the text of the tool", async () => {
  await startWith(onTexts([publish("old")], [publish("old", "new")]));
  expect(await edit("one", "two")).toBe(`${edited}\na.fake: 1 new error\n  1:1 error 7 new`);
});

test("W-01 nothing new: the text is the tool's own; hints are not told", async () => {
  const hint: FakeStep = {
    publish: [problem("old"), problem("try this", 4), problem("know this", 3)],
    version: "same",
  };
  await startWith(onTexts([publish("old")], [hint]));
  expect(await edit("one", "two")).toBe(edited);
});

test("W-03 told once; told again when it went away and came back", async () => {
  const broken = publish("x");
  const script = onTexts([publish()], [broken], [broken], [publish()], [broken]);
  const fleet = await startWith(script);
  const told = `${edited}\na.fake: 1 new error\n  1:1 error 7 x`;
  expect(await edit("one", "two")).toBe(told);
  expect(await edit("two", "three")).toBe(edited);
  expect(await edit("three", "four")).toBe(edited);
  expect(await edit("four", "five")).toBe(told);
  expect(readFileSync(join(fleet.workspace.root, "a.fake"), "utf8")).toBe("five\n");
});

test("W-01 no server for this kind of file: one line, once", async () => {
  await startWith({});
  const { text } = await call("write", { path: "a.txt", content: "one\n" });
  expect(text).toMatch(
    /\nunavailable: diagnostics of a\.txt: no language server is known for this kind of file; check it in another way$/,
  );
  const { text: again } = await call("write", { path: "b.txt", content: "one\n" });
  expect(again).toMatch(/^Created b\.txt: 1 line\nundo_id: undo_\w+$/);
});

test("an answer for the old version never counts", async () => {
  const stale: FakeStep = { publish: [problem("stale")], version: "before" };
  await startWith(onTexts([publish()], [stale, { wait: 200 }, publish("fresh")]));
  expect(await edit("one", "two")).toBe(`${edited}\na.fake: 1 new error\n  1:1 error 7 fresh`);
});

test("W-07 what lsp diagnostics has shown is not told again", async () => {
  await startWith(onTexts([publish("x")], [publish("x")], [publish("x", "y")]));
  expect((await call("lsp", { action: "diagnostics", file: "a.fake" })).text).toContain("1:1 error 7 x");
  expect(await edit("one", "two")).toBe(edited);
  expect((await call("lens_diagnostics", { source: "lsp", paths: ["a.fake"] })).text).toContain("error 7 x");
  expect(await edit("two", "three")).toBe(`${edited}\na.fake: 1 new error\n  1:1 error 7 y`);
});

test("W-06 what a change broke in another file that was read is told under its own path", async () => {
  const fleet = await start([]);
  const other = pathToUri(fleet.workspace.file("b.fake", "uses one\n").absolute);
  fleet.workspace.file("a.fake", "one\n");
  const script = onTexts([publish()], [publish(), { publish: [problem("one is gone")], uri: other }]);
  fleet.fakes = [{ script }];
  await call("read", { path: "b.fake" });
  await call("lsp", { action: "diagnostics", file: "b.fake" });
  expect(await edit("one", "two")).toBe(
    `${edited}\nb.fake: 1 new error, not changed itself\n  1:1 error 7 one is gone`,
  );
});

test("W-06 at most three files and ten lines", async () => {
  const fleet = await start([]);
  fleet.workspace.file("a.fake", "one\n");
  const names = ["b", "c", "d", "e", "f"];
  const uris = names.map((name) => pathToUri(fleet.workspace.file(`${name}.fake`, "uses one\n").absolute));
  const six = Array.from({ length: 6 }, (_, at) => problem(`gone ${at}`));
  const broken = uris.map((uri): FakeStep => ({ publish: six, uri }));
  fleet.fakes = [{ script: onTexts([publish()], [publish(), ...broken]) }];
  for (const name of names) await call("lsp", { action: "diagnostics", file: `${name}.fake` });
  const lines = (await edit("one", "two")).split("\n").slice(2);
  expect(lines.filter((line) => line.startsWith("  1:1"))).toHaveLength(10);
  expect(lines.filter((line) => line.endsWith("not changed itself"))).toHaveLength(3);
  expect(lines.at(-1)).toBe("… new problems in 2 more files");
});

test("W-06 other files are not asked about when nothing that they can see has changed, and are when it has", async () => {
  const fleet = await start([]);
  fleet.workspace.file("a.ts", "export function f(): number {\n  return 1;\n}\n");
  const other = pathToUri(fleet.workspace.file("b.ts", "import { f } from './a';\nf();\n").absolute);
  const script: FakeScript = {
    log: fleet.workspace.log,
    capabilities: {
      textDocumentSync: { openClose: true, change: 2, save: true },
      diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false },
    },
    on: { "textDocument/diagnostic": [{ result: { kind: "full", items: [] } }] },
  };
  fleet.fakes = [{ script, definition: { languageIds: { ".ts": "typescript" } } }];
  for (const file of ["b.ts", "a.ts"]) await call("lsp", { action: "diagnostics", file });
  // The grammar is loaded then.
  await call("module_report", { path: "a.ts" });
  const asked = (): number =>
    fleet.workspace
      .received("textDocument/diagnostic")
      .filter(({ params }) => (params as { textDocument: { uri: string } } | undefined)?.textDocument.uri === other)
      .length;
  expect(asked()).toBe(1);
  await call("edit", { path: "a.ts", old_text: "return 1", new_text: "return 2" });
  expect(asked()).toBe(1);
  await call("edit", { path: "a.ts", old_text: "f()", new_text: "g()" });
  expect(asked()).toBe(2);
  await call("edit", { path: "a.ts", old_text: "return 2", new_text: "return 3" });
  expect(asked()).toBe(2);
});

test("W-09 several files: one wait for all, a section for each, deleted ones are closed and told", async () => {
  const fleet = await start([]);
  for (const name of ["a", "b", "gone"]) fleet.workspace.file(`${name}.fake`, "one\n");
  const watched = { watchers: [{ globPattern: "**/*.fake" }] };
  const registration = { id: "w", method: "workspace/didChangeWatchedFiles", registerOptions: watched };
  const script: FakeScript = {
    log: fleet.workspace.log,
    on: {
      initialized: [{ ask: "client/registerCapability", params: { registrations: [registration] } }],
      "textDocument/didOpen": [publish()],
      "textDocument/didChange": [{ wait: 300 }, publish("broken")],
    },
  };
  fleet.fakes = [{ script }];
  await call("lsp", { action: "diagnostics", file: "gone.fake" });
  const patch = [
    "*** Begin Patch",
    ...["a", "b"].flatMap((name) => [`*** Update File: ${name}.fake`, "@@", "-one", "+two"]),
    "*** Add File: new.fake",
    "+new",
    "*** Delete File: gone.fake",
    "*** End Patch",
  ].join("\n");
  const { text } = await call("apply_patch", { patch });
  expect(text.split("\n").slice(-4)).toEqual([
    "a.fake: 1 new error",
    "  1:1 error 7 broken",
    "b.fake: 1 new error",
    "  1:1 error 7 broken",
  ]);
  const uriOf = (name: string): string => pathToUri(join(fleet.workspace.root, `${name}.fake`));
  const received = fleet.workspace.received();
  const watchedAt = received.findIndex(
    ({ method, params }) =>
      method === "workspace/didChangeWatchedFiles" && JSON.stringify(params).includes(uriOf("new")),
  );
  expect(received[watchedAt]?.params).toEqual({
    changes: expect.arrayContaining([
      { uri: uriOf("new"), type: 1 },
      { uri: uriOf("gone"), type: 3 },
    ]) as unknown,
  });
  const at = (method: string, name: string): number =>
    received.findIndex((one) => {
      const { textDocument } = (one.params ?? {}) as { textDocument?: { uri: string } };
      return one.method === method && textDocument?.uri === uriOf(name);
    });
  expect(at("textDocument/didClose", "gone")).toBeGreaterThan(watchedAt);
  expect(at("textDocument/didOpen", "new")).toBeGreaterThan(watchedAt);
  expect(at("textDocument/didSave", "a")).toBeGreaterThan(at("textDocument/didChange", "a"));
});

test("of a change of many files fifty are looked at, and a line says so", async () => {
  await startWith({});
  const files = Array.from({ length: 60 }, (_, at) => [`*** Add File: ${at}.txt`, "+one"]).flat();
  const { text } = await call("apply_patch", { patch: ["*** Begin Patch", ...files, "*** End Patch"].join("\n") });
  expect(text.split("\n").slice(-2)).toEqual([
    expect.stringMatching(
      /^unavailable: diagnostics of 0\.txt, 1\.txt, 10\.txt and 47 more: no language server is known/,
    ),
    "partial: 50 of 60 files; not covered: diagnostics of 10 changed files",
  ]);
});

test("what a command of the server changed is reported when the command has ended", async () => {
  const fleet = await start([]);
  const uri = pathToUri(fleet.workspace.file("a.fake", "one\n").absolute);
  const place = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };
  const edit = { changes: { [uri]: [{ range: place, newText: "two" }] } };
  const capabilities = {
    textDocumentSync: { openClose: true, change: 2, save: true },
    executeCommandProvider: { commands: ["fix"] },
  };
  const on = {
    ...onTexts([publish("old")], [publish("old", "new")]).on,
    "workspace/executeCommand": [{ ask: "workspace/applyEdit", params: { edit } }, { result: "done" }],
  };
  fleet.fakes = [{ script: { capabilities, on } }];
  await call("lsp", { action: "diagnostics", file: "a.fake" });
  const fix = { operation: "executeCommand", path: "a.fake", command: "fix", apply: true };
  const { text } = await call("lsp_navigation", fix);
  expect(text).toMatch(/"executed":true.*\}\na\.fake: 1 new error\n {2}1:1 error 7 new$/);
  expect(readFileSync(join(fleet.workspace.root, "a.fake"), "utf8")).toBe("two\n");
});

test("a file that is renamed keeps what is known of it", async () => {
  const fleet = await startWith(onTexts([publish("old")]));
  await call("lsp", { action: "diagnostics", file: "a.fake" });
  const patch = "*** Begin Patch\n*** Update File: a.fake\n*** Move to: b.fake\n@@\n-one\n+two\n*** End Patch";
  const { text, isError } = await call("apply_patch", { patch });
  expect(isError, text).toBe(false);
  expect(text).not.toContain("old");
  expect(readFileSync(join(fleet.workspace.root, "b.fake"), "utf8")).toBe("two\n");
});

test("a report of a file that is gone again is no failure", async () => {
  const fleet = await startWith(onTexts([publish()], [{ wait: 500 }, publish("x")]));
  const editing = edit("one", "two");
  await until(
    "the file is written",
    () => readFileSync(join(fleet.workspace.root, "a.fake"), "utf8") === "two\n",
    15_000,
  );
  rmSync(join(fleet.workspace.root, "a.fake"));
  expect(await editing).toContain(edited);
});
