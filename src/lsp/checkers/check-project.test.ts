import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadConfig } from "../../config/load.ts";
import { createChildProcesses, type ChildProcesses } from "../../process/children.ts";
import { checkProject } from "./check-project.ts";
import type { CheckReport } from "./check-report.ts";
import type { Checker } from "./checker.ts";
import { readLines } from "./read-lines.ts";

let top: string;
let workspaceRoot: string;
let path: string | undefined;
let children: ChildProcesses;
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "reticle-check-")));
  workspaceRoot = join(top, "w");
  mkdirSync(workspaceRoot);
  mkdirSync(join(top, "bin"));
  path = process.env["PATH"];
  process.env["PATH"] = `${join(top, "bin")}:/usr/bin:/bin`;
  children = createChildProcesses();
});
afterEach(async () => {
  process.env["PATH"] = path;
  await children.dispose();
  rmSync(top, { recursive: true, force: true });
});

const foo: Checker = {
  id: "foo-check",
  title: "foo check",
  language: "Foo",
  rootMarkers: ["foo.toml"],
  commands: [{ binary: "foo-tool", args: ["check"], from: "path" }],
  install: "install foo",
  read: readLines(/^(?<path>\S+):(?<line>\d+): (?<severity>error|warning): (?<message>.*)$/),
};

function put(name: string, text = ""): void {
  mkdirSync(dirname(join(top, name)), { recursive: true });
  writeFileSync(join(top, name), text);
}
function tool(script: string, name = "foo-tool"): void {
  put(`bin/${name}`, `#!/bin/sh\n${script}\n`);
  chmodSync(join(top, "bin", name), 0o755);
}
interface Look {
  readonly checkers?: readonly Checker[];
  readonly isTrusted?: boolean;
  readonly ms?: number;
  readonly signal?: AbortSignal;
}
function check({ checkers = [foo], isTrusted = false, ms = 10_000, signal = AbortSignal.timeout(20_000) }: Look = {}) {
  const config = loadConfig({ root: workspaceRoot, env: { HOME: top }, isTrusted });
  return checkProject({ workspaceRoot, config, children, signal, until: performance.now() + ms, checkers });
}
async function one(options: Look = {}): Promise<CheckReport> {
  const { reports } = await check(options);
  expect(reports).toHaveLength(1);
  return reports[0] as CheckReport;
}

