import { Console } from "node:console";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { guardStdout } from "./stdout-guard.ts";

function streams() {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const guard = guardStdout(stdout as unknown as NodeJS.WriteStream, stderr as unknown as NodeJS.WriteStream);
  const read = (stream: PassThrough): string => (stream.read() as Buffer | null)?.toString("utf8") ?? "";
  return { stdout, stderr, guard, out: () => read(stdout), err: () => read(stderr) };
}

it("sends what others write to standard output to standard error", () => {
  const { stdout, guard, out, err } = streams();
  stdout.write("stray\n");
  new Console(stdout).log("logged");
  guard.output.write("protocol\n");
  expect({ out: out(), err: err() }).toEqual({ out: "protocol\n", err: "stray\nlogged\n" });
});

it("gives standard output back", () => {
  const { stdout, guard, out } = streams();
  guard.release();
  stdout.write("free\n");
  expect(out()).toBe("free\n");
});
