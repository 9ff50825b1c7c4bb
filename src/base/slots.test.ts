import { describe, expect, test } from "vitest";
import { Slots } from "./slots.ts";

describe("Slots", () => {
  test("are granted in the order of asking", async () => {
    const slots = new Slots(1);
    const granted: number[] = [];
    const first = await slots.take();
    const others = [1, 2, 3].map(async (number) => {
      const release = await slots.take();
      granted.push(number);
      release();
    });
    expect(slots.waiting).toBe(3);
    first();
    await Promise.all(others);
    expect(granted).toEqual([1, 2, 3]);
  });

  test("given back twice count once", async () => {
    const slots = new Slots(1);
    const release = await slots.take();
    release();
    release();
    await slots.take();
    const waiting = slots.take(AbortSignal.timeout(20));
    expect(slots.waiting).toBe(1);
    await expect(waiting).rejects.toThrow();
  });

  test("go to the next in line when the one before has aborted in the same step", async () => {
    const slots = new Slots(1);
    const release = await slots.take();
    const abort = new AbortController();
    const aborted = slots.take(abort.signal);
    const next = slots.take();
    abort.abort(new Error("gone"));
    release();
    await expect(aborted).rejects.toThrow("gone");
    await expect(next).resolves.toBeTypeOf("function");
  });

  test("granted and aborted in the same step stay with their owner, who gives them back", async () => {
    const slots = new Slots(1);
    const release = await slots.take();
    const abort = new AbortController();
    const granted = slots.take(abort.signal);
    release();
    abort.abort(new Error("too late"));
    (await granted)();
    await expect(slots.take()).resolves.toBeTypeOf("function");
  });

  test("that are closed refuse everybody", async () => {
    const slots = new Slots(1);
    await slots.take();
    const waiting = slots.take();
    slots.close(new Error("closed"));
    await expect(waiting).rejects.toThrow("closed");
    await expect(slots.take()).rejects.toThrow("closed");
    expect(slots.waiting).toBe(0);
  });
});
