import { afterEach, describe, expect, test } from "vitest";
import { DegradationLedger } from "../base/degradations.ts";
import type { EchoRequest } from "../../test/fakes/echo-worker.ts";
import { until } from "../../test/helpers/until.ts";
import { type ChildProcesses, createChildProcesses } from "./children.ts";
import { moduleUrl } from "./module-url.ts";
import { createWorkerProcess, type WorkerProcessOptions } from "./worker-process.ts";

const echoWorker = moduleUrl("../../test/fakes/echo-worker", import.meta.url);
const open: { dispose(): Promise<void> }[] = [];

function start(options: Partial<WorkerProcessOptions> = {}) {
  const children: ChildProcesses = createChildProcesses();
  const degradations = new DegradationLedger();
  const worker = createWorkerProcess<EchoRequest, unknown>({
    children,
    module: echoWorker,
    label: "echo",
    degradations,
    ...options,
  });
  open.push(worker, children);
  return { worker, children, degradations };
}

afterEach(async () => {
  for (const part of open.splice(0)) await part.dispose();
});

describe("a worker process", () => {
  test("is started by the first request and answers with what the handler returns", async () => {
    const { worker, children } = start();
    expect(children.running).toBe(0);
    expect(await worker.request({ do: "echo", text: "a\n\u001e\u2028 ü 😀" })).toBe("a\n\u001e\u2028 ü 😀");
    expect(await worker.request({ do: "pid" })).toBe(worker.pid);
    expect(children.running).toBe(1);
  });

  test("ends at its own word where nothing is under way, and the next request starts another", async () => {
    const notices: string[] = [];
    const { worker, degradations } = start({ onNotice: () => notices.push("notice") });
    expect(await worker.end()).toBe(false);
    const first = await worker.request({ do: "notify" });
    await until("the notice is there", () => notices.length === 1);
    const busy = worker.request({ do: "wait", ms: 100 });
    await new Promise((resolve) => setImmediate(resolve));
    expect(await worker.end()).toBe(false);
    await busy;
    expect(await worker.end()).toBe(true);
    expect(worker.pid).toBeUndefined();
    expect(await worker.request({ do: "pid" })).not.toBe(first);
    expect(degradations.summary()).toEqual([]);
  });

  test("carries the mark of its host and no Node options of the host", async () => {
    const { worker } = start();
    const environment = (await worker.request({ do: "environment" })) as { marker: string; nodeOptions: string };
    expect(environment.marker).toMatch(new RegExp(`^${process.pid}-[0-9a-f]{16}$`));
    expect(environment.nodeOptions).toBe("");
  });

  test("takes payloads of several MB both ways without blocking the host for long", async () => {
    const { worker } = start();
    const text = 'line of code with "quotes" and \\ ü\n'.repeat(150_000);
    await worker.request({ do: "echo", text: "warm" });
    let longest = 0;
    let last = performance.now();
    const ticker = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    const answer = await worker.request({ do: "echo", text });
    clearInterval(ticker);
    expect(answer).toBe(text);
    expect(longest).toBeLessThan(250);
  });

  test("gives the child as many requests at once as its concurrency", async () => {
    for (const concurrency of [1, 3]) {
      const { worker } = start({ concurrency });
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => worker.request({ do: "wait", ms: 20 })));
      expect(Math.max(...(answers as number[]))).toBe(concurrency);
    }
  });

  test("passes on the facts of a ReticleError and names other errors internal", async () => {
    const { worker } = start();
    await expect(worker.request({ do: "throw" })).rejects.toMatchObject({
      kind: "too_large",
      message: "the file is too large",
      hint: "take less",
      data: { bytes: 7 },
    });
    await expect(worker.request({ do: "throw-plain" })).rejects.toMatchObject({
      kind: "internal",
      message: "a plain error",
    });
  });

  test("survives what its dependencies print, and reports what lands on stdout", async () => {
    const { worker, degradations } = start();
    expect(await worker.request({ do: "console" })).toBe("printed");
    expect(degradations.count("worker-junk")).toBe(0);
    expect(await worker.request({ do: "junk" })).toBe("after junk");
    expect(degradations.summary()).toMatchObject([
      { kind: "worker-junk", latest: [{ reason: "half a line, then the answer " }] },
    ]);
  });

  test("that dies rejects what is pending with its exit code and last words, and is started anew", async () => {
    const { worker, degradations } = start({ concurrency: 2 });
    const first = await worker.request({ do: "pid" });
    const bystander = worker.request({ do: "hang" });
    const killer = worker.request({ do: "exit", code: 9 });
    const expected = { kind: "connection_closed", data: { exitCode: 9, signal: null, stderr: "last words" } };
    await expect(killer).rejects.toMatchObject(expected);
    await expect(bystander).rejects.toMatchObject(expected);
    expect(await worker.request({ do: "pid" })).not.toBe(first);
    expect(degradations.count("worker-lost")).toBe(1);
  });

  test("that is killed from outside rejects what is pending with the signal", async () => {
    const { worker } = start();
    await worker.request({ do: "pid" });
    const pending = worker.request({ do: "hang" });
    process.kill(worker.pid!, "SIGKILL");
    await expect(pending).rejects.toMatchObject({
      kind: "connection_closed",
      data: { exitCode: null, signal: "SIGKILL" },
    });
  });

  test("that misses a deadline is killed, also in an endless loop; those in line are served by the next", async () => {
    const { worker } = start({ deadlineMs: 10_000 });
    const first = await worker.request({ do: "pid" });
    const stuck = worker.request({ do: "spin" }, { deadlineMs: 150 });
    const next = worker.request({ do: "pid" });
    await expect(stuck).rejects.toMatchObject({ kind: "timeout", data: { timeoutMs: 150 } });
    expect(await next).not.toBe(first);
  });

  test("lets an abandoning caller go at once, and keeps its slot until the child is free", async () => {
    const { worker } = start();
    const first = await worker.request({ do: "pid" });
    const gone = new AbortController();
    const abandoned = worker.request({ do: "wait", ms: 150 }, { signal: gone.signal });
    const inLine = new AbortController();
    const waiting = worker.request({ do: "pid" }, { signal: inLine.signal });
    const began = performance.now();
    gone.abort(new Error("not needed"));
    inLine.abort(new Error("nor this"));
    await expect(abandoned).rejects.toThrow("not needed");
    await expect(waiting).rejects.toThrow("nor this");
    expect(performance.now() - began).toBeLessThan(100);
    expect(await worker.request({ do: "pid" })).toBe(first);
    expect(performance.now() - began).toBeGreaterThan(100);
  });

  test("ends after its idle time, gives its memory back and comes back on demand", async () => {
    const { worker, children } = start({ idleMs: 50 });
    const first = await worker.request({ do: "pid" });
    await until("the child is gone", () => children.running === 0);
    expect(worker.pid).toBeUndefined();
    expect(await worker.request({ do: "pid" })).not.toBe(first);
  });

  test("ends by itself when its stdin closes", async () => {
    const { children } = start();
    const child = await children.spawn(process.execPath, [echoWorker.pathname], { cwd: "/", label: "echo" });
    child.stdin?.write('\u001e{"id":1,"payload":{"do":"pid"}}\n');
    const answer = await new Promise((resolve) => child.stdout.once("data", resolve));
    expect(String(answer)).toBe(`\u001e{"id":1,"result":${child.pid}}\n`);
    child.stdin?.end();
    expect(await child.exited).toEqual({ code: 0, signal: null });
  });

  test("that cannot start fails each request with its words, and backs off before the next try", async () => {
    const { worker } = start({ module: moduleUrl("../../test/fakes/crash-at-start-worker", import.meta.url) });
    const failed = { kind: "connection_closed", data: { exitCode: 3, stderr: "cannot start" } };
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await expect(worker.request({ do: "pid" })).rejects.toMatchObject(failed);
    }
    const began = performance.now();
    await expect(worker.request({ do: "pid" })).rejects.toMatchObject(failed);
    expect(performance.now() - began).toBeGreaterThan(190);
  });

  test("rejects what is pending and in line when it is disposed, and every later request", async () => {
    const { worker, children } = start();
    await worker.request({ do: "pid" });
    const pending = worker.request({ do: "hang" });
    const waiting = worker.request({ do: "pid" });
    const settled = Promise.allSettled([pending, waiting]);
    await worker.dispose();
    for (const outcome of await settled) expect(outcome).toMatchObject({ reason: { kind: "cancelled" } });
    await expect(worker.request({ do: "pid" })).rejects.toMatchObject({ kind: "cancelled" });
    expect(children.running).toBe(0);
  });
});

test("a module is addressed with the extension of the module that asks", () => {
  expect(moduleUrl("./parse-worker", "file:///a/b/syntax.ts").href).toBe("file:///a/b/parse-worker.ts");
  expect(moduleUrl("./parse-worker", "file:///a/b/syntax.js").href).toBe("file:///a/b/parse-worker.js");
});
