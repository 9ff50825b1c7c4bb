import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { createChildProcesses } from "../../process/children.ts";
import { findEngine } from "./ast-grep/binary.ts";
import { Engine } from "./ast-grep/engine.ts";
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
function start() {
  let asked = 0;
  const engine = new Engine(children, findEngine() ?? "");
  const search = engine.search.bind(engine);
  engine.search = async (...args) => {
    asked += 1;
    return await search(...args);
  };
  const finder = new SyntaxErrorFinder(engine);
  const signal = AbortSignal.timeout(10_000);
  return {
    find: async (...paths: string[]) => {
      const { files } = await finder.find({ language: "javascript", root, paths, deadlineMs: 10_000 }, signal);
      return Object.fromEntries(files);
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
