import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { filesLackingWords, filesWithWords, type Word } from "./files-with-words.ts";

let root = "";
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "reticle-words-"));
});
afterEach(() => rm(root, { recursive: true }));
const part = (text: string): Word => ({ text, isWhole: false });
const signal = new AbortController().signal;

test("files that hold all words, in order, whatever is between them", async () => {
  const contents = { "a.ts": "one two", "b.ts": "two", "c.ts": "twoone", "empty.ts": "", "ü.ts": "é two öne one" };
  for (const [name, content] of Object.entries(contents)) await writeFile(join(root, name), content);
  const files = [...Object.keys(contents), join(root, "a.ts")];
  const find = (...words: string[]) => filesWithWords({ words: words.map(part), root, files }, signal);
  expect(await find("one", "two")).toEqual(["a.ts", "c.ts", "ü.ts", join(root, "a.ts")]);
  expect(await find("öne")).toEqual(["ü.ts"]);
  expect(await find("three")).toEqual([]);
});

test("a file that cannot be read could hold anything", async () => {
  await writeFile(join(root, "a.ts"), "one");
  expect(await filesWithWords({ words: [part("two")], root, files: ["gone.ts", "a.ts", "."] }, signal)).toEqual([
    "gone.ts",
    ".",
  ]);
});

test("large files are looked through to their end, and small ones after them have nothing of theirs", async () => {
  await writeFile(join(root, "large.ts"), `${"x".repeat(1_000_000)}one`);
  await writeFile(join(root, "small.ts"), "y");
  expect(await filesWithWords({ words: [part("one")], root, files: ["large.ts", "small.ts"] }, signal)).toEqual([
    "large.ts",
  ]);
});

test("ends with its signal", async () => {
  await writeFile(join(root, "a.ts"), "x".repeat(200_000));
  const files = Array.from({ length: 5_000 }, () => "a.ts");
  const controller = new AbortController();
  const found = filesWithWords({ words: [part("one")], root, files }, controller.signal);
  controller.abort(new Error("enough"));
  await expect(found).rejects.toThrow("enough");
});

test("a whole word is no part of a longer one; beside digits before it and letters of other scripts it may be one", async () => {
  const contents = { "a.ts": "cat", "b.ts": "cats at_ at1 _at", "c.ts": "cat at", "d.ts": "1at", "e.ts": "\u00e9at" };
  for (const [name, content] of Object.entries(contents)) await writeFile(join(root, name), content);
  const search = { words: [{ text: "at", isWhole: true }], root, files: Object.keys(contents) };
  expect(await filesWithWords(search, signal)).toEqual(["c.ts", "d.ts", "e.ts"]);
  expect(await filesLackingWords(search, signal)).toEqual([
    { path: "a.ts", bytes: 3 },
    { path: "b.ts", bytes: 16 },
  ]);
});

test("a file that is gone, not UTF-8 or very large may hold what it seems to lack", async () => {
  await writeFile(join(root, "a.ts"), "one");
  await writeFile(join(root, "b.ts"), Buffer.from([0x6f, 0xff]));
  await writeFile(join(root, "c.ts"), "x".repeat(3_000_001));
  await writeFile(join(root, "d.ts"), "");
  const files = ["a.ts", "b.ts", "c.ts", "d.ts", "gone.ts", "."];
  expect(await filesLackingWords({ words: [part("two")], root, files }, signal)).toEqual([
    { path: "a.ts", bytes: 3 },
    { path: "d.ts", bytes: 0 },
  ]);
});

test("a file that has become a pipe is not waited for", async () => {
  execFileSync("mkfifo", [join(root, "a.ts")]);
  const search = { words: [part("one")], root, files: ["a.ts"] };
  expect(await filesLackingWords(search, signal)).toEqual([]);
  expect(await filesWithWords(search, signal)).toEqual(["a.ts"]);
});

test("what is not looked into in time is not lacking a word", async () => {
  await writeFile(join(root, "a.ts"), "x".repeat(200_000));
  const files = Array.from({ length: 5_000 }, () => "a.ts");
  const lacking = await filesLackingWords({ words: [part("one")], root, files, maxMs: 10 }, signal);
  expect(lacking.length).toBeGreaterThan(0);
  expect(lacking.length).toBeLessThan(files.length);
});
