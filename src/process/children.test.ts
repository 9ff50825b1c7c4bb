import { chmod, mkdtemp, open as openFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { isAlive, liveProcesses, processesMarked } from "../../test/helpers/processes.ts";
import { until } from "../../test/helpers/until.ts";
import { type ChildProcesses, type ChildProcessesOptions, createChildProcesses } from "./children.ts";
import type { OwnedChild } from "./owned-child.ts";

const stubborn = new URL("../../test/fakes/stubborn.ts", import.meta.url).pathname;
const here = { cwd: "/", label: "fake" };
const lots = { ...here, maxStdoutBytes: 1_000_000 };
const cleanups: (() => Promise<unknown>)[] = [];

function start(options?: ChildProcessesOptions): ChildProcesses {
  const children = createChildProcesses(options);
  cleanups.push(() => children.dispose());
  return children;
}

async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "reticle-children-")));
  cleanups.push(() => rm(folder, { recursive: true }));
  return folder;
}

/** Starts the fake that no polite signal ends; resolves with its pid and those of its kin once all of them run. */
async function startStubborn(
  children: ChildProcesses,
  kin: string[],
  signal?: AbortSignal,
): Promise<{ child: OwnedChild; pids: number[] }> {
  const child = await children.spawn(process.execPath, [stubborn, ...kin], { ...here, ...(signal && { signal }) });
  const pids = new Set<number>();
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
    for (const line of text.split("\n").slice(0, -1)) for (const pid of JSON.parse(line) as number[]) pids.add(pid);
  });
  await until("all of them have printed their pid", () => text.split("\n").length - 1 === kin.length + 1);
  return { child, pids: [...pids] };
}

const guards = () =>
  liveProcesses().filter(({ parentPid, command }) => parentPid === process.pid && command.includes("reticle-guard"));

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describe("a collected command", () => {
  test("gives its output, exit code and stderr", async () => {
    const result = await start().collect("sh", ["-c", "cat; echo oops >&2; exit 3"], {
      ...lots,
      input: "straight back",
    });
    expect(result).toEqual({
      code: 3,
      signal: null,
      stdout: Buffer.from("straight back"),
      stderr: "oops\n",
      isTruncated: false,
    });
  });

  test("runs in its folder with its own variables added to ours, marked, and in a group of its own", async () => {
    const cwd = await temporaryFolder();
    const script = 'pwd; echo "$A $HOME $RETICLE_CHILD"; ps -o pgid= -p $$ | tr -d " "; echo $$';
    const { stdout } = await start().collect("sh", ["-c", script], { ...lots, cwd, env: { A: "b" } });
    const [folder, variables, group, pid] = stdout.toString().split("\n");
    expect(folder).toBe(cwd);
    expect(variables).toMatch(new RegExp(`^b ${process.env.HOME} ${process.pid}-[0-9a-f]{16}$`));
    expect(group).toBe(pid);
  });

  test("is killed at the byte limit, and says so", async () => {
    const { stdout, isTruncated, signal } = await start().collect("yes", [], { ...here, maxStdoutBytes: 100_001 });
    expect(stdout.length).toBe(100_001);
    expect(isTruncated).toBe(true);
    expect(signal).toBe("SIGKILL");
  });

  test("that prints exactly the limit is whole", async () => {
    const result = await start().collect("printf", ["12345"], { ...here, maxStdoutBytes: 5 });
    expect(result).toMatchObject({ isTruncated: false, code: 0 });
  });

  test("that floods stderr keeps the end of it and no more than a bound", async () => {
    const script = "yes 'a line of noise' | head -c 5000000 >&2; echo the end >&2; echo fine";
    const { stdout, stderr } = await start().collect("sh", ["-c", script], lots);
    expect(stdout.toString()).toBe("fine\n");
    expect(stderr.endsWith("noise\nthe end\n")).toBe(true);
    expect(stderr.length).toBeLessThanOrEqual(1024 * 1024);
  });

  test.each([
    ["stdoutFile", { stdout: Buffer.from(""), stderr: "oops\n" }, "fine\n"],
    ["stderrFile", { stdout: Buffer.from("fine\n"), stderr: "" }, "oops\n"],
  ])("can write into an open file instead: %s", async (option, piped, written) => {
    const file = await openFile(join(await temporaryFolder(), "output"), "w+");
    const options = { ...lots, [option]: file.fd };
    const result = await start().collect("sh", ["-c", "echo oops >&2; echo fine"], options);
    expect(result).toMatchObject({ code: 0, ...piped });
    // The child moved the offset that it shares with us.
    const { buffer, bytesRead } = await file.read({ position: 0 });
    expect(buffer.toString("utf8", 0, bytesRead)).toBe(written);
    await file.close();
  });

  test("may exit without reading its input", async () => {
    for (let round = 0; round < 5; round += 1) {
      const result = await start().collect("true", [], { ...lots, input: Buffer.alloc(2_000_000, "x") });
      expect(result).toMatchObject({ code: 0, isTruncated: false });
    }
  });

  test("rejects with the signal's reason on abort, and its whole group dies", async () => {
    const children = start();
    const abort = new AbortController();
    const marked = () => processesMarked(`RETICLE_CHILD=${process.pid}-`).length;
    const collected = children.collect("sh", ["-c", "trap '' TERM; sleep 60 & wait"], {
      ...lots,
      signal: abort.signal,
    });
    const outcome = expect(collected).rejects.toThrow("enough");
    await until("the shell and its sleep run", () => marked() === 2);
    abort.abort(new Error("enough"));
    await outcome;
    await until("the group is gone", () => marked() === 0 && children.running === 0);
  });

  test("is not started for a signal that has aborted", async () => {
    const children = start();
    const signal = AbortSignal.abort(new Error("too late"));
    await expect(children.collect("sleep", ["60"], { ...lots, signal })).rejects.toThrow("too late");
    expect(children.running).toBe(0);
  });

  test("leaves nothing behind that it started in the background", async () => {
    const { stdout } = await start().collect("sh", ["-c", "sleep 60 & echo $!"], lots);
    expect(isAlive(Number(stdout.toString()))).toBe(false);
  });

  test("ends in time although a process outside its group holds its pipes open", async () => {
    const children = start();
    const began = performance.now();
    const script = `${process.execPath} ${stubborn} --escape & sleep 0.5`;
    const { code } = await children.collect("sh", ["-c", script], lots);
    expect(code).toBe(0);
    expect(performance.now() - began).toBeLessThan(4_000);
    await children.dispose();
    await until("the escaped process is gone", () => processesMarked(`RETICLE_CHILD=${process.pid}-`).length === 0);
  });
});

