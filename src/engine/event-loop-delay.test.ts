import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { EventLoopDelay } from "./event-loop-delay.ts";

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}
const maxOf = (delay: EventLoopDelay): number =>
  Number(/max ([\d.]+) ms/.exec(delay.health().value)?.[1] ?? Number.NaN);

describe("EventLoopDelay", () => {
  it("says that nothing was measured instead of a zero", () => {
    const delay = new EventLoopDelay();
    expect(delay.health().value).toBe("not measured yet: no call has taken long enough");
    delay.enter()();
    expect(delay.health().value).toContain("not measured yet");
  });

  it("sees a call that blocks the loop, and not what happens between calls", async () => {
    const delay = new EventLoopDelay();
    const leave = delay.enter();
    await sleep(20);
    block(60);
    await sleep(20);
    leave();
    leave();
    const worst = maxOf(delay);
    expect(worst).toBeGreaterThanOrEqual(50);

    block(400);
    await sleep(20);
    expect(maxOf(delay)).toBe(worst);
  });

  it("sees a call that never lets go of the loop", () => {
    const delay = new EventLoopDelay();
    const leave = delay.enter();
    block(60);
    leave();
    expect(maxOf(delay)).toBeGreaterThanOrEqual(50);
  });

  it("measures on while one of two calls still runs", async () => {
    const delay = new EventLoopDelay();
    const [first, second] = [delay.enter(), delay.enter()];
    first();
    first();
    await sleep(20);
    block(60);
    await sleep(20);
    second();
    expect(maxOf(delay)).toBeGreaterThanOrEqual(50);
  });
});
