import type { CheckFacts, Checker, CheckStep } from "../checker.ts";
import { readLines } from "../read-lines.ts";

/** Each file by itself: build.zig is a program, and is not run. */
export const zig: Checker = {
  id: "zig-ast-check",
  title: "zig ast-check",
  language: "Zig",
  rootMarkers: ["build.zig"],
  commands: [{ binary: "zig", args: ["ast-check", "--color", "off"], from: "path" }],
  install: "install Zig, https://ziglang.org/download/",
  extent: "syntax and names only",
  plan,
  read: readLines(/^(?<path>.+?\.zig):(?<line>\d+):(?<column>\d+): (?<severity>error): (?<message>.*)$/),
};

async function plan({ args, files }: CheckFacts): Promise<readonly CheckStep[]> {
  return (await files(".zig")).map((file) => ({ args: [...args, file], file }));
}
