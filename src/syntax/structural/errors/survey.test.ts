import { mkdir, mkdtemp, realpath, rm, utimes, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { createChildProcesses } from "../../../process/children.ts";
import { openWorkspace } from "../../../workspace/workspace.ts";
import { createStructuralSearch } from "../search.ts";
import { surveySyntax } from "./survey.ts";

const children = createChildProcesses();
afterAll(() => children.dispose());
let root = "";
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "reticle-survey-")));
});
afterEach(() => rm(root, { recursive: true }));

async function put(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

async function start(folder = root) {
  const structural = createStructuralSearch({ children });
  const spawn = vi.spyOn(children, "spawn");
  const survey = async (isIdle = () => true, signal = AbortSignal.timeout(20_000)): Promise<number> => {
    spawn.mockClear();
    const workspace = await openWorkspace({ cwd: folder });
    await surveySyntax({ workspace, root: folder, structural, isIdle, signal });
    return spawn.mock.calls.length;
  };
  const errors = async (language: string, ...paths: string[]) => {
    spawn.mockClear();
    const request = { language, root, paths, deadlineMs: 10_000, findsMissing: true };
    const { files } = await structural.syntaxErrors(request, AbortSignal.timeout(10_000));
    return { files: Object.fromEntries(files), asked: spawn.mock.calls.length };
  };
  /** What the engine is told not to look into. */
  const leftOut = async (pattern: string) => {
    spawn.mockClear();
    const request = { language: "typescript", root, paths: ["."], query: { pattern }, skip: 0, limit: 9 };
    await structural.search(request, AbortSignal.timeout(10_000));
    return spawn.mock.calls.flatMap(([, args]) => args.filter((arg) => arg.startsWith("--globs")));
  };
  return { survey, errors, leftOut };
}

test("after it nothing has to be looked for, in whichever language, until a file changes", async () => {
  await put({ "a.ts": "const a = f(1, 2;\n", "lib/b.py": "x = 1\n", "c.go": "package p\n\nfunc ( {\n", "d.txt": "f(" });
  const { survey, errors } = await start();
  expect(await survey()).toBe(3);
  expect(await errors("typescript", "a.ts")).toEqual({ files: { "a.ts": [1] }, asked: 0 });
  expect(await errors("python", "lib/b.py")).toEqual({ files: {}, asked: 0 });
  expect((await errors("go", "c.go")).asked).toBe(0);
  expect(await survey()).toBe(0);

  await writeFile(join(root, "lib/b.py"), "x = (\n");
  await utimes(join(root, "lib/b.py"), new Date(2020, 1, 1), new Date(2020, 1, 1));
  expect(await errors("python", "lib/b.py")).toEqual({ files: { "lib/b.py": [1] }, asked: 1 });
});

test("after it the first search parses no file that lacks a word of the pattern", async () => {
  await put({ "a.ts": "go(1)\n", "lib/b.ts": "f(1)\n" });
  const { survey, leftOut } = await start();
  await survey();
  expect(await leftOut("go($X)")).toEqual(["--globs=!/lib/b.ts"]);
});

test("waits while others work, and ends with the engine", async () => {
  await put({ "a.ts": "f(1)\n", "b.py": "x = 1\n" });
  const { survey } = await start();
  let asked = 0;
  expect(await survey(() => (asked += 1) > 3)).toBe(2);
  expect(asked).toBeGreaterThan(3);
  const ending = new AbortController();
  const surveying = survey(() => false, ending.signal);
  ending.abort(new Error("closing"));
  await expect(surveying).rejects.toThrow();
});

test("leaves languages with many files and home directories alone", async () => {
  const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`f${at}.py`, ""]));
  await put({ ...many, "a.go": "package p\n" });
  const { survey } = await start();
  expect(await survey()).toBe(1);
  expect(await (await start(await realpath(homedir()))).survey()).toBe(0);
});