describe("a start that fails", () => {
  test("names a command that is not on PATH", async () => {
    await expect(start().spawn("no-such-program", [], here)).rejects.toMatchObject({
      kind: "executable_not_found",
      message: expect.stringMatching(/^fake did not start: "no-such-program" is in none of the \d+ folders of PATH$/),
      hint: "install no-such-program, or add the folder that holds it to PATH",
    });
  });

  test("looks in the PATH that the child was given", async () => {
    const failed = start().spawn("sleep", [], { ...here, env: { PATH: "/nowhere" } });
    await expect(failed).rejects.toMatchObject({ kind: "executable_not_found", data: { path: "/nowhere" } });
  });

  test("tells a missing file, a missing interpreter and a file that is not executable apart", async () => {
    const children = start();
    const folder = await temporaryFolder();
    await writeFile(join(folder, "script"), "#!/no/such/interpreter\n");
    await expect(children.spawn(join(folder, "script"), [], here)).rejects.toMatchObject({
      kind: "start_failed",
      message: expect.stringContaining("is not executable"),
      hint: expect.stringContaining("chmod +x"),
    });
    await chmod(join(folder, "script"), 0o755);
    await expect(children.spawn(join(folder, "script"), [], here)).rejects.toMatchObject({
      kind: "start_failed",
      message: expect.stringContaining("interpreter"),
    });
    await expect(children.spawn(join(folder, "absent"), [], here)).rejects.toMatchObject({
      kind: "executable_not_found",
      message: `fake did not start: "${join(folder, "absent")}" does not exist`,
    });
  });

  test("names a working directory that is missing or a file, and not the command", async () => {
    const children = start();
    const folder = await temporaryFolder();
    await writeFile(join(folder, "file"), "");
    for (const [cwd, fault] of [
      [join(folder, "absent"), "does not exist"],
      [join(folder, "file"), "is not a folder"],
    ] as const) {
      await expect(children.spawn("true", [], { ...here, cwd })).rejects.toMatchObject({
        kind: "start_failed",
        message: `fake did not start: the working directory "${cwd}" ${fault}`,
      });
    }
  });

  test("says that arguments are too long, or hold a zero byte", async () => {
    const children = start();
    await expect(children.spawn("true", ["x".repeat(3_000_000)], here)).rejects.toMatchObject({
      kind: "start_failed",
      message: 'fake did not start: "true" got more arguments than the system allows',
    });
    await expect(children.spawn("true", ["a\0b"], here)).rejects.toMatchObject({
      kind: "start_failed",
      message: 'fake did not start: "true" was given an argument that holds a zero byte',
    });
  });

  test("gives its place back", async () => {
    const children = start({ maxRunning: 1 });
    for (let round = 0; round < 3; round += 1) {
      await expect(children.spawn("no-such-program", [], here)).rejects.toMatchObject({ kind: "executable_not_found" });
    }
    await expect(children.collect("true", [], lots)).resolves.toMatchObject({ code: 0 });
  });
});

