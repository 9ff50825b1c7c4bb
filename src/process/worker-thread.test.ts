import { afterEach, describe, expect, test } from "vitest";
import type { EchoRequest } from "../../test/fakes/echo-worker.ts";
import { until } from "../../test/helpers/until.ts";
import { moduleUrl } from "./module-url.ts";
import { createWorkerThread, type WorkerThreadOptions } from "./worker-thread.ts";

const echoWorker = moduleUrl("../../test/fakes/echo-worker", import.meta.url);
const LONG_MS = 20_000;
const open: { dispose(): Promise<void> }[] = [];

function start(options: Partial<WorkerThreadOptions> = {}) {
  const thread = createWorkerThread<EchoRequest, unknown>({ module: echoWorker, label: "echo", ...options });
  open.push(thread);
  return thread;
}

afterEach(async () => {
  for (const part of open.splice(0)) await part.dispose();
});

describe("a worker thread", () => {
  test("is started by the first request, in this process, and answers what the handler returns", async () => {
    const thread = start();
    expect(thread.isRunning).toBe(false);
    expect(await thread.request({ do: "echo", text: "a\n\u001e ü 😀" }, LONG_MS)).toBe("a\n\u001e ü 😀");
    expect(await thread.request({ do: "pid" }, LONG_MS)).toBe(process.pid);
    expect(await thread.request({ do: "console" }, LONG_MS)).toBe("printed");
    expect(thread.isRunning).toBe(true);
  });

  test("ends at a word once it has answered, and the next request starts another", async () => {
    const notices: string[] = [];
    const thread = start({ onNotice: () => notices.push("notice") });
    await thread.end();
    const busy = thread.request({ do: "wait", ms: 100 }, LONG_MS);
    await Promise.all([thread.end(), thread.request({ do: "notify" }, LONG_MS)]);
    expect(await busy).toBe(1);
    await until("the notice is there", () => notices.length === 1);
    expect(thread.isRunning).toBe(true);
  });

  test("ends when it was not asked for a while", async () => {
    const thread = start({ idleMs: 50 });
    await thread.request({ do: "pid" }, LONG_MS);
    await until("it has ended", () => !thread.isRunning);
    expect(await thread.request({ do: "pid" }, LONG_MS)).toBe(process.pid);
  });

  test("passes on the facts of a ReticleError and names other errors internal", async () => {
    const thread = start();
    await expect(thread.request({ do: "throw" }, LONG_MS)).rejects.toMatchObject({
      kind: "too_large",
      message: "the file is too large",
      hint: "take less",
      data: { bytes: 7 },
    });
    await expect(thread.request({ do: "throw-plain" }, LONG_MS)).rejects.toMatchObject({
      kind: "internal",
      message: "a plain error",
    });
  });

  test("that dies rejects what is pending, with its last words, and is started anew", async () => {
    const thread = start();
    const bystander = thread.request({ do: "hang" }, LONG_MS);
    const killer = thread.request({ do: "exit", code: 9 }, LONG_MS);
    const expected = { kind: "connection_closed", message: expect.stringContaining("exit code 9") as string };
    await expect(killer).rejects.toMatchObject(expected);
    await expect(bystander).rejects.toMatchObject(expected);
    expect(await thread.request({ do: "pid" }, LONG_MS)).toBe(process.pid);
  });

  test("that misses a deadline is stopped, also in an endless loop", async () => {
    const thread = start();
    await thread.request({ do: "pid" }, LONG_MS);
    const stuck = thread.request({ do: "spin" }, 150);
    await expect(stuck).rejects.toMatchObject({ kind: "timeout", data: { timeoutMs: 150 } });
    expect(await thread.request({ do: "pid" }, LONG_MS)).toBe(process.pid);
  });

  test("is ended by its owner, after which nothing can be asked", async () => {
    const thread = start();
    const pending = thread.request({ do: "hang" }, LONG_MS);
    const rejected = expect(pending).rejects.toMatchObject({ kind: "connection_closed" });
    await thread.dispose();
    await rejected;
    expect(thread.isRunning).toBe(false);
    await expect(thread.request({ do: "pid" }, LONG_MS)).rejects.toMatchObject({ kind: "cancelled" });
  });
});
