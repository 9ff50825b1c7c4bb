import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { mainFile, runReticle, temporaryFolder } from "../../helpers/reticle.ts";

interface AnswerLine {
  readonly id?: unknown;
  readonly text: string;
  readonly isError: boolean;
  readonly structuredContent?: { readonly ignoredArguments: readonly string[] };
  readonly details?: Readonly<Record<string, unknown>>;
}

const answersOf = (stdout: string): AnswerLine[] =>
  stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as AnswerLine);

const call = (id: unknown, tool: string, args?: object): string => JSON.stringify({ id, tool, arguments: args });
const source = (name: string): string => `export function ${name}(): number {\n  return 1;\n}\n`;

describe("reticle run", () => {
  it("answers each line in the order of the input, within one run", async () => {
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`f${index}.ts`, source(`fn${index}`)]));
    await using folder = await temporaryFolder(files);
    const calls = Array.from({ length: 40 }, (_, index) =>
      call(index, "read_symbol", { path: `f${index}.ts`, symbol: `fn${index}` }),
    );
    const input = [...calls, call("last", "pilens_latency", { limit: 200 })].join("\n");
    const { code, stdout, stderr } = await runReticle(["run"], { cwd: folder.path, input });
    const answers = answersOf(stdout);
    expect(stderr).toBe("");
    expect(answers.map((answer) => answer.id)).toEqual([...calls.keys(), "last"]);
    for (const [index, answer] of answers.slice(0, 40).entries())
      expect(answer.text).toContain(`function fn${index}()`);
    expect(answers.every((answer) => !answer.isError)).toBe(true);
    expect(code).toBe(0);
  });

  it("keeps counters across the lines of one run", async () => {
    await using folder = await temporaryFolder({ "a.ts": source("a") });
    const input = `${call(1, "module_report", { path: "a.ts" })}\n`;
    const child = spawn(process.execPath, [mainFile, "run"], { cwd: folder.path });
    const received = Promise.withResolvers<void>();
    let stdout = "";
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
      if (stdout.includes("\n")) received.resolve();
    });
    child.stdin.write(input);
    // The answer comes before the input ends: a program can talk to it line by line.
    await received.promise;
    child.stdin.end(`${call(2, "lens_health")}\n`);
    await new Promise((resolve) => child.on("close", resolve));
    const [, health] = answersOf(stdout);
    expect(health?.text).toMatch(/module_report 1\b/);
  });

  it("answers a bad line with an error line that names it, and goes on", async () => {
    await using folder = await temporaryFolder({ "a.ts": source("a") });
    const lines = [
      "not json",
      "",
      "42",
      "[]",
      '{"id":"x"}',
      '{"id":"y","tool":7}',
      '{"id":"z","tool":"module_report","args":{"path":"a.ts"}}',
      '{"id":null,"tool":"module_report","arguments":"a.ts"}',
      '{"id":"w","tool":"no_such_tool"}',
      `{"id":${"[".repeat(100_000)}${"]".repeat(100_000)},"tool":"module_report"}`,
      `{"${"k".repeat(5_000)}":1}`,
      call("ok", "module_report", { path: "a.ts", zzzzzz: 1 }),
    ];
    const { code, stdout } = await runReticle(["run"], { cwd: folder.path, input: lines.join("\r\n") });
    const answers = answersOf(stdout);
    expect(answers.map(({ id, isError }) => ({ id, isError }))).toEqual([
      { id: undefined, isError: true },
      { id: undefined, isError: true },
      { id: undefined, isError: true },
      { id: "x", isError: true },
      { id: "y", isError: true },
      { id: "z", isError: true },
      { id: null, isError: true },
      { id: "w", isError: true },
      { id: undefined, isError: true },
      { id: undefined, isError: true },
      { id: "ok", isError: false },
    ]);
    expect(answers[0]?.text).toMatch(/^Line 1 is not valid JSON .*; a line is \{"id"\?, "tool", "arguments"\?\}$/);
    expect(answers[1]?.text).toContain("Line 3 is not a JSON object");
    expect(answers[3]?.text).toContain('Line 5 has no "tool"');
    expect(answers[5]?.text).toContain('has an unknown key "args"');
    expect(answers[7]?.text).toContain("Unknown or disabled tool: no_such_tool");
    expect(answers[8]?.text).toContain('has an "id" that is a list or an object');
    expect(answers[9]?.text).toContain(`has an unknown key "${"k".repeat(64)}… (5000 characters)"`);
    expect(answers[10]?.structuredContent?.ignoredArguments).toEqual(["zzzzzz"]);
    expect(answers[10]?.details).toMatchObject({ path: "a.ts" });
    expect(code).toBe(1);
  });

  it("refuses a line above 16 MiB and answers the next one", async () => {
    await using folder = await temporaryFolder({ "a.ts": source("a") });
    const huge = JSON.stringify({ tool: "module_report", arguments: { path: "x".repeat(17 * 1024 * 1024) } });
    const input = `${huge}\n${call("next", "module_report", { path: "a.ts" })}\n`;
    const { code, stdout } = await runReticle(["run"], { cwd: folder.path, input });
    const answers = answersOf(stdout);
    expect(answers[0]).toMatchObject({
      isError: true,
      text: expect.stringContaining("Line 1 is longer than the 16777216 bytes") as string,
    });
    expect(answers[1]).toMatchObject({ id: "next", isError: false });
    expect(code).toBe(1);
  });

  it("ends with exit code 0 when there is no line", async () => {
    expect(await runReticle(["run"], { input: "" })).toMatchObject({ code: 0, stdout: "", stderr: "" });
  });

  it("ends on SIGINT with exit code 130 while it waits for input", async () => {
    await using folder = await temporaryFolder({ "a.ts": source("a") });
    const child = spawn(process.execPath, [mainFile, "run"], { cwd: folder.path });
    child.stdin.write(`${call(1, "module_report", { path: "a.ts" })}\n`);
    await new Promise((resolve) => child.stdout.once("data", resolve));
    child.kill("SIGINT");
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(code).toBe(130);
  });

  it("ends quietly when the reader of the answers is gone", async () => {
    await using folder = await temporaryFolder({ "a.ts": source("a") });
    const child = spawn(process.execPath, [mainFile, "run"], { cwd: folder.path });
    let errors = "";
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    child.stdin.on("error", () => {});
    child.stdin.write(`${call(1, "module_report", { path: "a.ts" })}\n`);
    await new Promise((resolve) => child.stdout.once("data", resolve));
    child.stdout.destroy();
    child.stdin.write(`${call(2, "module_report", { path: "a.ts" })}\n`.repeat(50));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
  });
});
