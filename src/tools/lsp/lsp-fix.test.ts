import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { FakeStep } from "../../../test/fakes/lsp-server.ts";
import { useFakeRun } from "../../../test/helpers/fake-run.ts";
import { useWorkspaceRun } from "../../../test/helpers/workspace-run.ts";
import type { FakeFleet } from "../../../test/helpers/fake-fleet.ts";
import { pathToUri } from "../../workspace/uri.ts";

const { start, call } = useFakeRun();
const ACTIONS = "textDocument/codeAction";
const RESOLVE = "codeAction/resolve";
const EXECUTE = "workspace/executeCommand";
const capabilities = {
  textDocumentSync: 1,
  codeActionProvider: { resolveProvider: true },
  executeCommandProvider: { commands: ["fake.fix"] },
};
const place = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };
const at = { file: "a.fake", line: 1, symbol: "foo" };

/** Edits of `a.fake`, whose URI is known when the fakes have started. */
const edit = (uri: string, newText = "bar", version: number | null = null) => ({
  documentChanges: [{ textDocument: { uri, version }, edits: [{ range: place, newText }] }],
});

async function begin(on: (uri: string) => Readonly<Record<string, readonly FakeStep[]>>): Promise<FakeFleet> {
  const fleet = await start([]);
  const { absolute } = fleet.workspace.file("a.fake", "foo\n");
  const steps = { "textDocument/didOpen": [{ publish: [] }], ...on(pathToUri(absolute)) };
  fleet.fakes = [{ script: { capabilities, on: steps, log: fleet.workspace.log } }];
  return fleet;
}
const textOf = ({ workspace }: FakeFleet): string => readFileSync(join(workspace.root, "a.fake"), "utf8");
const offering = (...actions: readonly unknown[]): readonly FakeStep[] => [{ result: actions }];

describe("lsp_fix", () => {
  test("applies the action of a title, and undo takes it back", async () => {
    const fleet = await begin((uri) => ({
      [ACTIONS]: offering({ title: "Call it bar", kind: "quickfix", edit: edit(uri) }, { title: "Do nothing" }),
    }));
    const { text } = await call("lsp_fix", { ...at, title: "Call it bar" });
    expect(text).toMatch(/Applied "Call it bar", by fake: 1 file changed\na\.fake {2}1 edit\nundo_id: (\w+)/);
    expect(textOf(fleet)).toBe("bar\n");
    await call("undo", { undo_id: /undo_id: (\w+)/.exec(text)?.[1] });
    expect(textOf(fleet)).toBe("foo\n");
  });

  test("a lazy action is resolved first", async () => {
    const fleet = await begin((uri) => ({
      [ACTIONS]: offering({ title: "Call it bar", kind: "refactor", data: 7 }),
      [RESOLVE]: [{ result: { title: "Call it bar", edit: edit(uri) } }],
    }));
    expect((await call("lsp_fix", { ...at, title: "bar" })).isError).toBe(false);
    expect(textOf(fleet)).toBe("bar\n");
    expect(fleet.workspace.received(RESOLVE)).toMatchObject([{ params: { data: 7 } }]);
  });

  test("a command is run, and the edits that it sends are made", async () => {
    const fleet = await begin((uri) => ({
      [ACTIONS]: offering({ title: "Call it bar", command: "fake.fix", arguments: [1] }),
      [EXECUTE]: [{ ask: "workspace/applyEdit", params: { edit: edit(uri) } }, { result: null }],
    }));
    const { text } = await call("lsp_fix", { ...at, title: "Call it bar" });
    expect(text).toMatch(/1 file changed\na\.fake {2}1 edit\nundo_id: /);
    expect(textOf(fleet)).toBe("bar\n");
    expect(fleet.workspace.received(EXECUTE)).toMatchObject([{ params: { command: "fake.fix", arguments: [1] } }]);
  });

  test("the edits of an action whose command is an editor's are made, and the command is named", async () => {
    const fleet = await begin((uri) => ({
      [ACTIONS]: offering({ title: "Call it bar", edit: edit(uri), command: { title: "x", command: "editor.rename" } }),
    }));
    expect((await call("lsp_fix", { ...at, title: "Call it bar" })).text).toContain("the command editor.rename");
    expect(textOf(fleet)).toBe("bar\n");
  });
});

describe("lsp_fix refuses, and nothing is changed,", () => {
  test.each<[string, (uri: string) => readonly unknown[], string, string]>([
    [
      "a title that two actions have a part of",
      (uri) => [
        { title: "Import a", edit: edit(uri) },
        { title: "Import b", edit: edit(uri) },
      ],
      "import",
      '`title` "import" means 2 code actions; nothing was changed.\nNext: give one title whole: "Import a" (fake), "Import b" (fake).',
    ],
    [
      "one that two actions share",
      (uri) => [
        { title: "Import", edit: edit(uri) },
        { title: "Import", edit: edit(uri, "baz") },
      ],
      "Import",
      'name the server, too: "Import" (fake), "Import" (fake)',
    ],
    [
      "a title that there is not",
      (uri) => [{ title: "Import a", edit: edit(uri) }],
      "Export",
      'offered: "Import a" (fake)',
    ],
    ["a place without any", () => [], "Import", "offered: nothing"],
    [
      "a disabled one",
      (uri) => [{ title: "Import", disabled: { reason: "not here" }, edit: edit(uri) }],
      "Import",
      'Error (refused): "Import" cannot be done here: not here; nothing was changed',
    ],
    [
      "an edit for another version",
      (uri) => [{ title: "Import", edit: edit(uri, "bar", 7) }],
      "Import",
      "Error (conflict): ",
    ],
    [
      "what only an editor can do",
      () => [{ title: "Import", command: "editor.import" }],
      "Import",
      'needs the command "editor.import" of an editor; nothing was changed',
    ],
  ])("%s", async (_what, actions, title, message) => {
    const fleet = await begin((uri) => ({ [ACTIONS]: offering(...actions(uri)) }));
    const { text, isError } = await call("lsp_fix", { ...at, title });
    expect([isError, text]).toEqual([true, expect.stringContaining(message)]);
    expect(textOf(fleet)).toBe("foo\n");
    expect(fleet.workspace.received(EXECUTE)).toEqual([]);
  });
});

describe("lsp_fix with the TypeScript server", () => {
  const rig = useWorkspaceRun({ surface: "main", dialect: "own" });

  test("adds a missing import", async () => {
    await rig.put({
      "tsconfig.json": '{ "compilerOptions": { "strict": true, "types": [] } }',
      "a.ts": "export function area(x: number): number {\n  return x;\n}\n",
      "b.ts": "export const b: number = area(1);\n",
    });
    const { text } = await rig.call("lsp_fix", { file: "b.ts", line: 1, symbol: "area", title: "import from" });
    expect(text).toMatch(
      /^Applied ".*[Ii]mport from "\.\/a"", by typescript-go [^:]*: 1 file changed\nb\.ts {2}1 edit/,
    );
    expect(readFileSync(join(rig.root, "b.ts"), "utf8")).toMatch(/^import \{ area \} from "\.\/a";\n/);
  });

  test("is not there for who may only read", async () => {
    await rig.reopen({ surface: "read-only" });
    expect(rig.run.tools().map(({ name }) => name)).not.toContain("lsp_fix");
    expect((await rig.call("lsp_fix", {})).text).toBe("Unknown or disabled tool: lsp_fix");
  });
});
