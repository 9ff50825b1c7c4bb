import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { FakeScript, FakeStep } from "../../../test/fakes/lsp-server.ts";
import { useFakeRun } from "../../../test/helpers/fake-run.ts";
import type { FakeServer } from "../../../test/helpers/fake-server.ts";
import { pathToUri } from "../../workspace/uri.ts";

const { start, call } = useFakeRun();

const range = (line: number, from: number, to: number) => ({
  start: { line, character: from },
  end: { line, character: to },
});
const capabilities = {
  textDocumentSync: { openClose: true, change: 2 },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  codeActionProvider: true,
  documentSymbolProvider: true,
  workspaceSymbolProvider: true,
  renameProvider: { prepareProvider: true },
  typeHierarchyProvider: true,
};
const text = "let foo = bar;\nfoo(bar);\n";

async function withScript(
  on: FakeScript["on"],
  more: {
    readonly script?: FakeScript;
    readonly others?: readonly FakeServer[];
    readonly definition?: FakeServer["definition"];
  } = {},
) {
  const { script, others = [], definition } = more;
  const fleet = await start([
    { script: { capabilities, ...script, on: on ?? {} }, ...(definition === undefined ? {} : { definition }) },
    ...others,
  ]);
  return { fleet, uri: pathToUri(fleet.workspace.file("a.fake", text).absolute) };
}
async function ask(action: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { text: told, isError } = await call("lsp", { action, file: "a.fake", line: 2, symbol: "foo", ...more });
  expect(isError, told).toBe(false);
  return told;
}
describe("L-14 every wire shape of a place", () => {
  const link = { targetRange: range(0, 0, 14), targetSelectionRange: range(0, 4, 7) };
  test.each([
    ["one location", (uri: string) => ({ uri, range: range(0, 4, 7) })],
    ["a list", (uri: string) => [{ uri, range: range(0, 4, 7) }]],
    [
      "the same twice",
      (uri: string) => [
        { uri, range: range(0, 4, 7) },
        { uri, range: range(0, 4, 7) },
      ],
    ],
    ["links", (uri: string) => [{ targetUri: uri, ...link }]],
    [
      "another spelling of the URI",
      (uri: string) => [{ uri: uri.replace("a.fake", "%61.fake"), range: range(0, 4, 7) }],
    ],
  ])("%s", async (_shape, answer) => {
    const fake: FakeServer = { script: { capabilities } };
    const fleet = await start([fake]);
    const uri = pathToUri(fleet.workspace.file("a.fake", text).absolute);
    fleet.fakes = [{ script: { capabilities, on: { "textDocument/definition": [{ result: answer(uri) }] } } }];
    expect(await ask("definition")).toBe("1 definition of foo (a.fake:2:1), by fake\na.fake:1:5\n  1  let foo = bar;");
  });

  test.each([
    ["null", null],
    ["an empty list", []],
  ])("%s is an empty success", async (_shape, result) => {
    await withScript({ "textDocument/definition": [{ result }] });
    expect(await ask("definition")).toBe("No definition found for foo (a.fake:2:1), by fake.");
  });

  test("a place that is no file", async () => {
    await withScript({
      "textDocument/definition": [{ result: { uri: "jdt://contents/a.class", range: range(3, 0, 1) } }],
    });
    expect(await ask("definition")).toContain("\njdt://contents/a.class:4:1 (outside the workspace)");
  });

  test("a server that needs a moment after it was shown the file is asked again", async () => {
    const fleet = await start([]);
    const uri = pathToUri(fleet.workspace.file("a.fake", text).absolute);
    const found: FakeStep[] = [{ result: { uri, range: range(0, 4, 7) } }];
    const on = {
      "textDocument/definition": [[{ result: null }], found],
      "textDocument/didOpen": [{ wait: 50 }, { publish: [] }],
    } as const;
    fleet.fakes = [{ script: { capabilities, on } }];
    expect(await ask("definition")).toContain("1 definition of foo");
  });
});

