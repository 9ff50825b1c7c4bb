import { hash } from "node:crypto";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Journal } from "../workspace/changes/journal.ts";
import { createEngine, type Engine } from "./engine.ts";

let home: string;
let root: string;
let engine: Engine;
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), "reticle-engine-changes-")));
  root = join(home, "project");
  await mkdir(root);
  engine = await createEngine({ env: { HOME: home }, bounds: [root] });
});
afterEach(async () => {
  await engine.dispose();
  await rm(home, { recursive: true });
});

test("what a killed process has left half written is finished before a workspace is open, and health says so", async () => {
  const journal = new Journal(join(home, ".cache/reticle/changes"));
  const [path, temporary] = [join(root, "a.txt"), join(root, ".reticle-left.tmp")];
  const sha = (text: string): string => hash("sha1", text, "hex");
  const record = {
    id: "undo_left",
    label: "write",
    at: Date.now(),
    folders: [],
    files: [
      {
        path,
        shown: "a.txt",
        temporary,
        before: { hash: sha("old"), mode: 0o644, offset: 0, length: 3 },
        after: { hash: sha("new") },
      },
    ],
  };
  await writeFile(path, "old");
  await writeFile(temporary, "new");
  await journal.prepare();
  await journal.begin(record);
  await journal.writePack(record.id, Buffer.from("old"));
  await journal.turn(record, "intent", "commit");
  await engine.openWorkspace({ cwd: root });
  expect(await readFile(path, "utf8")).toBe("new");
  expect(engine.health()).toContainEqual({
    name: "degraded for all runs",
    value: expect.stringContaining("write was stopped in the middle: finished") as string,
  });
});

test("the index knows a committed file at once", async () => {
  const index = await engine.index();
  const { signal } = new AbortController();
  await writeFile(join(root, "a.ts"), "export const first = 1;\n");
  await index.open(root, { waitMs: Number.POSITIVE_INFINITY, signal });
  const changes = await engine.changes();
  const path = join(root, "b.ts");
  const file = { path, shown: "b.ts", before: undefined, after: Buffer.from("export const second = 2;\n") };
  await changes.commit({ label: "test", files: [file] }, { roots: [root], signal });
  const view = await index.open(root, { signal });
  expect([...(await view.verify(["b.ts"]))]).toEqual([["b.ts", "current"]]);
});
