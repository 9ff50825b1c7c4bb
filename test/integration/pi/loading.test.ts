import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DeclaredTool, Pi, type Step } from "../../helpers/pi.ts";
import { loadableNames } from "../../helpers/spec-tools.ts";
import { temporaryFolder } from "../../helpers/reticle.ts";

const LOADER = "pi_lens_activate_tools";
const ALWAYS = ["lens_diagnostics", "module_report", "read_symbol", "read_enclosing", "symbol_search"];
const searchCall = { name: "ast_grep_search", args: { pattern: "return $A", lang: "typescript" } };
const activate = (...tools: string[]) => ({ name: LOADER, args: { tools } });
const call = (...tools: NonNullable<Step["tools"]>): Step => ({ tools });
const names = (tools: readonly DeclaredTool[] | undefined): string[] => (tools ?? []).map(({ name }) => name);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let project: string;
let home: string;
beforeAll(async () => {
  folder = await temporaryFolder({
    "project/greet.ts":
      "/** Says hello. */\nexport function greet(name: string): string {\n  return `hello ${name}`;\n}\n",
    "home/.keep": "",
  });
  project = join(folder.path, "project");
  home = join(folder.path, "home");
});
afterAll(() => folder[Symbol.asyncDispose]());

const start = (args: readonly string[] = []): Pi => new Pi({ cwd: project, home, args });

/** The situational tools that exist, then the run-bound ones. */
const LOADABLE = loadableNames();

describe("situational tools in pi", () => {
  test("one is declared and callable the turn after it was activated, and not in the same turn", async () => {
    await using pi = start(["--no-session"]);
    const { calls, declared } = await pi.play(call(activate("ast_grep_search"), searchCall), call(searchCall));
    expect(names(declared[0])).toEqual(["read", "bash", "edit", "write", ...ALWAYS, LOADER]);
    expect(names(declared[1])).toContain("ast_grep_search");
    expect(calls.map(({ name, isError }) => [name, isError])).toEqual([
      [LOADER, false],
      ["ast_grep_search", true],
      ["ast_grep_search", false],
    ]);
    expect(calls[0]?.text).toMatch(
      /^Activated: ast_grep_search\. Available starting next turn\.\n\nusage tokens=\d+ elapsed-ms=\d+ bytes=\d+ truncated=false$/,
    );
    expect(calls[0]?.details).toMatchObject({ matches: ["ast_grep_search"], added: ["ast_grep_search"] });
    expect(calls[1]?.text).toBe("Tool ast_grep_search not found");
    expect(calls[2]?.text).toContain("greet.ts:3:3");
    expect(await pi.end()).toBe(0);
    expect(pi.events.filter(({ type }) => type === "extension_error")).toEqual([]);
  });

  test("the loader lists what exists, filters unknown names, and never deactivates", async () => {
    await using pi = start(["--no-session"]);
    const { calls, declared } = await pi.play(
      call(activate("nonsense", "ast_grep_search", "bash", "lens_health")),
      call(activate("ast_grep_search")),
      call(activate("nonsense", LOADER)),
      call({ name: LOADER, args: { tools: [] } }),
      call({ name: LOADER, args: {} }),
    );
    const loader = declared[0]?.find(({ name }) => name === LOADER);
    expect(loader?.parameters.properties["tools"]?.items?.enum).toEqual(LOADABLE);
    const texts = calls.map(({ text, isError }) => [isError, text.replace(/\n\nusage .*$/s, "")]);
    expect(texts).toEqual([
      [
        false,
        'Activated: ast_grep_search. Available starting next turn.\nNot known, left out: "nonsense", "bash", "lens_health".',
      ],
      [false, "Already active: ast_grep_search."],
      [
        true,
        `Error (invalid_input): \`tools\` names nothing that can be activated: "nonsense", "${LOADER}".\nNext: choose from ${LOADABLE.join(", ")}.`,
      ],
      [true, expect.stringMatching(/^Not run: `tools` must/)],
      [true, "Not run: `tools` is required."],
    ]);
    expect(names(declared.at(-1))).toEqual([...names(declared[0]), "ast_grep_search"]);
  });

  test("what was activated is there again after a reload, a fork, a resume and in a new process", async () => {
    const readCall = { name: "read_symbol", args: { path: "greet.ts", symbol: "greet" } };
    let file = "";
    {
      await using pi = start();
      await pi.play(call(activate("ast_grep_search")), call(readCall));
      await pi.command("/test-reload");
      const reloaded = await pi.play(call(searchCall, readCall));
      expect(names(reloaded.declared[0])).toContain("ast_grep_search");
      expect(reloaded.calls.map(({ isError }) => isError)).toEqual([false, false]);

      file = String((await pi.request("get_state"))["sessionFile"]);
      const { messages } = (await pi.request("get_fork_messages")) as { messages: { entryId: string }[] };
      await pi.request("fork", { entryId: messages.at(-1)?.entryId });
      expect((await pi.request("get_state"))["sessionFile"]).not.toBe(file);
      const forked = await pi.play(call(searchCall));
      expect(forked.calls[0]?.text).toContain("greet.ts:3:3");

      await pi.request("new_session");
      const fresh = await pi.play(call(searchCall));
      expect(names(fresh.declared[0])).not.toContain("ast_grep_search");
      expect(fresh.calls[0]?.isError).toBe(true);

      await pi.request("switch_session", { sessionPath: file });
      const resumed = await pi.play(call(searchCall, readCall));
      expect(names(resumed.declared[0])).toContain("ast_grep_search");
      expect(resumed.calls.map(({ isError }) => isError)).toEqual([false, false]);
      expect(await pi.end()).toBe(0);
      expect(pi.events.filter(({ type }) => type === "extension_error")).toEqual([]);
    }
    await using later = start(["--session", file]);
    const again = await later.play(call(searchCall));
    expect(names(again.declared[0])).toContain("ast_grep_search");
    expect(again.calls[0]?.text).toContain("greet.ts:3:3");
  });

  test("going back in the session tree to before the activation takes it back", async () => {
    await using pi = start();
    await pi.play({});
    const { messages } = (await pi.request("get_fork_messages")) as { messages: { entryId: string }[] };
    await pi.play(call(activate("ast_grep_search")));
    await pi.command(`/test-tree ${messages[0]?.entryId}`);
    expect(names((await pi.play({})).declared[0])).not.toContain("ast_grep_search");
  });
});

