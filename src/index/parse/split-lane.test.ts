import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { languages } from "../../syntax/languages.ts";
import { TreeFacts } from "../../syntax/tree-facts.ts";
import type { BatchRequest } from "./batch-reader.ts";
import { SplitLane } from "./split-lane.ts";
import { ThreadLane } from "./thread-lane.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "reticle-split-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const threads: ThreadLane[] = [];
afterEach(async () => {
  await Promise.all(threads.splice(0).map((thread) => thread.dispose()));
});

function startThread(): ThreadLane {
  const thread = new ThreadLane();
  threads.push(thread);
  return thread;
}

function request(files: Readonly<Record<string, { readonly text: string; readonly language?: string }>>): BatchRequest {
  for (const [path, { text }] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return {
    root,
    files: Object.entries(files).map(([path, { language }], at) => ({
      id: at + 1,
      path,
      language: language ?? null,
      isParsed: language !== undefined,
      hash: null,
    })),
  };
}

test("what is read from a thread's trees is what the thread reads itself, in every language", async () => {
  const shared = languages.filter(({ isIsolated }) => isIsolated !== true);
  const samples = shared.map(({ id, extensions, sample }) => [
    `src/${id}/sample${extensions[0]}`,
    { text: `${sample}\n`, language: id },
  ]);
  const odd = {
    "odd/empty.js": { text: "", language: "javascript" },
    "odd/broken.ts": { text: "export function f( {\n class A { m() {", language: "typescript" },
    "odd/deep.js": { text: "[".repeat(20_000), language: "javascript" },
    "odd/astral.py": { text: "# 😀\ndef größe(x):\n    return x\ngröße('𝒜')\n", language: "python" },
    "odd/notes.txt": { text: "words of a document\n" },
    "odd/binary.js": { text: "\u0000\u0001", language: "javascript" },
  };
  const all = request({ ...Object.fromEntries(samples), ...odd });
  const gone = { id: 1_000, path: "odd/gone.js", language: "javascript", isParsed: true, hash: null };
  const asked = { ...all, files: [...all.files, gone] };
  const whole = await startThread().parse(asked);
  const split = new SplitLane(startThread());
  expect(await split.parse(asked)).toEqual(whole);
  expect(whole.batch.files.filter(({ outcome }) => outcome === "indexed").length).toBeGreaterThan(shared.length - 1);
  // Later batches come without the names of the grammars.
  const [first, second] = await Promise.all([split.parse(all), split.parse(all)]);
  expect([first, second]).toEqual([second, await startThread().parse(all)]);
});

test("a file that is as the index knows it is not parsed", async () => {
  const files = request({ "same/a.js": { text: "export const a = 1;\n", language: "javascript" } });
  const split = new SplitLane(startThread());
  const { batch } = await split.parse(files);
  const known = files.files.map((file) => ({ ...file, hash: batch.files[0]?.hash ?? null }));
  expect((await split.parse({ ...files, files: known })).batch.files).toMatchObject([{ outcome: "unchanged" }]);
});

test("a tree that takes too long to read is told, and so is one whose grammar is unknown", async () => {
  const thread = startThread();
  const { files, grammars } = await thread.parseTrees(
    request({ "late/a.js": { text: "export const a = f(1);\n", language: "javascript" } }),
  );
  const [file] = files;
  const language = languages.find(({ id }) => id === "javascript");
  if (file?.outcome !== "tree" || language === undefined) throw new Error("there is no tree");
  const source = { text: file.text, path: join(root, file.head.path) };
  const late = new TreeFacts(-1);
  await expect(late.read(file.tree, source, language)).rejects.toMatchObject({ kind: "internal" });
  for (const [, names] of grammars) late.addGrammar(language, names);
  await expect(late.read(file.tree, source, language)).rejects.toMatchObject({ kind: "timeout" });
});
