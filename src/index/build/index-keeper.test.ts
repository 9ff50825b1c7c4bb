import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { dumpIndex } from "../../../test/helpers/index-dump.ts";
import { pick, seededRandom } from "../../../test/helpers/seeded-random.ts";
import { withoutPrivileges } from "../../../test/helpers/unprivileged.ts";
import { createChildProcesses } from "../../process/children.ts";
import { openConnection } from "../store/connection.ts";
import { cachePlace } from "../store/store-place.ts";
import { WriterLock } from "../store/writer-lock.ts";
import { IndexKeeper, type IndexKeeperOptions } from "./index-keeper.ts";

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function temporary(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `reticle-keeper-${name}-`));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function keep(
  root: string,
  folder: string,
  options: Pick<IndexKeeperOptions, "watches" | "firstWalkFiles"> = {},
): IndexKeeper {
  const children = createChildProcesses();
  const keeper = new IndexKeeper({ root, folder, children, ...options });
  cleanups.push(async () => {
    await keeper.dispose();
    await children.dispose();
  });
  return keeper;
}

const LONG_MS = 30_000;

async function dumpAfter(keeper: IndexKeeper): Promise<Record<string, unknown[]>> {
  const status = await keeper.refresh(LONG_MS);
  expect(status).toMatchObject({ isCurrent: true, notes: [] });
  return dumpIndex(status.database ?? "");
}

const folders = ["", "src/", "src/deep/", "test/", "lib/"];
const names = ["a", "b", "c", "d"];
const texts = (random: () => number): [extension: string, text: string] => {
  const n = Math.floor(random() * 4);
  const other = pick(random, names);
  return pick(random, [
    [".ts", `import { f${n} } from "./${other}.ts";\nexport function f${n}(x: number) { return f${n}(x); }\n`],
    [".ts", `export class K${n} { run() { return helper${n}(this.run); } }\n`],
    [".ts", `export class K${n} { sun() { return helper${n}(this.sun); } }\n`],
    [".js", `const { f${n} } = require("./${other}");\nexports.g = () => f${n}();\n`],
    [".py", `from .${other} import f${n}\ndef g${n}():\n    return f${n}()\n`],
    [".md", `# Title ${n}\n\nSome words${n}.\n`],
    [
      ".js",
      `import "#alias/${other}";\nimport { f${n} } from "../${pick(random, ["src", "lib", "deep"])}/${other}.js";\nf${n}();\n`,
    ],
    [".json", `{ "key${n}": ${n} }\n`],
    [
      ".vue",
      `<script setup>\nimport { f${n} } from "./${other}";\n</script>\n<template><p :a="f${n}(x)">{{ b }}</p></template>\n`,
    ],
    [".vue", `<template lang="${pick(random, ["pug", "html"])}"><K${n}/></template>\n`],
    [".svelte", `<script>\nimport { f${n} } from "./${other}";\n</script>\n{#each f${n}() as a}{a}{$b${n}}{/each}\n`],
  ] as const) as [string, string];
};

