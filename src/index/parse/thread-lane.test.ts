import { Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import type { BatchRequest, BatchResponse } from "./batch-reader.ts";
import { ThreadLane } from "./thread-lane.ts";

const lanes: ThreadLane[] = [];
afterEach(async () => {
  await Promise.all(lanes.splice(0).map((lane) => lane.dispose()));
});

/** Says in `names` which of its own requests it was at, and does what the path of the first file says. */
const ODD_THREAD = `
const { parentPort } = require("node:worker_threads");
let count = 0;
parentPort.on("message", ({ files: [{ path }] }) => {
  count += 1;
  if (path === "kills") process.exit(3);
  if (path === "throws") throw new Error("thrown in the thread");
  if (path === "fails") return parentPort.postMessage({ error: "failed in the thread" });
  parentPort.postMessage({ batch: { names: [path, String(count)] }, unread: path === "spoils" ? [0] : [] });
});
`;

function oddLane(): { readonly lane: ThreadLane; readonly started: () => number } {
  let started = 0;
  const lane = new ThreadLane(() => {
    started += 1;
    return new Worker(ODD_THREAD, { eval: true });
  });
  lanes.push(lane);
  return { lane, started: () => started };
}

const request = (path: string): BatchRequest => ({
  root: "/",
  files: [{ id: 1, path, language: null, isParsed: false, hash: null }],
});
const namesIn = ({ batch }: BatchResponse): readonly string[] => batch.names;

test("batches are answered in their order by one thread, which has the next before the last is taken in", async () => {
  const { lane, started } = oddLane();
  const answers = await Promise.all(["a", "b", "c"].map((path) => lane.parse(request(path))));
  expect(answers.map(namesIn)).toEqual([
    ["a", "1"],
    ["b", "2"],
    ["c", "3"],
  ]);
  expect(started()).toBe(1);
});

test.each([
  ["kills", { kind: "connection_closed", message: "the thread ended with 3" }],
  ["throws", { kind: "internal", message: "thrown in the thread" }],
  ["fails", { kind: "internal", message: "failed in the thread" }],
])("a batch that %s the thread is refused alone: those behind it begin again in another", async (path, refusal) => {
  const { lane, started } = oddLane();
  const answers = await Promise.allSettled(["a", path, "b", "c"].map((each) => lane.parse(request(each))));
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(answers[1]).toMatchObject({ reason: refusal });
  expect(answers.flatMap((answer) => (answer.status === "fulfilled" ? [namesIn(answer.value)] : []))).toEqual([
    ["a", "1"],
    ["b", "1"],
    ["c", "2"],
  ]);
  expect(started()).toBe(2);
});

test("after a grammar has failed nothing more is parsed in its thread", async () => {
  const { lane, started } = oddLane();
  const [spoilt, next] = await Promise.all(["spoils", "a"].map((path) => lane.parse(request(path))));
  expect(spoilt?.unread).toEqual([0]);
  expect(next && namesIn(next)).toEqual(["a", "1"]);
  expect(started()).toBe(2);
});

test("what waits when the thread is ended is refused, and the next batch starts another", async () => {
  const { lane, started } = oddLane();
  const waiting = Promise.allSettled([lane.parse(request("a")), lane.parse(request("b"))]);
  await lane.rest();
  expect((await waiting).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(namesIn(await lane.parse(request("c")))).toEqual(["c", "1"]);
  expect(started()).toBe(2);
});

test("the thread that parses answers batches in their order, one by one, whatever it was warmed for", async () => {
  const lane = new ThreadLane();
  lanes.push(lane);
  void lane.warm(["typescript", "no such language"]);
  const answers = await Promise.all(
    [1, 2, 3].map((id) => lane.parse({ root: import.meta.dirname, files: [fileToParse(id)] })),
  );
  expect(answers.map(({ batch }) => batch.files[0]?.id)).toEqual([1, 2, 3]);
  expect(answers.map(({ batch }) => batch.names.includes("ThreadLane"))).toEqual([true, true, true]);
});

const fileToParse = (id: number): BatchRequest["files"][number] => ({
  id,
  path: "thread-lane.ts",
  language: "typescript",
  isParsed: true,
  hash: null,
});
