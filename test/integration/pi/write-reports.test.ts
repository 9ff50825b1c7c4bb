import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Pi, type Step } from "../../helpers/pi.ts";
import { temporaryFolder } from "../../helpers/reticle.ts";
import { withReports } from "../../helpers/workspace-run.ts";

const AREA = "export function area(side: number): number {\n  return side * side;\n}\n";
const USE = 'import { area } from "./area.ts";\nexport const two: number = area(2);\n';
const BROKEN = "Type 'string' is not assignable to type 'number'. (ts)";

const call = (...tools: NonNullable<Step["tools"]>): Step => ({ tools });
const read = (path: string) => ({ name: "read", args: { path } });
const bash = (command: string) => ({ name: "bash", args: { command } });
const write = (path: string, content: string) => ({ name: "write", args: { path, content } });
const edit = (path: string, oldText: string, newText: string) => ({
  name: "edit",
  args: { path, edits: [{ oldText, newText }] },
});

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder({ "home/.keep": "", "config.json": JSON.stringify(withReports) });
});
afterAll(() => folder[Symbol.asyncDispose]());

function start(): Pi {
  const project = mkdtempSync(join(folder.path, "project-"));
  mkdirSync(join(project, "src"));
  const tsconfig = { compilerOptions: { strict: true, types: [], noEmit: true, allowImportingTsExtensions: true } };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify(tsconfig));
  writeFileSync(join(project, "src/area.ts"), AREA);
  writeFileSync(join(project, "src/use.ts"), USE);
  const env = { RETICLE_CONFIG: join(folder.path, "config.json") };
  return new Pi({ cwd: project, home: join(folder.path, "home"), args: ["--no-session"], env });
}

/** What the hook added to each result, as far as it is about diagnostics. */
const newsIn = (texts: readonly string[]): string[] =>
  texts.map((text) =>
    text
      .split("\n")
      .filter((line) => /new error|error \d+/.test(line))
      .join("\n"),
  );

describe("what pi's own tools broke is in their very result", () => {
  test("edit: the new error, once; the repair is silent", async () => {
    await using pi = start();
    const { calls } = await pi.play(
      call(read("src/area.ts")),
      call(edit("src/area.ts", "return side * side;", 'return "x";')),
      call(edit("src/area.ts", "export", "// more\nexport")),
      call(edit("src/area.ts", 'return "x";', "return 1;")),
    );
    expect(calls.map(({ isError }) => isError)).toEqual([false, false, false, false]);
    expect(newsIn(calls.map(({ text }) => text))).toEqual([
      "",
      `src/area.ts: 1 new error\n  2:3 error 2322 ${BROKEN}`,
      "",
      "",
    ]);
    expect(calls[3]?.text).toBe("Successfully replaced 1 block(s) in src/area.ts.");
  });

  test("write: a new file with an error; nothing was wrong with it before", async () => {
    await using pi = start();
    const { calls } = await pi.play(
      call(write("src/new.ts", 'export const n: number = "";\n')),
      call(write("src/new.ts", "export const n: number = 1;\n")),
    );
    expect(newsIn(calls.map(({ text }) => text))).toEqual([`src/new.ts: 1 new error\n  1:14 error 2322 ${BROKEN}`, ""]);
  });

  test("bash: a file that the command names, one that it does not, and nothing for a command that only looks", async () => {
    await using pi = start();
    const { calls } = await pi.play(
      call(bash("sed -i 's/return side . side/return \"x\"/' src/area.ts")),
      call(bash("cat src/area.ts")),
      call(bash('sh -c \'cd src && for f in us*; do echo "export const bad: number = \\"\\";" >> $f; done\'')),
    );
    expect(calls.map(({ isError }) => isError)).toEqual([false, false, false]);
    expect(newsIn(calls.map(({ text }) => text))).toEqual([
      expect.stringContaining(`2:3 error 2322 ${BROKEN}`),
      "",
      expect.stringContaining(`3:14 error 2322 ${BROKEN}`),
    ]);
  });

  test("a refused call and one that pi failed are not asked about", async () => {
    await using pi = start();
    const { calls } = await pi.play(
      call(write("src/area.ts", "x")),
      call(read("src/area.ts"), edit("src/none.ts", "a", "b")),
      call(edit("src/area.ts", "no such text", "b")),
    );
    expect(newsIn(calls.map(({ text }) => text))).toEqual(["", "", "", ""]);
  });
});
