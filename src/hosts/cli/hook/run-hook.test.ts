import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { runHook } from "./run-hook.ts";

/** What a client sees of its hook, and whether all that it wrote was taken. */
async function hook(input: readonly string[]): Promise<{ code: number; told: string; isTaken: boolean }> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  let told = "";
  for (const stream of [stdout, stderr]) stream.on("data", (chunk: Buffer) => (told += chunk.toString("utf8")));
  void (async () => {
    for (const part of input) if (!stdin.write(part)) await new Promise((resolve) => stdin.once("drain", resolve));
    stdin.end();
  })();
  const code = await runHook({ client: "codex", isTrusted: false }, { stdin, stdout, stderr, cwd: "/", env: {} });
  return { code, told, isTaken: stdin.readableEnded };
}

it("says which folder is gone", async () => {
  const event = { hook_event_name: "PostToolUse", tool_name: "Bash", tool_input: { command: "ls" }, cwd: "/no/such" };
  const { code, told } = await hook([JSON.stringify(event)]);
  expect([code, told]).toEqual([
    1,
    expect.stringContaining('the folder "/no/such" that the client works in') as string,
  ]);
});

it("takes an event that is too large to its end, so that the client can write it", async () => {
  const { code, told, isTaken } = await hook(Array.from({ length: 40 }, () => "x".repeat(1024 * 1024)));
  expect([code, told]).toEqual([1, expect.stringContaining("is larger than 33554432 bytes") as string]);
  expect(isTaken).toBe(true);
});
