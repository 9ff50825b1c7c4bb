import { access, rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../helpers/reticle.ts";
import { RunSession } from "../../helpers/run-session.ts";
import { testServersFolder } from "../../helpers/test-servers.ts";
import { withReports } from "../../helpers/workspace-run.ts";

const tsconfig = { "tsconfig.json": '{ "compilerOptions": { "strict": true, "types": [] } }\n' };
const clean = "export function area(x: number): number {\n  return x;\n}\n";

async function project(files: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder({ ...tsconfig, ...files });
  const session = await RunSession.start({ cwd: folder.path, settings: withReports });
  /** The lines that the tool adds to what it says of itself. */
  const added = async (tool: string, args: object): Promise<string[]> => {
    const { text, isError } = await session.call(tool, args);
    expect(isError, text).toBe(false);
    const lines = text.split("\n");
    return lines.slice(lines.findIndex((line) => line.startsWith("undo_id: ")) + 1);
  };
  const edit = (path: string, oldText: string, newText: string): Promise<string[]> =>
    added("edit", { path, old_text: oldText, new_text: newText });
  return {
    folder,
    session,
    added,
    edit,
    [Symbol.asyncDispose]: async () => {
      await session[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const broken = (line: number): string[] => [
  "a.ts: 1 new error",
  `  ${line}:3 error 2322 Type 'string' is not assignable to type 'number'. (ts)`,
];

test("S-01 W-02 the edit that breaks it says so, the repair is silent, breaking it again is told again", async () => {
  await using one = await project({ "a.ts": clean });
  expect(await one.edit("a.ts", "return x;", 'return "x";')).toEqual(broken(2));
  expect(await one.edit("a.ts", 'return "x";', "return x;")).toEqual([]);
  expect(await one.edit("a.ts", "return x;", 'return "x";')).toEqual(broken(2));
});

test("S-02 W-04 five old errors are not told, the new one is", async () => {
  const old = Array.from({ length: 5 }, (_, at) => `export const old${at}: number = "";\n`).join("");
  await using one = await project({ "a.ts": old + clean });
  expect(await one.edit("a.ts", "return x;", 'return "x";')).toEqual(broken(7));
});

test("S-03 W-03 a broken function that moves 40 lines down is not told again", async () => {
  await using one = await project({ "a.ts": clean });
  expect(await one.edit("a.ts", "return x;", 'return "x";')).toEqual(broken(2));
  const lines = Array.from({ length: 40 }, (_, at) => `export const c${at} = ${at};\n`).join("");
  expect(await one.edit("a.ts", "export function", `${lines}export function`)).toEqual([]);
});

test("S-04 W-09 a module and its importer in one patch: nothing is missing, and nothing comes late", async () => {
  await using one = await project({ "b.ts": 'import { area } from "./a";\nexport const b = area(1);\n' });
  const { text: before } = await one.session.call("lsp", { action: "diagnostics", file: "b.ts" });
  expect(before).toContain("Cannot find module './a'");
  const patch = [
    "*** Begin Patch",
    "*** Add File: a.ts",
    ...clean
      .trimEnd()
      .split("\n")
      .map((line) => `+${line}`),
    "*** Add File: c.ts",
    '+import { area } from "./a";',
    "+export const c = area(2);",
    "*** End Patch",
  ].join("\n");
  expect(await one.added("apply_patch", { patch })).toEqual([]);
  const { text: after } = await one.session.call("lsp", { action: "diagnostics", file: "b.ts" });
  expect(after).toMatch(/^clean /);
});

const pyright = join(testServersFolder(), "pyright-1.1.414/node_modules/.bin/pyright-langserver");
const hasPyright = await access(pyright).then(
  () => true,
  () => false,
);
if (!hasPyright) process.stderr.write("NOT TESTED pyright on write: node scripts/test-servers.ts\n");

describe.runIf(hasPyright)("with pyright on the PATH", () => {
  const python = { "pyproject.toml": "", "a.py": "def area(x: int) -> int:\n    return x\n" };

  async function pythonProject() {
    const bin = await temporaryFolder();
    const program = join(bin.path, "pyright-langserver");
    await symlink(pyright, program);
    const folder = await temporaryFolder(python);
    const path = `${bin.path}:${process.env["PATH"] ?? ""}`;
    const session = await RunSession.start({ cwd: folder.path, settings: withReports, env: { PATH: path } });
    // Pyright takes long to start on a busy machine, and an agent looks before it edits.
    const { text: first } = await session.call("lsp", { action: "diagnostics", file: "a.py" });
    expect(first).toMatch(/^clean /);
    const edit = async (oldText: string, newText: string): Promise<string> => {
      const { text, isError } = await session.call("edit", { path: "a.py", old_text: oldText, new_text: newText });
      expect(isError, text).toBe(false);
      return text.replace(/^Edited .*\nundo_id: \w+\n?/, "");
    };
    return {
      session,
      program,
      edit,
      [Symbol.asyncDispose]: async () => {
        await session[Symbol.asyncDispose]();
        await folder[Symbol.asyncDispose]();
        await bin[Symbol.asyncDispose]();
      },
    };
  }

  test("S-01 W-02 the edit that breaks it says so, the repair is silent, breaking it again is told again", async () => {
    await using one = await pythonProject();
    const told =
      /^a\.py: 1 new error\n {2}2:12 error reportReturnType Type "Literal\['x'\]" is not assignable to return type "int"/;
    expect(await one.edit("return x", 'return "x"')).toMatch(told);
    expect(await one.edit('return "x"', "return x")).toBe("");
    expect(await one.edit("return x", 'return "x"')).toMatch(told);
  });

  test("S-05 the program is taken away: said once, explained by status, and it works again when it is back", async () => {
    await using one = await pythonProject();
    expect(await one.edit("return x", "return x + 1")).toBe("");
    await rename(one.program, `${one.program}-away`);
    expect(await one.edit("return x + 1", "return x + 2")).toMatch(/^unavailable: diagnostics of a\.py: [^\n]*$/);
    expect(await one.edit("return x + 2", "return x + 3")).toBe("");
    const { text } = await one.session.call("lsp", { action: "status", file: "a.py" });
    expect(text).toMatch(/pyright-langserver is not on the PATH/);
    await rename(`${one.program}-away`, one.program);
    expect(await one.edit("return x + 3", 'return "x"')).toMatch(/^a\.py: 1 new error/);
  });
});

test("S-06 a server killed while it is asked is named; it starts again, and rests longer each time that it dies again", async () => {
  await using one = await project({ "a.ts": clean });
  const status = async (): Promise<string> => (await one.session.call("lsp", { action: "status", file: "a.ts" })).text;
  const pid = async (): Promise<number> => Number(/^- typescript \(.*pid (\d+)/m.exec(await status())?.[1]);
  const ask = () => one.session.call("lsp", { action: "references", file: "a.ts", line: 1, symbol: "area" });
  await ask();
  const first = await pid();
  expect(first).toBeGreaterThan(1);
  process.kill(first, "SIGSTOP");
  const asking = ask();
  await sleep(300);
  process.kill(first, "SIGKILL");
  const told = await asking;
  expect(told.isError, told.text).toBe(true);
  expect(told.text).toContain("TypeScript");
  expect((await ask()).text).toMatch(/^\d+ references? of area/);
  // From the second death on it rests, each time longer, and the answers and the status say so.
  let longestS = 0;
  for (const least of [1, 3]) {
    process.kill(await pid(), "SIGKILL");
    await sleep(300);
    const { text } = await ask();
    expect(text).toContain("TypeScript 7 ended with SIGKILL");
    longestS = Number(/tried again in (\d+) s/.exec(text)?.[1]);
    expect(longestS).toBeGreaterThanOrEqual(least);
    expect(await status()).toMatch(/^- typescript \(.*\): crashed/m);
    if (least === 3) break;
    await sleep(longestS * 1_000 + 100);
    expect((await ask()).text).toMatch(/^\d+ references? of area/);
  }
  expect(longestS).toBeLessThanOrEqual(8);
});
