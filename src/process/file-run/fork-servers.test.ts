import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isAlive, liveProcesses } from "../../../test/helpers/processes.ts";
import { until } from "../../../test/helpers/until.ts";
import { type ChildProcesses, createChildProcesses } from "../children.ts";
import { type Command, type FileRun, startFileRun } from "./file-run.ts";
import { ForkServers } from "./fork-servers.ts";

const kind = { label: "fake", env: { FLAVOUR: "sour" } };
const print = ["-e", "process.stdout.write(JSON.stringify([process.cwd(), process.argv.slice(1)]))"];

let children: ChildProcesses;
let servers: ForkServers;
let folder = "";
beforeEach(async () => {
  children = createChildProcesses();
  servers = new ForkServers(children, kind);
  await servers.start();
  folder = await realpath(await mkdtemp(join(tmpdir(), "reticle fork's $HOME-")));
});
afterEach(async () => {
  await children.dispose();
  await rm(folder, { recursive: true });
});

const bound = () => AbortSignal.timeout(10_000);
const start = (command: Command, { cwd = folder, signal = bound() } = {}) => servers.run(command, { cwd, signal });
const shell = (script: string, signal?: AbortSignal) => start(["/bin/sh", "-c", script], { ...(signal && { signal }) });
const outputOf = ({ stdout, stderr }: FileRun) => [
  stdout.read(1_000_000).toString(),
  stderr.read(1_000_000).toString(),
];

async function started(run: Promise<FileRun> | undefined): Promise<FileRun> {
  if (run === undefined) throw new Error("no server took the command");
  return await run;
}

function parentOf(pid: number): number {
  const found = liveProcesses().find((one) => one.pid === pid);
  if (found === undefined) throw new Error("it is gone already");
  return found.parentPid;
}

describe("a command in a fork server", () => {
  test("has its folder, its variables, our mark and no input, and is told by its exit code", async () => {
    const script = `pwd -P; echo "$FLAVOUR $RETICLE_CHILD"; cat; echo oops >&2; exit 3`;
    using run = await started(shell(script));
    expect(await run.exited).toEqual({ code: 3, signal: null });
    const [stdout, stderr] = outputOf(run);
    const [cwd, variables, end] = stdout?.split("\n") ?? [];
    expect([cwd, end, stderr]).toEqual([folder, "", "oops\n"]);
    expect(variables).toMatch(new RegExp(`^sour ${process.pid}-[0-9a-f]{16}$`));
  });

  test.each([
    ["plain", ["run", "--lang=python"]],
    ["empty", ["", "a", ""]],
    ["quotes", [`'`, `''`, `"`, "`x`", `a'b'c"d`]],
    ["what a shell would replace", ["$HOME", "$(echo x)", "*", "~", "!x", "{a,b}", "\\", "\\'", "a\\nb"]],
    ["what a shell would take for its own", ["; exit 1", "& x", "| x", "> x", "#x", "(x)"]],
    ["lines", ["a\nb", "\n", "a\r\nb", "\t"]],
    ["all characters below 0x100", [Array.from({ length: 255 }, (_, code) => String.fromCharCode(code + 1)).join("")]],
    ["other scripts", ["naïve", "日本語", "😀", "\uFEFF", "e\u0301"]],
  ])("gets its arguments as they are: %s", async (_, given) => {
    const command: Command = [process.execPath, ...print, "--", ...given];
    using run = await started(start(command));
    using direct = await startFileRun(children, command, { ...kind, cwd: folder, signal: bound() });
    await Promise.all([run.exited, direct.exited]);
    expect(JSON.parse(run.stdout.read(1_000_000).toString())).toEqual([folder, given]);
    expect(outputOf(run)).toEqual(outputOf(direct));
  });

  test("that a signal ends says which", async () => {
    using run = await started(shell("kill -SEGV $$"));
    expect(await run.exited).toEqual({ code: null, signal: "SIGSEGV" });
  });

  test("is the process whose number is told", async () => {
    using run = await started(shell("echo $$"));
    await run.exited;
    expect(outputOf(run)[0]).toBe(`${run.pid}\n`);
  });

  test("writes into files that are empty again for the next one", async () => {
    for (const word of ["a longer one", "short", ""]) {
      using run = await started(shell(`printf '%s' '${word}'; printf '%s' '${word}' >&2`));
      await run.exited;
      expect(outputOf(run)).toEqual([word, word]);
    }
  });
});

