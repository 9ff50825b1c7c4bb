import { expect, test } from "vitest";
import { ServerGate } from "./server-gate.ts";

const never = new AbortController().signal;

test("queries are inside side by side, and enter without waiting", () => {
  const gate = new ServerGate();
  expect([gate.tryEnter(), gate.tryEnter()]).toEqual([expect.any(Function), expect.any(Function)]);
});

test("it closes when the last query has left, and queries that come wait until it opens", async () => {
  const gate = new ServerGate();
  const order: string[] = [];
  const leaves = [gate.tryEnter(), gate.tryEnter()];
  const closing = gate.close(never).then((open) => {
    order.push("closed");
    return open;
  });
  leaves[0]?.();
  // Nobody waits for somebody who only waits himself.
  gate.tryEnter()?.();
  expect(gate.isClosed).toBe(false);
  order.push("left");
  leaves[1]?.();
  const open = await closing;
  expect(gate.tryEnter()).toBeUndefined();
  const entering = gate.enter(never).then(() => order.push("entered"));
  order.push("open");
  open();
  await entering;
  expect(order).toEqual(["left", "closed", "open", "entered"]);
});

test("one closes it after the other", async () => {
  const gate = new ServerGate();
  const first = await gate.close(never);
  let isSecond = false;
  const second = gate.close(never).then((open) => {
    isSecond = true;
    return open;
  });
  await Promise.resolve();
  expect(isSecond).toBe(false);
  first();
  (await second)();
  expect(gate.isClosed).toBe(false);
});

test("who gives up waiting is not counted", async () => {
  const gate = new ServerGate();
  const open = await gate.close(never);
  const why = new Error("enough");
  await expect(gate.enter(AbortSignal.abort(why))).rejects.toBe(why);
  await expect(gate.close(AbortSignal.abort(why))).rejects.toBe(why);
  open();
  (await gate.close(never))();
});
