import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { FakeScript } from "../../../test/fakes/lsp-server.ts";
import { useFakeRun } from "../../../test/helpers/fake-run.ts";
import { useWorkspaceRun } from "../../../test/helpers/workspace-run.ts";
import { pathToUri } from "../../workspace/uri.ts";

interface Envelope {
  readonly ok: boolean;
  readonly status: string;
  readonly resultCount: number;
  readonly result?: never;
  readonly locations?: readonly { readonly filePath: string; readonly range: { readonly start: unknown } }[];
  readonly notes?: readonly string[];
  readonly errors?: readonly string[];
}

const range = (line: number, from: number, to: number) => ({
  start: { line, character: from },
  end: { line, character: to },
});

/** The envelope is the last line; a coverage line may stand above. */
function opened(text: string): Envelope {
  return JSON.parse(text.split("\n").at(-1) ?? "") as Envelope;
}

describe("with the bundled TypeScript server", () => {
  const { put, call } = useWorkspaceRun({ surface: "main", dialect: "own" });
  const files = {
    "tsconfig.json": '{ "compilerOptions": { "strict": true, "types": [] } }',
    "src/a.ts": "export function area(x: number) {\n  return x;\n}\n",
    "src/b.ts": 'import { area } from "./a";\nexport function b() {\n  return area(1) + area(2);\n}\n',
  };
  const ask = async (args: Readonly<Record<string, unknown>>): Promise<Envelope> =>
    opened((await call("lsp_navigation", args)).text);

  test("a rename is shown, and made only with apply", async () => {
    await put(files);
    const args = { operation: "rename", path: "src/b.ts", line: 3, symbol: "area#2", newName: "size" };
    expect(await ask(args)).toMatchObject({
      ok: true,
      resultCount: 2,
      result: { applied: false, summary: "4 edits in 2 files" },
    });
    expect((await call("read_symbol", { path: "src/a.ts", symbol: "area" })).isError).toBe(false);
    expect(await ask({ ...args, apply: true })).toMatchObject({ result: { applied: true } });
    expect((await call("read_symbol", { path: "src/b.ts", symbol: "b" })).text).toContain("return size(1) + size(2);");
  });

  test("a file is moved with the imports of it, into a folder that is not there yet", async () => {
    await put(files);
    const args = { operation: "rename_file", path: "src/a.ts", newFilePath: "src/deep/area.ts", apply: true };
    expect(await ask(args)).toMatchObject({ ok: true, status: "success", result: { applied: true } });
    expect((await call("read_symbol", { path: "src/deep/area.ts", symbol: "area" })).isError).toBe(false);
    expect((await call("read_symbol", { path: "src/a.ts", symbol: "area" })).isError).toBe(true);
    const { text } = await call("lsp", { action: "definition", file: "src/b.ts", line: 3, symbol: "area#1" });
    expect(text).toContain("src/deep/area.ts:1:17");
  });

  test("calls: an item is prepared and handed back", async () => {
    await put(files);
    const prepared = await ask({ operation: "prepareCallHierarchy", path: "src/a.ts", line: 1, symbol: "area" });
    expect(prepared).toMatchObject({ status: "success", resultCount: 1, result: [{ name: "area" }] });
    const [item] = prepared.result as unknown as readonly Record<string, unknown>[];
    expect(await ask({ operation: "incomingCalls", callHierarchyItem: item })).toMatchObject({
      status: "success",
      result: [{ name: "b", kind: "function", lines: [3] }],
      locations: [{ filePath: "src/b.ts", range: { start: { line: 2, character: 17 } } }],
    });
    expect(await ask({ operation: "outgoingCalls", callHierarchyItem: item })).toMatchObject({
      ok: true,
      status: "empty",
    });
  });

  test("a file with an error is told with its evidence, one without as empty", async () => {
    await put({ ...files, "src/c.ts": "export const c: string = 1;\n" });
    expect(await ask({ operation: "workspaceDiagnostics", path: "src/c.ts" })).toMatchObject({
      status: "success",
      resultCount: 1,
      diagnostics: [{ severity: "error", line: 1, character: 14, code: "2322" }],
      notes: ["typescript: pull"],
    });
    expect(await ask({ operation: "workspaceDiagnostics", path: "src/a.ts" })).toMatchObject({
      status: "empty",
      notes: ["typescript: pull"],
    });
  });
});

