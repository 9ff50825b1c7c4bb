import { readdirSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createChildProcesses } from "../../src/process/children.ts";
import { liveProcesses } from "../helpers/processes.ts";

const fixtures = fileURLToPath(new URL("../fixtures/leaks", import.meta.url));
const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));

interface Report {
  readonly testResults: readonly { readonly name: string; readonly status: string; readonly message: string }[];
}

test("the leak guard fails every file that leaves something behind, names it, and passes a clean one", async () => {
  const children = createChildProcesses();
  const report = join(tmpdir(), "report.json");
  const args = [vitest, "run", "--config", `${fixtures}/vitest.config.ts`, "--reporter=json", `--outputFile=${report}`];
  const { stderr } = await children.collect(process.execPath, args, {
    cwd: fixtures,
    label: "vitest",
    env: { VITEST: "", NODE_OPTIONS: "", RETICLE_LEAK_PATIENCE_MS: "300" },
    maxStdoutBytes: 10_000_000,
  });
  await children.dispose();
  const { testResults } = JSON.parse(
    await readFile(report, "utf8").catch(() => Promise.reject(new Error(stderr))),
  ) as Report;
  await rm(report);
  const results = Object.fromEntries(
    testResults.map(({ name, status, message }) => [
      name.replace(/.*\//, "").replace(".test.ts", ""),
      `${status} ${message}`,
    ]),
  );
  expect(results).toEqual({
    clean: "passed ",
    child: expect.stringMatching(/^failed this test file leaves something behind:[^]*process \d+ still runs: sleep 61/),
    orphan: expect.stringMatching(
      /^failed this test file leaves something behind:[^]*process \d+ still runs: sleep 62/,
    ),
    timer: expect.stringContaining("1 × Timeout still open"),
    temporary: expect.stringMatching(/temporary file or folder was not removed: \S+\/left-over-/),
    listener: expect.stringContaining('1 × process listener for "SIGTERM" not taken off'),
  });
  // It also put away what it found.
  expect(liveProcesses().filter(({ command }) => /^sleep 6[123]$/.test(command))).toEqual([]);
  expect(readdirSync(tmpdir())).toEqual([]);
});
