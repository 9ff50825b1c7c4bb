import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { ProgressBar } from "./progress-bar.ts";

function stream(isTTY: boolean): PassThrough & { isTTY: boolean } {
  return Object.assign(new PassThrough(), { isTTY });
}

describe("a progress bar", () => {
  it.each<[number, number | undefined, string]>([
    [15, 60, "[########----------------------] 15 of 60 files"],
    [60, 60, "[##############################] 60 of 60 files"],
    [70, 60, "[##############################] 70 of 60 files"],
    [0, 0, "0 files"],
    [3, undefined, "3 files"],
  ])("%s of %s", (done, total, expected) => {
    const terminal = stream(true);
    const bar = new ProgressBar(terminal);
    bar.show(done, total, "files");
    bar.clear();
    bar.clear();
    expect(String(terminal.read())).toBe(`\r${expected}\u001b[K\r\u001b[K`);
  });

  it("writes nothing where there is no terminal", () => {
    const pipe = stream(false);
    const bar = new ProgressBar(pipe);
    bar.show(1, 2, "files");
    bar.clear();
    expect(pipe.read()).toBeNull();
  });
});
