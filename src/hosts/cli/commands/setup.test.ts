import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCli } from "../cli.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "setup-")));
});
afterEach(() => rmSync(base, { recursive: true }));

/** One run at a terminal where somebody answers; what stderr shows and whether there is a file then. */
async function answering(answer: string): Promise<{ code: number; asked: string; isWritten: boolean }> {
  const terminal = () => Object.assign(new PassThrough(), { isTTY: true });
  const io = {
    stdin: terminal(),
    stdout: terminal(),
    stderr: terminal(),
    cwd: base,
    env: { ...process.env, RETICLE_CACHE_DIR: join(base, "cache") },
  };
  let asked = "";
  io.stdout.resume();
  io.stderr.on("data", (chunk: Buffer) => {
    const wasAsked = asked.includes("[y/N]");
    asked += chunk.toString("utf8");
    // What is typed is shown as well, so it is typed once.
    if (!wasAsked && asked.includes("[y/N]")) io.stdin.write(answer);
  });
  const code = await runCli(["setup", "cursor"], { io });
  return { code, asked, isWritten: existsSync(join(base, ".cursor/mcp.json")) };
}

it.each([
  ["y\n", 0, true],
  ["yes\n", 0, true],
  ["n\n", 1, false],
  ["\n", 1, false],
])("asks before it writes: %j", async (answer, code, isWritten) => {
  const outcome = await answering(answer);
  expect(outcome).toMatchObject({ code, isWritten });
  expect(outcome.asked).toContain("Write .cursor/mcp.json and .cursor/hooks.json? [y/N]");
});
