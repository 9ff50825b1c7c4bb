import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createChildProcesses } from "../../process/children.ts";
import { findEngine } from "./ast-grep/binary.ts";
import { Engine } from "./ast-grep/engine.ts";
import { KeptVerdicts, type Lines } from "./kept-verdicts.ts";
import { SyntaxErrorFinder } from "./syntax-errors.ts";

const children = createChildProcesses();
afterAll(() => children.dispose());
let root = "";
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "reticle-errors-"));
});
afterEach(() => rm(root, { recursive: true }));

const broken = "go();\nfunction ( { ) = = >\n";
const whole = "go();\nfunction f ( ) { g() }\n";

/** A finder, and how often it has asked the engine. */
function start(verdicts = new KeptVerdicts()) {
  let asked = 0;
  const engine = new Engine(children, findEngine() ?? "");
  const search = engine.search.bind(engine);
  engine.search = async (...args) => {
    asked += 1;
    return await search(...args);
  };
  const finder = new SyntaxErrorFinder(engine, verdicts);
  const signal = AbortSignal.timeout(10_000);
  return {
    find: async (...paths: string[]) => {
      const { files } = await finder.find({ language: "javascript", root, paths, deadlineMs: 10_000 }, signal);
      return Object.fromEntries(files);
    },
    /** With a second parser that finds what is named. */
    findTwice: async (second: Readonly<Record<string, Lines>>, ...paths: string[]) => {
      const parsed: string[] = [];
      const errorLines = (path: string) => Promise.resolve((parsed.push(path), second[path] ?? []));
      const request = { language: "javascript", root, paths, deadlineMs: 10_000, second: { paths, errorLines } };
      const { files } = await finder.find(request, signal);
      return { files: Object.fromEntries(files), parsed };
    },
    asked: () => asked,
  };
}

test("a named file is looked at once, until it is written to", async () => {
  const { find, asked } = start();
  await writeFile(join(root, "b.js"), broken);
  await writeFile(join(root, "a.js"), whole);
  expect(await find("b.js", "a.js")).toEqual({ "b.js": [2] });
  expect(await find("a.js", "b.js")).toEqual({ "b.js": [2] });
  expect(asked()).toBe(1);

  // The same length, and the time of the last write set back to what it was.
  const old = new Date(2020, 1, 1);
  await utimes(join(root, "a.js"), old, old);
  await find("a.js", "b.js");
  expect(asked()).toBe(2);
  await writeFile(join(root, "a.js"), broken.padEnd(whole.length));
  await utimes(join(root, "a.js"), old, old);
  expect(await find("a.js", "b.js")).toEqual({ "a.js": [2], "b.js": [2] });
  expect(asked()).toBe(3);
});

test("a folder is looked at each time", async () => {
  const { find, asked } = start();
  await mkdir(join(root, "src"));
  await writeFile(join(root, "src/a.js"), whole);
  expect(await find("src")).toEqual({});
  await writeFile(join(root, "src/b.js"), broken);
  expect(await find("src")).toEqual({ "src/b.js": [2] });
  expect(asked()).toBe(2);
});

test("only what is not known is asked for", async () => {
  const { find, asked } = start();
  await writeFile(join(root, "a.js"), broken);
  expect(await find("a.js")).toEqual({ "a.js": [2] });
  await writeFile(join(root, "b.js"), broken);
  expect(await find("b.js", "a.js")).toEqual({ "a.js": [2], "b.js": [2] });
  expect(asked()).toBe(2);
});