describe("with scripted servers", () => {
  const { start, call } = useFakeRun();
  const text = "let foo = bar;\nfoo(bar);\n";
  const capabilities = {
    textDocumentSync: 1,
    definitionProvider: true,
    declarationProvider: true,
    documentSymbolProvider: true,
    executeCommandProvider: { commands: ["fake.fix", "fake.show"] },
  };
  async function begin(on: (uri: string) => FakeScript["on"], more: FakeScript = {}) {
    const fleet = await start([]);
    const file = fleet.workspace.file("a.fake", text).absolute;
    fleet.fakes = [{ script: { capabilities, ...more, on: on(pathToUri(file)) ?? {}, log: fleet.workspace.log } }];
    return { fleet, file };
  }
  const ask = (args: Readonly<Record<string, unknown>>) =>
    call("lsp_navigation", { path: "a.fake", line: 2, symbol: "foo", ...args });

  test("an empty definition falls back to the file's own symbol and says so", async () => {
    const symbol = { name: "foo", kind: 13, range: range(0, 0, 14), selectionRange: range(0, 4, 7) };
    await begin(() => ({
      "textDocument/definition": [{ result: [] }],
      "textDocument/documentSymbol": [{ result: [symbol] }],
    }));
    const found = opened((await ask({ operation: "definition" })).text);
    expect(found).toMatchObject({ status: "success", locations: [{ range: { start: { line: 1, character: 5 } } }] });
    expect(found.notes).toEqual([
      "fallback: the server knows no definition; variable foo of the same file has the name",
    ]);
  });

  test("nothing from a server that is still loading is not empty", { timeout: 40_000 }, async () => {
    const loading = { notify: "$/progress", params: { token: "t", value: { kind: "begin", title: "Indexing" } } };
    await begin(() => ({ initialized: [loading] }));
    const { text: told } = await ask({ operation: "declaration" });
    expect(told).toMatch(/^pending: fake: Indexing/);
    expect(opened(told)).toMatchObject({ ok: false, status: "error", resultCount: 0 });
  });

  test("a command that no server advertises is not run", async () => {
    const { fleet } = await begin(() => ({}));
    const told = await ask({ operation: "executeCommand", command: "rm", apply: true });
    expect(told.isError).toBe(true);
    expect(opened(told.text).errors).toEqual(['no server advertises the command "rm"; it was not run']);
    expect(fleet.workspace.received("workspace/executeCommand")).toEqual([]);
  });

  test("a command is run only with apply, and the server's edits are made then", async () => {
    const { fleet, file } = await begin((uri) => {
      const edit = { changes: { [uri]: [{ range: range(0, 4, 7), newText: "baz" }] } };
      return { "workspace/executeCommand": [{ ask: "workspace/applyEdit", params: { edit } }, { result: "done" }] };
    });
    const args = { operation: "executeCommand", command: "fake.fix", commandArguments: [1] };
    expect(opened((await ask(args)).text)).toMatchObject({
      result: { executed: false, dryRun: true, advertised: true, advertisedCommands: ["fake.fix", "fake.show"] },
    });
    expect(fleet.workspace.received("workspace/executeCommand")).toEqual([]);
    expect(opened((await ask({ ...args, apply: true })).text)).toMatchObject({
      result: { executed: true, answer: "done", edits: { applied: true, summary: "1 edit in 1 file" } },
    });
    expect(fleet.workspace.received("workspace/executeCommand")).toMatchObject([
      { params: { command: "fake.fix", arguments: [1] } },
    ]);
    expect(readFileSync(file, "utf8")).toBe("let baz = bar;\nfoo(bar);\n");
  });

  test("a server that fails to correct imports stops the move", async () => {
    const filter = { filters: [{ pattern: { glob: "**/*" } }] };
    const { file } = await begin(
      () => ({ "workspace/willRenameFiles": [{ error: { code: -32603, message: "no" } }] }),
      { capabilities: { ...capabilities, workspace: { fileOperations: { willRename: filter } } } },
    );
    const told = await ask({ operation: "rename_file", newFilePath: "b.fake", apply: true });
    expect(told.isError).toBe(true);
    expect(existsSync(file)).toBe(true);
  });

  test("without such a server the move alone is made, and a note says so", async () => {
    const { file } = await begin(() => ({}));
    const { text: told } = await ask({ operation: "rename_file", newFilePath: "b.fake", apply: true });
    expect(told).toMatch(/^partial: the file of the move; not covered: imports of it\n/);
    expect(opened(told).notes).toEqual(["imports are not corrected: fake does not correct imports."]);
    expect([existsSync(file), readFileSync(join(file, "../b.fake"), "utf8")]).toEqual([false, text]);
  });

  test("a folder, no server, and what is published without having been asked for", async () => {
    const { file } = await begin(() => ({
      "textDocument/didOpen": [{ publish: [{ range: range(0, 4, 7), message: "odd" }] }],
    }));
    mkdirSync(join(file, "../folder"));
    expect(opened((await ask({ operation: "hover", path: "folder" })).text)).toMatchObject({
      ok: false,
      status: "filepath_is_directory",
    });
    const none = await ask({ operation: "capabilities", path: undefined });
    expect([none.isError, opened(none.text).status]).toEqual([false, "no_server"]);
    await ask({ operation: "definition" });
    const { text: told } = await call("lsp_navigation", { operation: "workspaceDiagnostics" });
    expect(told).toMatch(/^partial: what servers have published so far of the workspace; not covered: /);
    expect(opened(told)).toMatchObject({
      ok: true,
      status: "tracked_snapshot",
      diagnostics: [{ path: "a.fake", line: 1, character: 5, message: "odd" }],
    });
  });
});
