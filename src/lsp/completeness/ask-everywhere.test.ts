import { afterEach, expect, test } from "vitest";
import { FakeFleet } from "../../../test/helpers/fake-fleet.ts";
import { OutsideFiles } from "../../workspace/outside-files.ts";
import { pathToUri } from "../../workspace/uri.ts";
import { openWorkspace } from "../../workspace/workspace.ts";
import { hover } from "../operations/hover.ts";
import type { Asking, FilesNaming } from "../operations/asking.ts";
import { findReferences } from "../operations/navigate.ts";
import { bySymbol } from "../operations/target.ts";

let fleet: FakeFleet;
afterEach(() => fleet.dispose());

const place = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };

async function askingOf(filesNaming?: FilesNaming, ms = 20_000): Promise<Asking> {
  const { root } = fleet.workspace;
  return {
    servers: fleet.servers,
    workspace: await openWorkspace({ cwd: root }),
    cwd: root,
    workspaceRoot: root,
    signal: AbortSignal.timeout(30_000),
    until: performance.now() + ms,
    outside: new OutsideFiles(),
    ...(filesNaming === undefined ? {} : { filesNaming }),
  };
}

/** A server that tells of a use in another file only when it was shown that file. */
function begin() {
  fleet = new FakeFleet([]);
  const file = fleet.workspace.file("a.fake", "foo\n");
  const other = fleet.workspace.file("b.fake", "foo\n");
  const mine = { uri: pathToUri(file.absolute), range: place };
  const theirs = { uri: pathToUri(other.absolute), range: place };
  const answers = [[{ result: [mine] }], [{ result: [mine, theirs] }]];
  const definition = { quirks: { needsProjectFile: true } };
  fleet.fakes = [{ definition, script: { on: { "textDocument/references": answers }, log: fleet.workspace.log } }];
  return { query: bySymbol("references", file, 1, "foo"), other };
}

test("files that name the symbol are opened and the question is asked again", async () => {
  const { query, other } = begin();
  const outcome = await findReferences(query, await askingOf(() => Promise.resolve({ paths: [other.absolute] })));
  expect(outcome).toMatchObject({ coverage: { state: "complete" }, value: { locations: [{}, {}] } });
  expect(fleet.workspace.received("textDocument/didOpen")).toHaveLength(2);
});

test("what the index does not know is said", async () => {
  const { query } = begin();
  const outcome = await findReferences(
    query,
    await askingOf(() => Promise.resolve({ paths: [], missing: "the rest" })),
  );
  expect(outcome.coverage).toMatchObject({ state: "partial", missing: "the rest" });
  expect(fleet.workspace.received("textDocument/references")).toHaveLength(1);
});

test("a name that too many files have is not followed to its end", async () => {
  const { query } = begin();
  const paths = Array.from({ length: 50 }, (_, at) => fleet.workspace.file(`n${at}.fake`, "foo\n").absolute);
  const outcome = await findReferences(query, await askingOf(() => Promise.resolve({ paths })));
  expect(outcome.coverage).toMatchObject({ state: "partial", missing: "10 files that name it" });
});

test("without an index a missing project file is said", async () => {
  const { query } = begin();
  expect((await findReferences(query, await askingOf())).coverage).toMatchObject({
    state: "partial",
    missing: "files that no open file imports (there is no tsconfig.json or jsconfig.json)",
  });
});

test("L-22 a server that never answers is named when the time is over", async () => {
  fleet = new FakeFleet([{ script: { on: { "textDocument/hover": [{ never: true }] } } }]);
  const file = fleet.workspace.file("a.fake", "foo\n");
  await expect(hover(bySymbol("hover", file, 1, "foo"), await askingOf(undefined, 1_500))).rejects.toMatchObject({
    kind: "timeout",
    message: expect.stringMatching(/^Fake did not answer textDocument\/hover within \d+ ms$/),
  });
});