describe("what was read", () => {
  const bodyOf = (lines: number): string => `export function long(): void {\n${"  step();\n".repeat(lines - 2)}}\n`;

  /** Four bytes for each line, in base64. */
  const hashesOf = (lines: number): unknown =>
    expect.stringMatching(new RegExp(`^.{${Math.ceil((lines * 4) / 3) * 4}}$`));

  test("LENS-8 the session keeps exactly the lines that a result holds, once", async () => {
    writeFileSync(join(project, "long.ts"), bodyOf(200));
    await using pi = start(["--no-session"]);
    await pi.play(
      call({ name: "read_symbol", args: { path: "greet.ts", symbol: "greet" } }),
      call({ name: "read_symbol", args: { path: "greet.ts", symbol: "greet" } }),
      call({ name: "read_enclosing", args: { path: "long.ts", line: 50, maxLines: 10, onOversize: "slice" } }),
      call({ name: "read_enclosing", args: { path: "long.ts", line: 50, maxLines: 10, onOversize: "outline" } }),
      call({ name: "read_enclosing", args: { path: "long.ts", line: 50, maxLines: 10 } }),
      call({ name: "module_report", args: { path: "long.ts" } }),
      call({ name: "read_symbol", args: { path: "greet.ts", symbol: "nothing" } }),
    );
    expect(await pi.entries("reticle-read")).toEqual([
      { path: join(project, "greet.ts"), seen: [{ startLine: 1, hashes: hashesOf(4) }] },
      { path: join(project, "long.ts"), seen: [{ startLine: 45, hashes: hashesOf(10) }] },
    ]);
    expect(await pi.command("/reticle")).toEqual([expect.stringContaining("files read: 2")]);
    await pi.command("/test-reload");
    expect(await pi.command("/reticle")).toEqual([expect.stringContaining("files read: 2")]);
  });
});