describe("what a second parser sees", () => {
  test("counts where the engine sees nothing, and is remembered", async () => {
    const { findTwice, find } = start();
    await writeFile(join(root, "a.js"), whole);
    await writeFile(join(root, "b.js"), broken);
    const found = { "a.js": [1], "b.js": [2] };
    expect(await findTwice({ "a.js": [1], "b.js": [1] }, "a.js", "b.js")).toEqual({
      files: found,
      parsed: ["a.js", "b.js"],
    });
    expect(await findTwice({}, "a.js", "b.js")).toEqual({ files: found, parsed: [] });
    expect(await find("a.js", "b.js")).toEqual({ "b.js": [2] });
  });

  test("is asked for twelve small files, the same ones each time", async () => {
    const { findTwice } = start();
    const paths = Array.from({ length: 15 }, (_, at) => `${at}.js`);
    for (const path of paths) await writeFile(join(root, path), path === "1.js" ? " ".repeat(20_001) : whole);
    const small = paths.slice(0, 12).filter((path) => path !== "1.js");
    expect((await findTwice({}, ...paths)).parsed).toEqual(small);
    expect((await findTwice({}, ...paths)).parsed).toEqual([]);
  });
});

describe("verdicts that outlive their process", () => {
  const settled = new Date(2020, 1, 1);
  /** Files are at rest a while after they were written; their clock is set on by so much. */
  const later = () => vi.spyOn(Date, "now").mockReturnValue(new Date().getTime() + 60_000);
  afterEach(() => vi.restoreAllMocks());
  const kept = (version = "1") => new KeptVerdicts({ path: join(root, "cache/verdicts.json"), version });

  test("are used for files that are as they were", async () => {
    later();
    await writeFile(join(root, "a.js"), whole);
    await writeFile(join(root, "b.js"), broken);
    const verdicts = kept();
    await start(verdicts).find("a.js", "b.js");
    await verdicts.save();

    await writeFile(join(root, "a.js"), broken.padEnd(whole.length));
    await utimes(join(root, "a.js"), settled, settled);
    const next = start(kept());
    expect(await next.find("b.js")).toEqual({ "b.js": [2] });
    expect(next.asked()).toBe(0);
    expect(await next.find("a.js", "b.js")).toEqual({ "a.js": [2], "b.js": [2] });
    expect(next.asked()).toBe(1);
  });

  test("are not kept for a file that was written a moment ago: its next state may look the same", async () => {
    await writeFile(join(root, "a.js"), whole);
    const verdicts = kept();
    await start(verdicts).find("a.js");
    await verdicts.save();
    const next = start(kept());
    await next.find("a.js");
    expect(next.asked()).toBe(1);
  });

  test("of several processes are joined, those of another version left", async () => {
    later();
    for (const path of ["a.js", "b.js"]) await writeFile(join(root, path), broken);
    const [one, two] = [kept(), kept()];
    two.hasAny("javascript");
    await start(one).find("a.js");
    await one.save();
    await start(two).find("b.js");
    await two.save();
    const next = start(kept());
    expect(await next.find("a.js", "b.js")).toEqual({ "a.js": [2], "b.js": [2] });
    expect(next.asked()).toBe(0);
    const other = start(kept("2"));
    await other.find("a.js");
    expect(other.asked()).toBe(1);
  });

  test.each([
    ["no JSON", "{"],
    ["another shape", JSON.stringify({ version: "1", verdicts: { x: { engine: "none" }, y: 3, z: { parser: [-1] } } })],
    ["a list", "[]"],
    ["too much", " ".repeat(2_000_000)],
  ])("a file with %s is as good as none", async (_, text) => {
    await mkdir(join(root, "cache"));
    await writeFile(join(root, "cache/verdicts.json"), text);
    await writeFile(join(root, "a.js"), broken);
    expect(kept().hasAny("javascript")).toBe(false);
    expect(await start(kept()).find("a.js")).toEqual({ "a.js": [2] });
  });

  test("a folder that cannot be written costs nothing else", async () => {
    later();
    await writeFile(join(root, "cache"), "a file");
    await writeFile(join(root, "a.js"), broken);
    const verdicts = kept();
    expect(await start(verdicts).find("a.js")).toEqual({ "a.js": [2] });
    await verdicts.save();
    expect(await readdir(root)).toEqual(["a.js", "cache"]);
  });
});