describe("an owned child", () => {
  test("is asked to end first", async () => {
    const child = await start().spawn("sh", ["-c", "trap 'exit 7' TERM; echo up; while :; do sleep 0.02; done"], here);
    await new Promise((resolve) => child.stdout.once("data", resolve));
    expect(await child.stop(5_000)).toEqual({ code: 7, signal: null });
  });

  test("that does not listen is killed with its whole group after the grace", async () => {
    const children = start();
    const { child, pids } = await startStubborn(children, ["--grandchild"]);
    expect(pids.every(isAlive)).toBe(true);
    const began = performance.now();
    expect(await child.stop(100)).toEqual({ code: null, signal: "SIGKILL" });
    expect(performance.now() - began).toBeGreaterThan(90);
    expect(pids.some(isAlive)).toBe(false);
    expect(children.running).toBe(0);
  });

  test("can be stopped twice, and after its end", async () => {
    const child = await start().spawn("sleep", ["60"], here);
    const both = await Promise.all([child.stop(), child.stop(0)]);
    expect(both[0]).toEqual(both[1]);
    expect(await child.stop()).toEqual(both[0]);
  });

  test("dies with its group when its signal aborts", async () => {
    const abort = new AbortController();
    const { child, pids } = await startStubborn(start(), ["--grandchild"], abort.signal);
    abort.abort();
    expect(await child.exited).toEqual({ code: null, signal: "SIGKILL" });
    expect(pids.some(isAlive)).toBe(false);
  });

  test("can be written to after its death without an unhandled error", async () => {
    const child = await start().spawn("true", [], here);
    await child.exited;
    for (let round = 0; round < 3; round += 1) child.stdin?.write("into the void");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(child.stdin?.destroyed).toBe(true);
  });

  test("keeps the end of its stderr for messages", async () => {
    const child = await start().spawn("sh", ["-c", "yes ö | head -n 100000 >&2; printf 'last words' >&2"], here);
    await child.exited;
    expect(child.stderrTail()).toMatch(/^ö?\nö\n.*ö\nlast words$/s);
    expect(Buffer.byteLength(child.stderrTail())).toBeLessThanOrEqual(8 * 1024);
  });
});

describe("the budget", () => {
  test("runs no more children at once than it allows, and all of them in the end", async () => {
    const children = start({ maxCollecting: 3 });
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, children.running)), 2);
    const results = await Promise.all(Array.from({ length: 12 }, () => children.collect("sleep", ["0.05"], lots)));
    clearInterval(watch);
    expect(most).toBe(3);
    expect(results.every(({ code }) => code === 0)).toBe(true);
  });

  test("leaves commands room beside long-lived children", async () => {
    const children = start({ maxCollecting: 1 });
    await children.spawn("sleep", ["60"], here);
    await children.spawn("sleep", ["60"], here);
    await expect(children.collect("true", [], lots)).resolves.toMatchObject({ code: 0 });
  });

  test("lets go of who aborts in line", async () => {
    const children = start({ maxRunning: 1 });
    const first = await children.spawn("sleep", ["60"], here);
    const abort = new AbortController();
    const waiting = children.spawn("sleep", ["60"], { ...here, signal: abort.signal });
    abort.abort(new Error("waited too long"));
    await expect(waiting).rejects.toThrow("waited too long");
    const next = children.spawn("true", [], here);
    await first.stop(0);
    expect(await (await next).exited).toEqual({ code: 0, signal: null });
  });
});

describe("dispose", () => {
  test("ends every child, who waits in line, and the guard; later starts are refused", async () => {
    const children = start({ maxRunning: 2 });
    const { pids } = await startStubborn(children, ["--grandchild", "--escape"]);
    await children.spawn("sleep", ["60"], here);
    const waiting = children.spawn("sleep", ["60"], here);
    const refused = expect(waiting).rejects.toMatchObject({ kind: "cancelled" });
    expect(guards()).toHaveLength(1);
    await Promise.all([children.dispose(), children.dispose()]);
    await refused;
    expect(children.running).toBe(0);
    expect(guards()).toHaveLength(0);
    await until("the process that left its group is gone too", () => !pids.some(isAlive));
    await expect(children.spawn("true", [], here)).rejects.toMatchObject({ kind: "cancelled" });
    await expect(children.collect("true", [], lots)).rejects.toMatchObject({ kind: "cancelled" });
  });

  test("in the same step as a start leaves nothing running", async () => {
    const children = start();
    const starting = children.spawn("sleep", ["60"], here);
    const refused = expect(starting).rejects.toMatchObject({ kind: "cancelled" });
    await children.dispose();
    await refused;
    expect(children.running).toBe(0);
  });

  test("without a child starts nothing", async () => {
    const children = start();
    expect(guards()).toHaveLength(0);
    await children.dispose();
    expect(guards()).toHaveLength(0);
  });
});