describe("L-16 every shape of a hover", () => {
  test.each([
    ["markup", { kind: "markdown", value: "**foo**" }, "**foo**"],
    ["a string", "plain", "plain"],
    ["a marked string", { language: "c", value: "int foo" }, "```c\nint foo\n```"],
    ["a list", ["one", { language: "c", value: "int foo" }], "one\n\n```c\nint foo\n```"],
  ])("%s", async (_shape, contents, wanted) => {
    await withScript({ "textDocument/hover": [{ result: { contents } }] });
    expect(await ask("hover")).toBe(`foo (a.fake:2:1), by fake\n${wanted}`);
  });

  test("10 MB are cut, and it is said how long it was", async () => {
    await withScript({ "textDocument/hover": [{ resultBytes: 10_000_000 }] });
    const told = await ask("hover");
    expect(told.length).toBeLessThan(9_000);
    expect(told).toMatch(/… \(10000000 characters\)$/);
  });

  test("nothing to say", async () => {
    await withScript({ "textDocument/hover": [{ result: null }] });
    expect(await ask("hover")).toBe("fake has nothing to say about foo (a.fake:2:1).");
  });
});

describe("L-18 code actions", () => {
  const problem = { range: range(1, 0, 3), message: "foo is odd", severity: 2 };
  const actions = [
    { title: "Even it", kind: "quickfix", isPreferred: true, diagnostics: [problem] },
    { title: "Move it", kind: "refactor", disabled: { reason: "nothing to move to" } },
    { title: "Run it", command: "run" },
  ];

  test("titles, kinds, preferred and disabled are told; the diagnostics of the line go along; nothing is changed", async () => {
    const fleet = await start([]);
    const file = fleet.workspace.file("a.fake", text).absolute;
    const other = { range: range(0, 0, 3), message: "elsewhere" };
    const on = {
      "textDocument/didOpen": [{ publish: [problem, other], version: "same" }],
      "textDocument/codeAction": [{ result: actions }],
    } as const;
    fleet.fakes = [{ script: { capabilities, on, log: fleet.workspace.log } }];
    expect(await ask("code_actions")).toBe(
      [
        "3 code actions at foo (a.fake:2:1), by fake; none was applied",
        "- Even it [quickfix, preferred]  repairs: foo is odd",
        "- Move it [refactor, disabled: nothing to move to]",
        "- Run it",
        "Problems on the line:",
        "  foo is odd (fake)",
      ].join("\n"),
    );
    const [request] = fleet.workspace.received("textDocument/codeAction");
    expect(request?.params).toMatchObject({ range: range(1, 0, 3), context: { diagnostics: [problem] } });
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  test("L-22 a linter that answers with an error costs only its own actions", async () => {
    const linter: FakeServer = {
      definition: { id: "lint", title: "Lint", role: "linter" },
      script: { capabilities, on: { "textDocument/codeAction": [{ error: { code: -32603, message: "boom" } }] } },
    };
    await withScript(
      { "textDocument/codeAction": [{ result: actions.slice(0, 1) }], "textDocument/didOpen": [{ publish: [] }] },
      { others: [linter] },
    );
    const told = await ask("code_actions");
    expect(told).toMatch(
      /^partial: fake of the servers of the file; not covered: lint \(Lint answered textDocument\/codeAction with an error: boom\)\n/,
    );
    expect(told).toContain("- Even it [quickfix, preferred]");
  });
});

describe("L-21 nothing is changed by asking", () => {
  test("an edit that the server wants to make meanwhile is refused", async () => {
    const fleet = await start([]);
    const file = fleet.workspace.file("a.fake", text).absolute;
    const edit = { changes: { [pathToUri(file)]: [{ range: range(0, 0, 3), newText: "var" }] } };
    const on = {
      "textDocument/hover": [{ ask: "workspace/applyEdit", params: { edit } }, { result: { contents: "hi" } }],
    };
    fleet.fakes = [{ script: { capabilities, on, log: fleet.workspace.log } }];
    expect(await ask("hover")).toContain("hi");
    expect(readFileSync(file, "utf8")).toBe(text);
    const answer = fleet.workspace.received().find(({ id }) => String(id) === "ask-1") as
      | { result?: unknown }
      | undefined;
    expect(answer?.result).toMatchObject({ applied: false });
  });
});

describe("L-22 servers that do not answer", () => {
  test("a call that is given up cancels the request at the server and ends at once", async () => {
    const fleet = await start([]);
    fleet.workspace.file("a.fake", text);
    fleet.fakes = [
      { script: { capabilities, on: { "textDocument/hover": [{ never: true }] }, log: fleet.workspace.log } },
    ];
    const controller = new AbortController();
    const told = call("lsp", { action: "hover", file: "a.fake", line: 2, symbol: "foo" }, controller.signal);
    while (fleet.workspace.received("textDocument/hover").length === 0) await sleep(20);
    controller.abort();
    expect(await told).toMatchObject({ isError: true, details: { errorKind: "cancelled" } });
    while (fleet.workspace.received("$/cancelRequest").length === 0) await sleep(20);
  });

  test("one that dies is named, and the next question starts another", async () => {
    await withScript({ "textDocument/hover": [{ die: 3 }] });
    const told = await call("lsp", { action: "hover", file: "a.fake", line: 2, symbol: "foo" });
    expect(told).toMatchObject({ isError: true, details: { errorKind: "connection_closed" } });
    expect(told.text).toContain("Fake ended with code 3");
  });

  test("one that answers with an error is named with its words", async () => {
    await withScript({ "textDocument/hover": [{ error: { code: -32603, message: "out of cheese" } }] });
    const told = await call("lsp", { action: "hover", file: "a.fake", line: 2, symbol: "foo" });
    expect(told.text).toContain("Error (protocol): Fake answered textDocument/hover with an error: out of cheese");
  });

  test("one that lacks the feature is named", async () => {
    await withScript({}, { script: { capabilities: { textDocumentSync: 1 } } });
    const told = await call("lsp", { action: "hover", file: "a.fake", line: 2, symbol: "foo" });
    expect(told.text).toContain("Error (unsupported): fake (fake) has no hover");
  });
});

describe("a server that is loading its project", () => {
  const begin = { notify: "$/progress", params: { token: "t", value: { kind: "begin", title: "Indexing" } } };
  const end = { notify: "$/progress", params: { token: "t", value: { kind: "end" } } };

  test("is waited for", async () => {
    await withScript({
      initialized: [begin, { wait: 300 }, end],
      "textDocument/hover": [{ result: { contents: "hi" } }],
    });
    expect(await ask("hover")).toBe("foo (a.fake:2:1), by fake\nhi");
  });

  test(
    "an answer of nothing, when it does not come to an end, is pending and not empty",
    { timeout: 40_000 },
    async () => {
      await withScript({ initialized: [begin] });
      const told = await ask("references");
      expect(told).toMatch(
        /^pending: fake: Indexing.* \(waited \d+ ms\); ask again\nfake has found no reference of foo \(a\.fake:2:1\) yet/,
      );
    },
  );

  test("checks that it runs are no loading", async () => {
    const check = { ...begin, params: { token: "t", value: { kind: "begin", title: "cargo check" } } };
    await withScript({ initialized: [check], "textDocument/hover": [{ result: { contents: "hi" } }] });
    expect(await ask("hover")).toContain("hi");
  });
});

describe("symbols", () => {
  test("L-17 flat lists, and a workspace where one server fails", async () => {
    const fleet = await start([]);
    const uri = pathToUri(fleet.workspace.file("a.fake", text).absolute);
    const symbols = [{ name: "foo", kind: 13, containerName: "top", location: { uri, range: range(0, 4, 7) } }];
    fleet.fakes = [
      {
        script: {
          capabilities,
          on: {
            "textDocument/documentSymbol": [{ result: symbols }],
            "workspace/symbol": [{ error: { code: -32603, message: "no" } }],
          },
        },
      },
    ];
    expect(await ask("symbols")).toBe("1 symbol in a.fake, by fake\n  foo  variable 1");
    const told = await call("lsp", { action: "symbols", query: "foo" });
    expect(told).toMatchObject({ isError: true });
    expect(told.text).toContain("Fake answered workspace/symbol with an error: no");
  });
});

test("supertypes: one step, with where they are; nothing there is said apart", async () => {
  const fleet = await start([]);
  const uri = pathToUri(fleet.workspace.file("a.fake", text).absolute);
  const item = { name: "foo", kind: 5, uri, range: range(1, 0, 3), selectionRange: range(1, 0, 3) };
  const base = { name: "Base", kind: 11, uri, range: range(0, 0, 14), selectionRange: range(0, 4, 7) };
  const on = {
    "textDocument/prepareTypeHierarchy": [[{ result: [item] }], [{ result: [] }]],
    "typeHierarchy/supertypes": [{ result: [base] }],
  } as const;
  fleet.fakes = [{ script: { capabilities, on } }];
  expect(await ask("supertypes")).toBe("1 supertype of foo (a.fake:2:1), by fake\nBase, interface  a.fake:1:5");
  expect(await ask("supertypes")).toBe("No supertype found for foo (a.fake:2:1) (foo is no type), by fake.");
});

describe("R-04 R-08 lsp_rename with servers that say no", () => {
  const rename = () => call("lsp_rename", { file: "a.fake", line: 2, symbol: "foo", new_name: "baz" });

  test.each([
    ["an error", [{ error: { code: -32602, message: "not here" } }], "with an error: not here"],
    ["null", [{ result: null }], "nothing that can be renamed"],
    ["another place", [{ result: range(1, 4, 7) }], "would rename what stands beside it"],
  ] as const)("prepareRename answers %s", async (_what, steps, message) => {
    const { fleet } = await withScript({ "textDocument/prepareRename": steps });
    const told = await rename();
    expect(told).toMatchObject({ isError: true, details: { errorKind: "refused" } });
    expect(told.text).toContain(message);
    expect(readFileSync(`${fleet.workspace.root}/a.fake`, "utf8")).toBe(text);
  });

  test("zero edits are said", async () => {
    await withScript({ "textDocument/prepareRename": [{ result: { defaultBehavior: true } }] });
    expect((await rename()).text).toBe("Zero edits: fake has nothing to change for foo. Nothing was changed.");
  });

  test("an edit made for an older text is refused", async () => {
    const fleet = await start([]);
    const file = fleet.workspace.file("a.fake", text).absolute;
    const edit = { changes: { [pathToUri(file)]: [{ range: range(0, 10, 13), newText: "baz" }] } };
    const on = {
      "textDocument/prepareRename": [{ result: range(1, 0, 3) }],
      "textDocument/rename": [{ result: edit }],
    } as const;
    fleet.fakes = [{ script: { capabilities, on } }];
    const told = await rename();
    expect(told).toMatchObject({ isError: true, details: { errorKind: "conflict" } });
    expect(told.text).toContain('a.fake: the server\'s edit is for an older text of the file: it replaces "bar"');
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  test("R-06 documentChanges with a file that is renamed along", async () => {
    const fleet = await start([]);
    const file = fleet.workspace.file("a.fake", text).absolute;
    fleet.workspace.file("foo.fake", "foo\n");
    const uri = pathToUri(file);
    const edits = [
      { range: range(0, 4, 7), newText: "baz" },
      { range: range(1, 0, 3), newText: "baz" },
    ];
    const documentChanges = [
      { textDocument: { uri, version: 1 }, edits },
      { kind: "rename", oldUri: uri.replace("a.fake", "foo.fake"), newUri: uri.replace("a.fake", "baz.fake") },
    ];
    const on = {
      "textDocument/prepareRename": [{ result: range(1, 0, 3) }],
      "textDocument/rename": [{ result: { documentChanges } }],
    } as const;
    fleet.fakes = [{ script: { capabilities, on } }];
    const told = await rename();
    expect(told.text.replace(/\nundo_id: undo_\w+$/, "")).toBe(
      "Renamed foo to baz: 2 edits in 3 files, by fake\na.fake  2 edits\nbaz.fake  was foo.fake\nfoo.fake  removed",
    );
    expect(readFileSync(file, "utf8")).toBe("let baz = bar;\nbaz(bar);\n");
  });
});