/** One thing that people and tools do to a folder. */
function disturb(root: string, random: () => number): void {
  const existing = filesOf(root);
  const anyFile = existing.length === 0 ? undefined : pick(random, existing);
  const [extension, text] = texts(random);
  const fresh = join(root, pick(random, folders) + pick(random, names) + extension);
  const actions: (() => void)[] = [
    () => put(fresh, text),
    () => put(fresh, text),
    () => put(fresh, text),
    () => anyFile !== undefined && rmSync(anyFile),
    () =>
      anyFile !== undefined &&
      !existsSync(fresh) &&
      (mkdirSync(dirname(fresh), { recursive: true }), renameSync(anyFile, fresh)),
    () => anyFile !== undefined && utimesSync(anyFile, new Date(), new Date(0)),
    () => rmSync(join(root, pick(random, ["src", "src/deep", "test"])), { recursive: true, force: true }),
    () =>
      existsSync(join(root, "src")) &&
      !existsSync(join(root, "moved")) &&
      renameSync(join(root, "src"), join(root, "moved")),
    () =>
      put(
        join(root, "package.json"),
        JSON.stringify({ imports: { "#alias/*": `./${pick(random, ["src", "lib", "test"])}/*.ts` } }),
      ),
    () => writeFileSync(join(root, ".gitignore"), pick(random, ["lib/\n", "*.md\n", "", "deep\n"])),
  ];
  pick(random, actions)();
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function filesOf(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== ".gitignore")
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

describe("a comparison that finds nothing", () => {
  test("changes when it was made, and nothing that readers remember", async () => {
    const root = temporary("root");
    put(join(root, "a.ts"), "export function here() {}\n");
    const cache = temporary("kept");
    await keep(root, cache).refresh(LONG_MS);
    const { database = "" } = await keep(root, cache).refresh(LONG_MS);
    const generation = metaOf(database, "generation");
    const sweptAt = Number(metaOf(database, "swept_at"));
    await keep(root, cache).refresh(LONG_MS);
    expect(Number(metaOf(database, "swept_at"))).toBeGreaterThan(sweptAt);
    expect(metaOf(database, "generation")).toBe(generation);
    put(join(root, "a.ts"), "export function changed() {}\n");
    await keep(root, cache).refresh(LONG_MS);
    expect(metaOf(database, "generation")).not.toBe(generation);
  });
});

describe("a root that takes long to walk", () => {
  test("answers from its first files while the others are looked for, and becomes what it is otherwise", async () => {
    const root = temporary("root");
    for (let at = 0; at < 300; at += 1) {
      const other = `m${(at + 1) % 300}`;
      put(
        join(root, `src${at % 7}/m${at}.ts`),
        `import { f } from "../src${(at + 1) % 7}/${other}.ts";\nexport const g${at} = f;\n`,
      );
      put(join(root, `docs/d${at}.md`), `# Title ${at}\n`);
    }
    const slicing = keep(root, temporary("sliced"), { firstWalkFiles: 350 });
    const built = slicing.refresh(LONG_MS);
    await vi.waitFor(
      async () => {
        const { database } = await slicing.refresh(0);
        expect(metaOf(database ?? "", "walk_gap")).toBe("folders that the index has not looked into yet");
        expect(metaOf(database ?? "", "files_total")).toBe("350");
        expect(metaOf(database ?? "", "is_complete")).toBeUndefined();
      },
      { timeout: LONG_MS, interval: 1 },
    );
    expect(await built).toMatchObject({ isCurrent: true, filesTotal: 600, filesDone: 600 });
    const { database } = await slicing.refresh(LONG_MS);
    expect(metaOf(database ?? "", "walk_gap")).toBeUndefined();
    expect(metaOf(database ?? "", "is_complete")).toBe("1");
    const whole = await dumpAfter(keep(root, temporary("whole")));
    expect(dumpIndex(database ?? "")).toEqual(whole);
    expect(whole["imports"]?.[0]).toMatch(/\.ts$/);
  }, 60_000);
});

describe("what is kept from edit to edit", () => {
  test.each([
    [true, 1],
    [true, 2],
    [false, 3],
    [true, 5],
  ])(
    "LENS-10 incremental equals rebuild after random edits and deletes (watches: %s, seed %i)",
    async (watches, seed) => {
      const random = seededRandom(seed);
      const root = temporary("root");
      for (let count = 0; count < 6; count += 1) disturb(root, random);
      let symbolCount = 0;
      const kept = keep(root, temporary("kept"), { watches });
      for (let round = 0; round < 7; round += 1) {
        for (let count = 1 + Math.floor(random() * 5); count > 0; count -= 1) disturb(root, random);
        if (!watches) await new Promise((resolve) => setTimeout(resolve, 1_010));
        const incremental = await dumpAfter(kept);
        const rebuilt = await dumpAfter(keep(root, temporary("fresh"), { watches: false }));
        expect(incremental, `round ${round}`).toEqual(rebuilt);
        symbolCount += rebuilt["symbols"]?.length ?? 0;
      }
      expect(symbolCount).toBeGreaterThan(0);
    },
    60_000,
  );
});

/** A root with one file, and its index built and closed. */
async function builtOnce(): Promise<{ root: string; cache: string; database: string }> {
  const root = temporary("root");
  put(join(root, "a.ts"), "export function one() {}\n");
  const cache = temporary("cache");
  const first = keep(root, cache);
  const { database = "" } = await first.refresh(LONG_MS);
  await first.dispose();
  return { root, cache, database };
}

describe("another folder at the place of the root", () => {
  test.each<[string, (root: string) => void]>([
    ["it was moved away", (root) => renameSync(root, `${root}-old`)],
    ["it was removed", (root) => rmSync(root, { recursive: true })],
    ["a folder above it was moved away", (root) => renameSync(dirname(root), `${dirname(root)}-old`)],
  ])("%s", async (_name, remove) => {
    const root = join(temporary("base"), "above", "root");
    put(join(root, "a.ts"), "export function before() {}\n");
    const keeper = keep(root, temporary("cache"));
    await dumpAfter(keeper);
    remove(root);
    put(join(root, "a.ts"), "export function after() {}\n");
    const { symbols } = await dumpAfter(keeper);
    expect(symbols).toEqual([expect.stringContaining("after")]);
    put(join(root, "b.ts"), "export function later() {}\n");
    await vi.waitFor(async () => expect((await dumpAfter(keeper))["symbols"]).toHaveLength(2), 5_000);
  });

  test("nothing is there: work that finds nothing left to do does not hide it", async () => {
    const [root, cache] = [join(temporary("base"), "root"), temporary("cache")];
    put(join(root, "a.ts"), "export function before() {}\n");
    const keeper = keep(root, cache);
    await dumpAfter(keeper);
    const lock = new WriterLock(cachePlace(cache, root));
    cleanups.push(() => lock.close());
    await vi.waitFor(() => expect(lock.take()).toBe(true), 5_000);
    put(join(root, "a.ts"), "export function after() {}\n");
    keeper.noteChanges(["a.ts"]);
    await keeper.refresh(0);
    rmSync(root, { recursive: true });
    // Both wait for their turn behind that; the first takes all that was noticed.
    await keeper.refresh(0);
    await keeper.refresh(0);
    lock.release();
    const gone = { kind: "failed", message: `${root} does not exist any more` };
    expect(await keeper.refresh(LONG_MS)).toMatchObject({ isCurrent: false, failure: gone });
  });

  test("nothing is there: the status says so, until something is", async () => {
    const root = join(temporary("base"), "root");
    put(join(root, "a.ts"), "export function before() {}\n");
    const keeper = keep(root, temporary("cache"));
    await dumpAfter(keeper);
    rmSync(root, { recursive: true });
    const gone = { kind: "failed", message: `${root} does not exist any more` };
    expect(await keeper.refresh(LONG_MS)).toMatchObject({ isCurrent: false, failure: gone });
    put(join(root, "a.ts"), "export function after() {}\n");
    await vi.waitFor(async () => {
      expect((await dumpAfter(keeper))["symbols"]).toEqual([expect.stringContaining("after")]);
    }, 5_000);
  });
});

describe("what permissions forbid", () => {
  /** The keeper's own user may not be root, to whom nothing is forbidden. */
  function open(...paths: readonly string[]): void {
    for (const path of paths) chmodSync(path, 0o777);
  }

  test("a file that cannot be read is missing from a whole look, until it can be", async () => {
    const [root, cache] = [temporary("root"), temporary("cache")];
    put(join(root, "open.ts"), "export function open() {}\n");
    put(join(root, "locked.ts"), "export function locked() {}\n");
    open(root, cache);
    chmodSync(join(root, "locked.ts"), 0o000);
    await withoutPrivileges(async () => {
      const keeper = keep(root, cache);
      const { database = "" } = await keeper.refresh(LONG_MS);
      expect(metaOf(database, "unreadable")).toBe("files that cannot be read (locked.ts)");
      expect(dumpIndex(database)["symbols"]).toHaveLength(1);
    });
    chmodSync(join(root, "locked.ts"), 0o644);
    const { database = "" } = await keep(root, cache).refresh(LONG_MS);
    expect(metaOf(database, "unreadable")).toBeUndefined();
    expect(dumpIndex(database)["symbols"]).toHaveLength(2);
  });

  test("files in a folder that only lists its names are named as missing", async () => {
    const [root, cache] = [temporary("root"), temporary("cache")];
    put(join(root, "open.ts"), "export function open() {}\n");
    put(join(root, "listed/a.ts"), "export function a() {}\n");
    put(join(root, "listed/b.ts"), "export function b() {}\n");
    open(root, cache);
    chmodSync(join(root, "listed"), 0o444);
    try {
      await withoutPrivileges(async () => {
        const { database = "", failure } = await keep(root, cache).refresh(LONG_MS);
        expect(failure).toBeUndefined();
        expect(metaOf(database, "walk_gap")).toBe("files that cannot be looked at (listed/a.ts and 1 more)");
        expect(dumpIndex(database)["symbols"]).toHaveLength(1);
      });
    } finally {
      chmodSync(join(root, "listed"), 0o755);
    }
  });
});

describe("what happens to the file", () => {
  test.each<[string, string, (database: string) => void]>([
    [
      "garbage",
      "the file was damaged",
      (database) => writeFileSync(database, "no database at all, but longer than a header".repeat(9)),
    ],
    [
      "a torn page",
      "the file was damaged",
      (database) => writeFileSync(database, Buffer.alloc(4096, 7), { flag: "r+" }),
    ],
    ["another version", "it was made by another version", (database) => setVersion(database, 999)],
    ["a creation that was killed", "it was never finished", (database) => setVersion(database, 0)],
  ])("%s: built anew, and said once", async (_name, reason, spoil) => {
    const { root, cache, database } = await builtOnce();
    spoil(database);
    const keeper = keep(root, cache);
    const status = await keeper.refresh(LONG_MS);
    expect(status).toMatchObject({ isCurrent: true, notes: [`the index is built anew: ${reason}`], database });
    expect(dumpIndex(database)["symbols"]).toHaveLength(1);
    expect((await keeper.refresh(LONG_MS)).notes).toEqual([]);
  });

  const blocked = (): string => {
    const file = join(temporary("cache"), "a-file");
    writeFileSync(file, "");
    return file;
  };

  test.each([
    ["below a file", blocked],
    // Where the system says that the folder above is missing, whatever is made there.
    ["below a folder of the system", () => (process.platform === "linux" ? "/proc/reticle" : blocked())],
  ])("a folder that cannot be written, %s: kept in memory, said once, gone at the end", async (_name, place) => {
    const root = temporary("root");
    put(join(root, "a.ts"), "export function one() {}\n");
    const keeper = keep(root, join(place(), "index"));
    const status = await keeper.refresh(LONG_MS);
    expect(status.isCurrent).toBe(true);
    expect(status.notes).toEqual([
      expect.stringMatching(/^the index is kept in memory for this session: .*cannot be written/),
    ]);
    expect(dumpIndex(status.database ?? "")["symbols"]).toHaveLength(1);
    await keeper.dispose();
    expect(existsSync(status.database ?? "")).toBe(false);
  });

  test("removed while it is in use: built anew", async () => {
    const { root, cache, database } = await builtOnce();
    const keeper = keep(root, cache);
    await keeper.refresh(LONG_MS);
    for (const suffix of ["", "-wal", "-shm"]) rmSync(database + suffix, { force: true });
    await new Promise((resolve) => setTimeout(resolve, 1_010));
    expect((await keeper.refresh(LONG_MS)).isCurrent).toBe(true);
    expect(dumpIndex(database)["symbols"]).toHaveLength(1);
  });

  test("a second writer waits, and finds nothing left to do", async () => {
    const { root, cache, database } = await builtOnce();
    const [one, two] = [keep(root, cache), keep(root, cache)];
    await Promise.all([one.refresh(LONG_MS), two.refresh(LONG_MS)]);
    put(join(root, "b.ts"), "export function two() {}\n");
    for (const keeper of [one, two]) expect(keeper.noteChanges(["b.ts"]).isCurrent).toBe(false);
    const answers = await Promise.all([one.refresh(LONG_MS), two.refresh(LONG_MS)]);
    expect(answers.map(({ failure }) => failure)).toEqual([undefined, undefined]);
    expect(dumpIndex(database)["symbols"]).toHaveLength(2);
  });

  test("a clock that was set back hides no edit", async () => {
    const { root, cache, database } = await builtOnce();
    const tomorrow = Date.now() + 86_400_000;
    setMeta(database, "swept_at", String(tomorrow));
    put(join(root, "a.ts"), "export function uno() {}\n");
    const past = new Date(0);
    utimesSync(join(root, "a.ts"), past, past);
    const keeper = keep(root, cache);
    expect(await keeper.refresh(LONG_MS)).toMatchObject({ isCurrent: true });
    expect(String(dumpIndex(database)["symbols"]?.[0])).toContain("uno");
  });

  test("files that cannot be read or parsed are noted, the others are there", async () => {
    const root = temporary("root");
    put(join(root, "good.ts"), "export function good() {}\n");
    put(join(root, "binary.ts"), "\0\0\0\0binary\0\0");
    put(join(root, "deep.js"), `x = ${"[".repeat(3_000)}${"]".repeat(3_000)};\n`);
    put(join(root, "broken.ts"), "export function ((( {{{ nonsense\n");
    const { database = "" } = await keep(root, temporary("cache")).refresh(LONG_MS);
    expect(dumpIndex(database)["files"]).toEqual([
      expect.stringContaining("binary.ts|"),
      expect.stringMatching(/^broken\.ts\|typescript\|/),
      expect.stringMatching(/^deep\.js\|.*\|2\|nested deeper than is parsed$/),
      expect.stringMatching(/^good\.ts\|typescript\|/),
    ]);
    expect(dumpIndex(database)["files"]?.[0]).toMatch(/\|2\|not text: binary$/);
  });

  test("sources whose symbols are not known are named, minified code and documents are not", async () => {
    const root = temporary("root");
    const longLine = `x = [${"1,".repeat(200_000)}];\n`;
    put(join(root, "good.ts"), "export function good() {}\n");
    put(join(root, "dist.js"), longLine);
    put(join(root, "data.json"), " ".repeat(5 * 1024 * 1024));
    const cache = temporary("cache");
    const { database = "" } = await keep(root, cache).refresh(LONG_MS);
    expect(metaOf(database, "unreadable")).toBeUndefined();

    put(join(root, "large.js"), "function f() {}\n".repeat(300_000));
    put(join(root, "deep.js"), `x = ${"[".repeat(3_000)}${"]".repeat(3_000)};\n`);
    const keeper = keep(root, cache);
    await keeper.refresh(LONG_MS);
    expect(metaOf(database, "unreadable")).toBe(
      "the symbols and uses of deep.js (nested deeper than is parsed) and of 1 more",
    );
    rmSync(join(root, "deep.js"));
    await keeper.refresh(LONG_MS);
    expect(metaOf(database, "unreadable")).toBe("the symbols and uses of large.js (larger than is read)");
  });

  test("a home folder is refused, and the reason told", async () => {
    const home = process.env["HOME"];
    process.env["HOME"] = temporary("home");
    try {
      const status = await keep(process.env["HOME"], temporary("cache")).refresh(LONG_MS);
      expect(status).toMatchObject({ isCurrent: false, failure: { kind: "refused" } });
    } finally {
      process.env["HOME"] = home;
    }
  });
});

function setVersion(database: string, version: number): void {
  const connection = openConnection(database);
  connection.exec(`PRAGMA user_version = ${version}`);
  connection.close();
}

function metaOf(database: string, key: string): unknown {
  const connection = openConnection(database, { readOnly: true });
  try {
    return connection.prepare("SELECT value FROM meta WHERE key = ?").get(key)?.["value"];
  } finally {
    connection.close();
  }
}

function setMeta(database: string, key: string, value: string): void {
  const connection = openConnection(database);
  connection.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)").run(key, value);
  connection.close();
}
