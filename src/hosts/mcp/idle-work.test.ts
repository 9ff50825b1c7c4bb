import { expect, it } from "vitest";
import { IdleWork } from "./idle-work.ts";

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function counted() {
  const done = { count: 0 };
  const logged: string[] = [];
  const count = () => {
    done.count += 1;
    return Promise.resolve();
  };
  const work = new IdleWork([count], (line) => logged.push(line));
  return { done, work };
}

it("runs once, a while after the first start", async () => {
  const { done, work } = counted();
  work.start(() => true);
  work.start(() => true);
  expect(done.count).toBe(0);
  await wait(450);
  work.start(() => true);
  await wait(450);
  expect(done.count).toBe(1);
});

it("gives calls that are in flight the precedence", async () => {
  const { done, work } = counted();
  let isIdle = false;
  work.start(() => isIdle);
  await wait(700);
  expect(done.count).toBe(0);
  isIdle = true;
  await wait(450);
  expect(done.count).toBe(1);
});

it("does nothing any more once it is disposed", async () => {
  const { done, work } = counted();
  work.start(() => true);
  work[Symbol.dispose]();
  await wait(450);
  expect(done.count).toBe(0);
});

it("a failure is logged and goes no further", async () => {
  const logged: string[] = [];
  const work = new IdleWork([() => Promise.reject(new Error("no grammar"))], (line) => logged.push(line));
  work.start(() => true);
  await wait(450);
  expect(logged).toEqual(["idle work failed: no grammar"]);
});

it("waits for a quiet moment before each piece of work", async () => {
  const order: string[] = [];
  let isIdle = true;
  const first = () => {
    order.push("first");
    isIdle = false;
    return Promise.resolve();
  };
  const second = () => Promise.resolve(void order.push("second"));
  const work = new IdleWork([first, second], () => {});
  work.start(() => isIdle);
  await expect.poll(() => order, { timeout: 10_000 }).toEqual(["first"]);
  await wait(700);
  expect(order).toEqual(["first"]);
  isIdle = true;
  await expect.poll(() => order, { timeout: 10_000 }).toEqual(["first", "second"]);
});
