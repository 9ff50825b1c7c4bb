import { hash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TextChange } from "../workspace/changes/change-set.ts";
import type { SourceDocument } from "../workspace/document.ts";
import { RunStagedEdits } from "./staged-edits.ts";

const opened: RunStagedEdits[] = [];
let temporary: string;
beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), "reticle-staged-test-"));
  vi.stubEnv("TMPDIR", temporary);
});
function openStaged(maxMemoryBytes?: number): RunStagedEdits {
  const staged = new RunStagedEdits(maxMemoryBytes === undefined ? {} : { maxMemoryBytes });
  opened.push(staged);
  return staged;
}
afterEach(async () => {
  for (const staged of opened.splice(0)) await staged[Symbol.asyncDispose]();
  vi.unstubAllEnvs();
  await rm(temporary, { recursive: true });
});

function documentOf(path: string, text: string): SourceDocument {
  const bytes = Buffer.from(text);
  return {
    path,
    text,
    hash: hash("sha1", bytes, "hex"),
    bytes: bytes.length,
    encoding: "utf-8",
    hasBom: false,
    eol: "\n",
  };
}
function change(name: string, after: string | undefined): TextChange {
  const path = `/root/${name}`;
  return { path, shown: name, before: documentOf(path, `old ${name}`), after };
}
const edit = (...files: TextChange[]) => ({ label: "ast_edit", files, summary: () => `${files.length} files` });

test("AE-03 ids count from edit_1, one after the other, also when staged side by side", async () => {
  const staged = openStaged();
  const ids = await Promise.all(["a", "b", "c"].map((name) => staged.stage(edit(change(name, name)))));
  expect(new Set(ids)).toEqual(new Set(["edit_1", "edit_2", "edit_3"]));
  expect(staged.pending().map(({ id }) => id)).toEqual(["edit_1", "edit_2", "edit_3"]);
});

test("without a file nothing is staged, and no id is used up", async () => {
  const staged = openStaged();
  expect(await staged.stage(edit())).toBeUndefined();
  expect(await staged.stage(edit(change("a", "new")))).toBe("edit_1");
});

test("files that fail on the way leave nothing and use up no id", async () => {
  const staged = openStaged(0);
  function* failing(): Generator<TextChange> {
    yield change("a", "new");
    throw new Error("broken");
  }
  await expect(staged.stage({ label: "x", files: failing(), summary: () => "" })).rejects.toThrow("broken");
  expect(staged.pending()).toEqual([]);
  expect(await staged.stage(edit(change("a", "new")))).toBe("edit_1");
});

test.each([
  ["in memory", 1_000_000],
  ["partly on the disk", 12],
  ["all on the disk", 0],
])("a change comes back as it was staged: %s", async (_where, maxMemoryBytes) => {
  const staged = openStaged(maxMemoryBytes);
  const files = [
    change("a.ts", "new text é"),
    change("gone.ts", undefined),
    change("b.ts", "x".repeat(5_000)),
    change("empty.ts", ""),
  ];
  const made: TextChange = {
    path: "/root/made.ts",
    shown: "made.ts",
    before: undefined,
    after: "made",
    from: "/root/gone.ts",
  };
  const id = await staged.stage(edit(...files, made));
  const { label, files: back } = await staged.find(id ?? "").changeSet();
  expect(label).toBe("ast_edit");
  expect(back.map(({ shown, before, after, from }) => [shown, before, after?.toString(), from])).toEqual(
    [...files, made].map(({ shown, before, after, from }) => [shown, before?.hash, after, from]),
  );
  expect(await readdir(temporary)).toEqual([]);
});

test("memory that an edit gave back is used again", async () => {
  const staged = openStaged(10);
  for (let round = 1; round <= 3; round += 1) {
    const id = await staged.stage(edit(change("a", "0123456789")));
    expect(id).toBe(`edit_${round}`);
    await staged.discard(id ?? "");
  }
  expect(staged.pending()).toEqual([]);
});

test("RS-01 an unknown id lists what is pending", async () => {
  const staged = openStaged();
  expect(() => staged.find("edit_1")).toThrow('no edit "edit_1" is staged in this run; none is pending');
  await staged.stage(edit(change("a", "new")));
  await staged.stage(edit(change("b", "new"), change("c", "new")));
  const listed = "pending: edit_1 (ast_edit: 1 files), edit_2 (ast_edit: 2 files)";
  expect(() => staged.find("edit_9")).toThrow(`no edit "edit_9" is staged in this run; ${listed}`);
  await expect(staged.discard("edit_9")).rejects.toMatchObject({
    kind: "not_found",
    data: { pending: ["edit_1", "edit_2"] },
  });
});

test("at most 32 wait at once", async () => {
  const staged = openStaged();
  for (let index = 0; index < 32; index += 1) await staged.stage(edit(change(`${index}`, "new")));
  await expect(staged.stage(edit(change("more", "new")))).rejects.toMatchObject({
    kind: "refused",
    message: expect.stringContaining("32 edits are staged already; pending: edit_1 (") as string,
  });
  await staged.discard("edit_7");
  expect(await staged.stage(edit(change("more", "new")))).toBe("edit_33");
});

test("nothing can be staged when the run has ended, not even what was begun before", async () => {
  const staged = openStaged(0);
  const { promise, resolve } = Promise.withResolvers<TextChange>();
  async function* late(): AsyncGenerator<TextChange> {
    yield change("a", "new");
    yield await promise;
  }
  const staging = staged.stage({ label: "x", files: late(), summary: () => "" });
  const outcome = expect(staging).rejects.toMatchObject({ kind: "cancelled" });
  await staged[Symbol.asyncDispose]();
  resolve(change("b", "new"));
  await outcome;
  await expect(staged.stage(edit(change("a", "new")))).rejects.toMatchObject({ kind: "cancelled" });
  expect(staged.pending()).toEqual([]);
});
