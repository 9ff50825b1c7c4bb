import { execFileSync } from "node:child_process";
import {
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { DocumentMemory } from "./document-memory.ts";
import { readDocument } from "./read-document.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "reticle-memory-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test("a file that holds what it held is the same document, and any other content is not", async () => {
  const memory = new DocumentMemory();
  const path = put("a.ts", "one\n");
  const first = await memory.read(path, "a.ts");
  expect(first).toEqual(await readDocument(path, "a.ts"));
  expect(await memory.read(path, "a.ts")).toBe(first);
  // The same size, and the same time.
  const { atime, mtime } = statSync(path);
  put("a.ts", "two\n");
  utimesSync(path, atime, mtime);
  expect(await memory.read(path, "a.ts")).toEqual(await readDocument(path, "a.ts"));
  put("a.ts", "one\n");
  expect((await memory.read(path, "a.ts")).text).toBe("one\n");
});

test("what takes the place of a file that is known is refused as ever", async () => {
  const memory = new DocumentMemory();
  const path = put("b.ts", "one\n");
  const replace = async (make: () => void): Promise<unknown> => {
    await memory.read(put("b.ts", "one\n"), "b.ts");
    unlinkSync(path);
    make();
    const error: unknown = await memory.read(path, "b.ts").catch((reason: unknown) => reason);
    rmSync(path, { force: true });
    return error;
  };
  expect(await replace(() => {})).toMatchObject({ kind: "not_found" });
  expect(await replace(() => symlinkSync(put("c.ts", "x"), path))).toMatchObject({ kind: "unsupported" });
  expect(await replace(() => execFileSync("mkfifo", [path]))).toMatchObject({ kind: "unsupported" });
  expect(await replace(() => writeFileSync(path, Buffer.alloc(64)))).toMatchObject({ kind: "unsupported" });
});

test("those that were longest unused are forgotten", async () => {
  const memory = new DocumentMemory(10);
  const [a, b, c] = ["a", "b", "c"].map((name) => put(name, `${name}234\n`)) as [string, string, string];
  const firstA = await memory.read(a, "a");
  const firstB = await memory.read(b, "b");
  expect(await memory.read(a, "a")).toBe(firstA);
  await memory.read(c, "c");
  expect(await memory.read(a, "a")).toBe(firstA);
  expect(await memory.read(b, "b")).not.toBe(firstB);
});

test("readers of one file at the same time get one text each", async () => {
  const memory = new DocumentMemory();
  const path = put("d.ts", "text\n");
  const texts = await Promise.all(Array.from({ length: 5 }, async () => (await memory.read(path, "d.ts")).text));
  expect(texts).toEqual(Array.from({ length: 5 }, () => "text\n"));
});
