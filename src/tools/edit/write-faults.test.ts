import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { edited, onTexts, publish, useEditRig } from "../../../test/helpers/edit-rig.ts";

const WAIT_MS = 1_500;
const { startWith, call, edit } = useEditRig({ waitMs: WAIT_MS, baselineMs: 1_000 });

/** The server has started then, and what is wrong already is known. */
async function lookFirst(): Promise<void> {
  const { text } = await call("lsp", { action: "diagnostics", file: "a.fake" });
  expect(text).toContain("Fake");
}

test("W-04 without a baseline the list says so", async () => {
  await startWith(onTexts([], [publish("x")]));
  expect(await edit("one", "two")).toBe(
    `${edited}\na.fake: 1 error, not compared with a baseline: older ones may be among them\n  1:1 error 7 x`,
  );
});

test("W-01 nothing confirmed: one line, once; when it is confirmed and then not again, another", async () => {
  await startWith(onTexts([publish()], [], [], [publish()], []));
  await lookFirst();
  const pending =
    /^Edited a\.fake at line 1\nundo_id: undo_<id>\npending: diagnostics of a\.fake: Fake has not published diagnostics for this version of the file \(waited \d+ ms\); ask again$/;
  expect(await edit("one", "two")).toMatch(pending);
  expect(await edit("two", "three")).toBe(edited);
  expect(await edit("three", "four")).toBe(edited);
  expect(await edit("four", "five")).toMatch(pending);
});

test("W-05 a server that does not read: the write is done within its time", async () => {
  const fleet = await startWith(onTexts([publish(), { stopReading: true }]));
  await lookFirst();
  const startedAt = performance.now();
  expect(await edit("one", "two")).toContain(`${edited}\npending: diagnostics of a.fake`);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(readFileSync(join(fleet.workspace.root, "a.fake"), "utf8")).toBe("two\n");
});

test("W-05 a server that dies in the middle of the wait: a success that says so in one line", async () => {
  const fleet = await startWith(onTexts([publish()], [{ wait: 100 }, { die: 3 }]));
  await lookFirst();
  const text = await edit("one", "two");
  expect(text).toMatch(/^Edited a\.fake at line 1\nundo_id: undo_<id>\nunavailable: diagnostics of a\.fake: .*Fake.*$/);
  expect(text.split("\n")).toHaveLength(3);
  expect(readFileSync(join(fleet.workspace.root, "a.fake"), "utf8")).toBe("two\n");
});

test("W-05 a server that never answers is waited for a shorter time after a while", async () => {
  await startWith(onTexts([]));
  for (const [from, to] of [
    ["one", "two"],
    ["two", "three"],
    ["three", "four"],
  ] as const) {
    await edit(from, to);
  }
  const { details } = await call("edit", { path: "a.fake", old_text: "four", new_text: "five" });
  expect(details).toMatchObject({ path: "a.fake" });
  const { text } = await call("pilens_latency", {});
  const waited = Number(/edit {2}a\.fake {2}\(.*run\.diagnostics (\d+)/.exec(text)?.[1]);
  expect(waited).toBeLessThan(WAIT_MS);
});

test("W-08 what comes too late is told with a later result, once", async () => {
  await startWith(onTexts([publish()], [{ wait: 3_000 }, publish("late")]));
  await lookFirst();
  expect(await edit("one", "two")).toContain("\npending: diagnostics of a.fake");
  let text = "";
  for (const end = Date.now() + 15_000; Date.now() < end && !text.includes("Late");) {
    await sleep(50);
    ({ text } = await call("lens_health", {}));
  }
  expect(text).toMatch(/^Late diagnostics, of a change made \d s ago:\na\.fake: 1 new error\n {2}1:1 error 7 late\n/);
  expect((await call("lens_health", {})).text).not.toContain("Late");
});

test("W-08 it is dropped when the file has changed meanwhile, and told with the next change if it is still there", async () => {
  const fleet = await startWith(onTexts([publish()], [{ wait: 3_000 }, publish("late")], [publish("late", "next")]));
  await lookFirst();
  expect(await edit("one", "two")).toContain("\npending: diagnostics of a.fake");
  await sleep(200);
  fleet.workspace.file("a.fake", "other\n");
  await sleep(3_500);
  expect((await call("lens_health", {})).text).not.toContain("Late");
});