describe("L-12 what came of a check", () => {
  beforeEach(() => put("w/foo.toml"));

  test("exit code 0 without problems is clean", async () => {
    tool("exit 0");
    expect(await one()).toMatchObject({ state: "clean", problems: [], root: workspaceRoot });
  });

  test("problems are shown with their places, warnings too when the tool is content with them", async () => {
    tool("echo 'src/a.foo:3: error: no'; echo 'src/b.foo:1: warning: hm' >&2; exit 1");
    const { state, problems } = await one();
    expect(state).toBe("problems");
    expect(problems).toEqual([
      { path: join(workspaceRoot, "src/a.foo"), line: 3, column: 0, severity: "error", message: "no" },
      { path: join(workspaceRoot, "src/b.foo"), line: 1, column: 0, severity: "warning", message: "hm" },
    ]);
    tool("echo 'src/b.foo:1: warning: hm'");
    expect(await one()).toMatchObject({ state: "problems", problems: [{ severity: "warning" }] });
  });

  test("an error code without a word is a failure, never clean", async () => {
    tool("exit 2");
    const { state, reason } = await one();
    expect({ state, reason }).toEqual({
      state: "failed",
      reason: "foo check ended with exit code 2 and printed nothing",
    });
  });

  test("an error code with words that are no problems is a failure that repeats them", async () => {
    tool("echo 'cannot find the configuration' >&2; exit 1");
    expect((await one()).reason).toContain("cannot find the configuration");
  });

  test("an exit code that does not mean problems is a failure in spite of problems", async () => {
    tool("echo 'src/a.foo:3: error: no'; exit 70");
    expect(await one()).toMatchObject({ state: "failed", problems: [{ line: 3 }] });
  });

  test("a crash is a failure", async () => {
    tool("kill -s SEGV $$");
    expect(await one()).toMatchObject({ state: "failed", reason: expect.stringContaining("SIGSEGV") });
  });

  test("a missing tool is named with what brings it", async () => {
    expect(await one()).toMatchObject({
      state: "missing",
      reason: "foo-tool is not on the PATH",
      remedy: "install foo",
    });
  });

  test("one that takes too long is ended, and is not clean", async () => {
    tool("exec sleep 30");
    const startedAt = performance.now();
    expect(await one({ ms: 300 })).toMatchObject({ state: "timed-out", problems: [] });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  test("an abort rejects with its reason", async () => {
    tool("exec sleep 30");
    const abort = new AbortController();
    const failed = check({ signal: abort.signal });
    setTimeout(() => abort.abort(new Error("enough")), 200);
    await expect(failed).rejects.toThrow("enough");
  });
});

describe("trust", () => {
  const risky: Checker = { ...foo, runsProjectCode: true };
  beforeEach(() => put("w/foo.toml"));

  test("a check that runs code of the checkout needs a trusted one", async () => {
    tool(`touch ${join(top, "ran")}`);
    expect(await one({ checkers: [risky] })).toMatchObject({
      state: "untrusted",
      remedy: expect.stringContaining("--trust"),
    });
    expect(() => readFileSync(join(top, "ran"))).toThrow(/ENOENT/);
    expect(await one({ checkers: [risky], isTrusted: true })).toMatchObject({ state: "clean" });
  });

  test("the next checker of the language takes its place where there is one", async () => {
    tool("exit 0");
    tool("exit 0", "plain");
    const plain: Checker = {
      ...foo,
      id: "plain",
      title: "plain",
      commands: [{ binary: "plain", args: [], from: "path" }],
    };
    expect(await one({ checkers: [risky, plain] })).toMatchObject({ id: "plain", state: "clean" });
    expect(await one({ checkers: [risky, plain], isTrusted: true })).toMatchObject({ id: "foo-check" });
  });
});

describe("projects", () => {
  test("L-12 several languages in one root have a report each", async () => {
    put("w/foo.toml");
    put("w/bar.toml");
    tool("exit 0");
    const bar: Checker = { ...foo, id: "bar", language: "Bar", rootMarkers: ["bar.toml"] };
    const { reports } = await check({ checkers: [foo, bar] });
    expect(reports.map(({ language, state }) => `${language} ${state}`)).toEqual(["Foo clean", "Bar clean"]);
  });

  test("a workspace without a project has no reports", async () => {
    put("w/readme.md");
    expect(await check()).toEqual({ reports: [], leftOut: 0 });
  });

  test("where the root is none, the outermost projects in it are checked, each in its folder; the rest is counted", async () => {
    tool("pwd | sed 's/$/:1: error: here/'; exit 1");
    for (const name of ["a", "a/inner", "b", "node_modules/c"]) put(`w/${name}/foo.toml`);
    const { reports } = await check();
    expect(reports.map(({ root }) => root.slice(workspaceRoot.length))).toEqual(["/a", "/b"]);
    expect(reports.map(({ problems, root }) => problems[0]?.path === root)).toEqual([true, true]);
    for (let at = 0; at < 10; at += 1) put(`w/more${at}/foo.toml`);
    expect(await check()).toMatchObject({ leftOut: 4 });
  });
});

describe("steps", () => {
  const perFile: Checker = {
    ...foo,
    extent: "syntax only",
    plan: async ({ args, files }) => (await files(".foo")).map((file) => ({ args: [...args, file], file })),
    read: readLines(/^(?<severity>error): (?<message>.*)$/),
  };
  beforeEach(() => put("w/foo.toml"));

  test("each file is a step; what they say is put together", async () => {
    for (const name of ["a", "b", "sub/c"]) put(`w/${name}.foo`);
    tool('case "$2" in */b.foo) echo "error: bad"; exit 1;; esac');
    const report = await one({ checkers: [perFile] });
    expect(report).toMatchObject({ state: "problems", extent: "syntax only", steps: { done: 3, total: 3 } });
    expect(report.problems).toEqual([
      { path: join(workspaceRoot, "b.foo"), line: 0, column: 0, severity: "error", message: "bad" },
    ]);
  });

  test("when time runs out, what was found stays and what was not looked at is counted", async () => {
    for (const name of ["a", "b"]) put(`w/${name}.foo`);
    tool('case "$2" in */a.foo) echo "error: bad"; exit 1;; esac; exec sleep 30');
    const report = await one({ checkers: [perFile], ms: 1_500 });
    expect(report).toMatchObject({ state: "timed-out", steps: { done: 1, total: 2 } });
    expect(report.problems).toHaveLength(1);
  });

  test("a project without files to check is not called clean", async () => {
    tool("exit 0");
    expect(await one({ checkers: [perFile] })).toMatchObject({ state: "failed" });
  });
});
