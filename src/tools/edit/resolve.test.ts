import { access, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Told, toTold } from "../../../test/helpers/workspace-run.ts";
import { complete } from "../../base/coverage.ts";
import { createEngine, type Engine } from "../../engine/engine.ts";
import { openRun, type Run } from "../../run/run.ts";
import { defineTool } from "../core/declaration.ts";
import { resolve } from "./resolve.ts";

/** Proposes to create one file and to delete another. */
const propose = defineTool({
  name: "propose",
  title: "Propose",
  tier: "write",
  description: "Proposes.",
  example: {},
  input: { type: "object", properties: {} },
  needs: ["workspace"],
  parallel: true,
  run: async (_input, { workspace, cwd, staged }) => {
    const old = await workspace.resolve("old.ts", "path", cwd);
    const made = await workspace.resolveWritable("deep/made.ts", "path", cwd);
    const files = [
      { path: old.absolute, shown: old.shown, before: await workspace.read(old, "path"), after: undefined },
      { path: made.absolute, shown: made.shown, before: undefined, after: "made\n" },
    ];
    const id = await staged.stage({ label: "propose", files, summary: () => "2 files" });
    return { coverage: complete, facts: id };
  },
  format: ({ facts }) => String(facts),
});

let home: string;
let root: string;
let engine: Engine;
let run: Run;
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), "reticle-resolve-")));
  root = join(home, "project");
  await mkdir(root);
  await writeFile(join(root, "old.ts"), "old\n");
  engine = await createEngine({ env: { HOME: home }, tools: [propose, resolve], bounds: [root] });
  run = await openRun(engine, { surface: "main", dialect: "own", cwd: root });
});
afterEach(async () => {
  await run.dispose();
  await engine.dispose();
  await rm(home, { recursive: true });
});
const accept = async (): Promise<Told> => toTold(await run.call("resolve", { edit_id: "edit_1", action: "accept" }));

test("creations and deletions are accepted together", async () => {
  expect(toTold(await run.call("propose", {})).text).toBe("edit_1");
  expect((await accept()).text).toMatch(
    /^Accepted edit_1 \(propose: 2 files\)\nold\.ts {2}deleted\ndeep\/made\.ts {2}created\nundo_id: /,
  );
  await expect(access(join(root, "old.ts"))).rejects.toMatchObject({ code: "ENOENT" });
  expect(await readFile(join(root, "deep/made.ts"), "utf8")).toBe("made\n");
});

test("RS-02 refused when a file that the change creates is there by then", async () => {
  await run.call("propose", {});
  await mkdir(join(root, "deep"));
  await writeFile(join(root, "deep/made.ts"), "theirs\n");
  const { text, isError } = await accept();
  expect([isError, text]).toEqual([
    true,
    "Error (conflict): Refused edit_1: deep/made.ts exists already. No file was written. Discard it and run propose again.",
  ]);
  expect(await readFile(join(root, "old.ts"), "utf8")).toBe("old\n");
  expect(await readFile(join(root, "deep/made.ts"), "utf8")).toBe("theirs\n");
});
