import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Pi, type Step } from "../../helpers/pi.ts";
import { temporaryFolder } from "../../helpers/reticle.ts";

const GREET = "export function greet(name: string): string {\n  return `hello ${name}`;\n}\n";
const call = (...tools: NonNullable<Step["tools"]>): Step => ({ tools });
const read = (path: string, more: object = {}) => ({ name: "read", args: { path, ...more } });
const bash = (command: string) => ({ name: "bash", args: { command } });
const write = (path: string, content: string) => ({ name: "write", args: { path, content } });
const edit = (path: string, oldText: string, newText: string) => ({
  name: "edit",
  args: { path, edits: [{ oldText, newText }] },
});

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder({ "home/.keep": "" });
});
afterAll(() => folder[Symbol.asyncDispose]());

function newProject(files: Readonly<Record<string, string>>): string {
  const project = mkdtempSync(join(folder.path, "project-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
  return project;
}
const start = (cwd: string, args: readonly string[] = ["--no-session"], settings?: object): Pi => {
  const config = join(cwd, "../config.json");
  if (settings !== undefined) writeFileSync(config, JSON.stringify(settings));
  const env = settings === undefined ? {} : { env: { RETICLE_CONFIG: config } };
  return new Pi({ cwd, home: join(folder.path, "home"), args, ...env });
};

describe("LENS-9 the read guard in a real pi", () => {
  test("zero-read: edit and write of pi do not run, the read that is named makes them run", async () => {
    const project = newProject({ "greet.ts": GREET });
    await using pi = start(project);
    const { calls } = await pi.play(
      call(write("greet.ts", "gone")),
      call(edit("greet.ts", "hello", "hi")),
      call(read("greet.ts")),
      call(edit("greet.ts", "hello", "hi")),
      call(write("greet.ts", `// new\n${GREET}`)),
    );
    expect(calls.map(({ name, isError }) => `${name} ${isError}`)).toEqual([
      "write true",
      "edit true",
      "read false",
      "edit false",
      "write false",
    ]);
    expect(calls[0]?.text).toBe(
      "Not run, retryable: nothing of greet.ts was read in this session. " +
        'Next: read {"path":"greet.ts"}, then repeat this call.',
    );
    expect(calls[1]?.text).toContain('Next: read {"path":"greet.ts","offset":2,"limit":1}');
    expect(calls[3]?.text).not.toContain("read guard");
    expect(readFileSync(join(project, "greet.ts"), "utf8")).toBe(`// new\n${GREET}`);
  });

  test("union coverage: read_symbol, a printed part and a read count together", async () => {
    const project = newProject({ "two.ts": `${GREET}\n${GREET.replace("greet", "part")}const last = 1;\n` });
    await using pi = start(project);
    const { calls } = await pi.play(
      call({ name: "read_symbol", args: { path: "two.ts", symbol: "part" } }),
      call(write("two.ts", "1")),
      call(bash("sed -n 1,4p two.ts"), read("two.ts", { offset: 8 })),
      call(write("two.ts", "2")),
    );
    expect(calls[1]?.text).toContain("lines 1-4 and 1 more place of two.ts were not read");
    expect(calls.map(({ isError }) => isError)).toEqual([false, true, false, false, false]);
    expect(readFileSync(join(project, "two.ts"), "utf8")).toBe("2");
  });

  test("search hits and a file that the user attached count as well", async () => {
    const project = newProject({ "hit.ts": "first();\nsecond(1);\n", "given.ts": GREET });
    await using pi = start(project);
    const attached = `<file name="${join(project, "given.ts")}">\n${GREET}\n</file>\n`;
    const { calls } = await pi.playAfter(
      attached,
      call({ name: "pi_lens_activate_tools", args: { tools: ["ast_grep_search"] } }, write("given.ts", "known")),
      call({ name: "ast_grep_search", args: { pattern: "second($A)", lang: "typescript" } }),
      call(write("hit.ts", "half")),
      call({ name: "ast_grep_search", args: { pattern: "first()", lang: "typescript" } }),
      call(write("hit.ts", "whole")),
    );
    expect(calls.map(({ name, isError }) => `${name} ${isError}`)).toEqual([
      "pi_lens_activate_tools false",
      "write false",
      "ast_grep_search false",
      "write true",
      "ast_grep_search false",
      "write false",
    ]);
    expect(calls[3]?.text).toContain("line 1 of hit.ts was not read");
  });

  test("a file that somebody else changed is read again first; created files are known", async () => {
    const project = newProject({ "greet.ts": GREET });
    await using pi = start(project);
    const first = await pi.play(call(read("greet.ts"), write("new.ts", "const a = 1;\n")));
    expect(first.calls.map(({ isError }) => isError)).toEqual([false, false]);
    writeFileSync(join(project, "greet.ts"), GREET.replace("hello", "goodbye"));
    const { calls } = await pi.play(
      call(write("greet.ts", "x")),
      call(edit("new.ts", "1", "2")),
      call(write("new.ts", "const b = 1;\n")),
    );
    expect(calls.map(({ isError }) => isError)).toEqual([true, false, false]);
    expect(calls[0]?.text).toContain("greet.ts has changed since you read it");
    expect(readFileSync(join(project, "greet.ts"), "utf8")).toContain("goodbye");
  });

  test("resume: a new pi with the same session knows what was read and written", async () => {
    const project = newProject({ "greet.ts": GREET, "other.ts": GREET });
    {
      await using pi = start(project, []);
      await pi.play(call(read("greet.ts")), call(edit("greet.ts", "hello", "hi")));
    }
    await using pi = start(project, ["--continue"]);
    const { calls } = await pi.play(call(write("greet.ts", "known")), call(write("other.ts", "unknown")));
    expect(calls.map(({ isError }) => isError)).toEqual([false, true]);
    expect(readFileSync(join(project, "greet.ts"), "utf8")).toBe("known");
  });

  test("warn says so in the result, off does not, /reticle-allow lets one through", async () => {
    const project = newProject({ "greet.ts": GREET, "off.ts": GREET });
    {
      await using pi = start(project, ["--no-session"], { readGuard: "warn" });
      const { calls } = await pi.play(call(edit("greet.ts", "hello", "hi")));
      expect(calls[0]).toMatchObject({ isError: false });
      expect(calls[0]?.text).toContain("read guard: nothing of greet.ts was read in this session");
    }
    await using pi = start(project, ["--no-session"], { readGuard: "off" });
    const { calls } = await pi.play(call(write("off.ts", "x")));
    expect(calls[0]).toMatchObject({ isError: false, text: expect.not.stringContaining("read guard") as string });
    await using strict = start(project);
    expect(await strict.command("/reticle-allow greet.ts")).toEqual(["The next edit of greet.ts is not held back."]);
    const outcome = await strict.play(call(write("greet.ts", "allowed")), call(write("off.ts", "y")));
    expect(outcome.calls.map(({ isError }) => isError)).toEqual([false, true]);
  });
});