describe("fork servers", () => {
  test("take as many commands at once as there are", async () => {
    using first = await started(shell("echo 1"));
    using second = await started(shell("echo 2"));
    expect(shell("echo 3")).toBeUndefined();
    await Promise.all([first.exited, second.exited]);
    expect([outputOf(first), outputOf(second)]).toEqual([
      ["1\n", ""],
      ["2\n", ""],
    ]);
    expect(shell("echo 3")).toBeUndefined();
    first[Symbol.dispose]();
    using third = await started(shell("echo 3"));
    await third.exited;
    expect(outputOf(third)).toEqual(["3\n", ""]);
  });

  test.each<[string, Command, string | undefined]>([
    ["a command that is not there", ["/nowhere/at-all"], undefined],
    ["a file that is no command", ["/etc/passwd"], undefined],
    ["a folder that is not there", ["/bin/sh"], "/nowhere/at-all"],
    ["a character that no argument can hold", ["/bin/sh", "a\0b"], undefined],
    ["a very long command line", ["/bin/sh", "x".repeat(9_000)], undefined],
  ])("do not take %s", (_, command, cwd) => {
    expect(start(command, cwd === undefined ? {} : { cwd })).toBeUndefined();
  });

  test("are none before the start", () => {
    expect(new ForkServers(children, kind).run(["/bin/sh"], { cwd: "/", signal: bound() })).toBeUndefined();
  });

  test("do without when they cannot be started", async () => {
    const ended = createChildProcesses();
    await ended.dispose();
    const none = new ForkServers(ended, kind);
    await none.start();
    expect(none.run(["/bin/sh"], { cwd: "/", signal: bound() })).toBeUndefined();
  });

  test.each<[string, (run: FileRun, ending: AbortController) => void]>([
    ["stopped", (run) => void run.stop()],
    ["aborted", (_, ending) => ending.abort(new Error("enough"))],
    ["disposed before its end", (run) => run[Symbol.dispose]()],
    ["left alone by its shell", (run) => process.kill(parentOf(run.pid), "SIGKILL")],
  ])("kill what is %s, and go on", async (_, end) => {
    const ending = new AbortController();
    const run = await started(shell("sleep 60 & wait", ending.signal));
    end(run, ending);
    expect(await run.exited).toEqual({ code: null, signal: "SIGKILL" });
    run[Symbol.dispose]();
    await until("it is gone", () => !isAlive(run.pid));
    await until("there are two again", () => children.running === 2);
    using first = await started(shell("echo 1"));
    using second = await started(shell("echo 2"));
    await Promise.all([first.exited, second.exited]);
    expect([outputOf(first)[0], outputOf(second)[0]]).toEqual(["1\n", "2\n"]);
  });

  test("an aborted signal starts nothing", async () => {
    await expect(shell("echo 1", AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
    using run = await started(shell("echo 2"));
    await run.exited;
    expect(outputOf(run)[0]).toBe("2\n");
  });

  test("end with the children, and with them what runs", async () => {
    const run = await started(shell("sleep 60 & wait"));
    await children.dispose();
    expect(await run.exited).toEqual({ code: null, signal: "SIGKILL" });
    run[Symbol.dispose]();
    await until("it is gone", () => !isAlive(run.pid));
    expect(children.running).toBe(0);
    expect(shell("echo 1")).toBeUndefined();
  });
});
