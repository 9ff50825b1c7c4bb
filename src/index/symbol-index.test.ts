import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type BuiltIndex, indexOf } from "../../test/helpers/index-of.ts";
import { coverageLine } from "../base/coverage.ts";
import { type ChildProcesses, createChildProcesses } from "../process/children.ts";
import { createSymbolIndex } from "./create-symbol-index.ts";
import type { IndexView } from "./symbol-index.ts";
import { openConnection } from "./store/connection.ts";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function project(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "reticle-index-"));
  cleanups.push(() => rmSync(root, { recursive: true, force: true }));
  write(root, files);
  return root;
}

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

async function build(root: string): Promise<BuiltIndex> {
  const built = await indexOf(root);
  cleanups.push(built.dispose);
  return built;
}

const symbolsOf = ({ view }: Pick<BuiltIndex, "view">): string[] =>
  view.database
    .all<{ text: string }>(
      `SELECT f.path || ':' || s.name_line || ' ' || s.kind || ' ' || s.full_name AS text
       FROM symbols s JOIN files f ON f.id = s.file ORDER BY f.path, s.ordinal`,
    )
    .map(({ text }) => text);

describe("the first look at an index that is there", () => {
  test("is prepared while the index is compared with the disk, later ones are not", async () => {
    const root = project({ "a.ts": "export class Known {}\n" });
    const cache = mkdtempSync(join(tmpdir(), "reticle-index-cache-"));
    cleanups.push(() => rmSync(cache, { recursive: true, force: true }));
    await (await indexOf(root, cache)).dispose();
    const children = createChildProcesses();
    const index = createSymbolIndex({ children, folderFor: () => cache });
    cleanups.push(
      () => children.dispose(),
      () => index.dispose(),
    );
    const seen: string[][] = [];
    const prepare = (view: IndexView): void => {
      seen.push(symbolsOf({ view }));
      throw new Error("nobody hears this");
    };
    const options = { waitMs: Number.POSITIVE_INFINITY, signal: AbortSignal.timeout(20_000), prepare };
    write(root, { "b.ts": "export class Added {}\n" });
    const view = await index.open(root, options);
    expect(seen).toEqual([["a.ts:1 class Known"]]);
    expect(symbolsOf({ view })).toEqual(["a.ts:1 class Known", "b.ts:1 class Added"]);
    await index.open(root, options);
    expect(seen).toHaveLength(1);
  });
});

test("an index that has read all files and not told their imports yet says so", async () => {
  const root = project({ "a.ts": "export class Known {}\n" });
  const cache = mkdtempSync(join(tmpdir(), "reticle-index-cache-"));
  cleanups.push(() => rmSync(cache, { recursive: true, force: true }));
  const built = await indexOf(root, cache);
  const database = built.view.database.get<{ file: string }>("PRAGMA database_list")?.file ?? "";
  await built.dispose();
  // As a process leaves it that is killed in between; nobody else can go on while this one writes.
  const connection = openConnection(database);
  connection.exec("DELETE FROM meta WHERE key = 'is_complete'");
  connection.exec("BEGIN IMMEDIATE");
  const children = createChildProcesses();
  const index = createSymbolIndex({ children, folderFor: () => cache });
  cleanups.push(
    () => children.dispose(),
    () => index.dispose(),
    () => connection.close(),
  );
  const { coverage } = await index.open(root, { waitMs: 20, signal: AbortSignal.timeout(20_000) });
  expect(coverageLine(coverage)).toBe(
    "partial: 1 of 1 files; not covered: which files their imports lead to, which is still being found out",
  );
});

describe("at rest", () => {
  const place = ({ index }: BuiltIndex): string => index.health()[0]?.value.split(", ").at(-1) ?? "";
  const isKept = (built: BuiltIndex) => (): void => expect(place(built)).toBe("kept by a thread");
  const patience = { timeout: 20_000, interval: 50 };
  const modules = (count: number, name: string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}.ts`, `export class ${name}${at} {}\n`]));

  test("a thread goes on after a build, sees what is edited, and leaves much work to a process", async () => {
    const root = project(modules(100, "C"));
    const built = await build(root);
    expect(place(built)).toMatch(/^pid \d+$/);
    await vi.waitFor(isKept(built), patience);
    write(root, { "m3.ts": "export class Edited {}\n" });
    const view = await built.reopen();
    expect(view.coverage).toEqual({ state: "complete" });
    expect(symbolsOf({ view })).toContain("m3.ts:1 class Edited");
    await built.index.changed([join(root, "m4.ts")]);
    expect(place(built)).toBe("kept by a thread");

    write(root, modules(100, "D"));
    const switched = await built.reopen();
    expect(switched.coverage).toEqual({ state: "complete" });
    expect(symbolsOf({ view: switched })).toHaveLength(100);
    expect(symbolsOf({ view: switched })).toContain("m99.ts:1 class D99");
    expect(place(built)).toMatch(/^pid \d+$/);
    await vi.waitFor(isKept(built), patience);

    const signal = AbortSignal.timeout(10_000);
    expect((await built.index.rehearse(root, signal))?.get("SELECT count(*) AS files FROM files")).toEqual({
      files: 100,
    });
    expect(await built.index.rehearse(join(root, "elsewhere"), signal)).toBeUndefined();
    expect(built.index.health().map(({ name }) => name)).toEqual(["index"]);
  }, 60_000);

  test("an index that is there is kept by a thread a moment after the first look; one that is gone or damaged is made by a process", async () => {
    const root = project(modules(3, "C"));
    const cache = project({});
    await (await indexOf(root, cache)).dispose();
    const built = await indexOf(root, cache);
    cleanups.push(built.dispose);
    await vi.waitFor(isKept(built), patience);
    const { file } = built.view.database.get<{ file: string }>("PRAGMA database_list") ?? { file: "" };
    for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
    write(root, { "m0.ts": "export class Anew {}\n" });
    await vi.waitFor(async () => {
      const view = await built.reopen();
      expect(view.coverage).toEqual({ state: "complete" });
      expect(symbolsOf({ view })).toEqual(["m0.ts:1 class Anew", "m1.ts:1 class C1", "m2.ts:1 class C2"]);
    }, patience);
  }, 60_000);
});

describe("building", () => {
  test("symbols of every language, words of documents, nothing of what is ignored", async () => {
    const built = await build(
      project({
        "src/server.ts": "export class Server {\n  start() {}\n}\nfunction helper() {}\n",
        "src/app.py": "def run():\n    pass\n",
        "run.sh": "greet() {\n  echo hi\n}\n",
        "README.md": "# How to frobnicate\n",
        ".gitignore": "out/\n",
        "out/built.js": "function built() {}\n",
      }),
    );
    expect(built.view.coverage).toEqual({ state: "complete" });
    expect(symbolsOf(built)).toEqual([
      "run.sh:1 function greet",
      "src/app.py:1 function run",
      "src/server.ts:1 class Server",
      "src/server.ts:2 method Server.start",
      "src/server.ts:4 function helper",
    ]);
    const { database } = built.view;
    expect(
      database.all(
        "SELECT f.path FROM files_text t JOIN files f ON f.id = t.rowid WHERE files_text MATCH 'frobnicate'",
      ),
    ).toEqual([{ path: "README.md" }]);
    expect(
      database.all(
        "SELECT s.full_name FROM symbols_text t JOIN symbols s ON s.id = t.rowid WHERE symbols_text MATCH 'start'",
      ),
    ).toEqual([{ full_name: "Server.start" }]);
  });

  test("edits, new files and removed files are seen by the next look", async () => {
    const root = project({ "a.ts": "export function one() {}\n", "b.ts": "export function two() {}\n" });
    const built = await build(root);
    write(root, { "a.ts": "\nexport function uno() {}\n", "c.ts": "export const three = () => 3;\n" });
    rmSync(join(root, "b.ts"));
    await built.index.changed([join(root, "a.ts"), join(root, "b.ts"), join(root, "c.ts")]);
    const view = await built.reopen();
    expect(view.coverage).toEqual({ state: "complete" });
    expect(symbolsOf({ view })).toEqual(["a.ts:2 function uno", "c.ts:1 function three"]);
  });

  test("tells which files are no longer as indexed", async () => {
    const root = project({ "a.ts": "const a = 1;\n", "b.ts": "const b = 1;\n", "c.ts": "const c = 1;\n" });
    const built = await build(root);
    const files = ["a.ts", "b.ts", "c.ts", "d.ts"];
    const before = ["current", "current", "current", "gone"];
    // Asked again, it remembers what it has seen.
    for (const _ of [1, 2]) expect([...(await built.view.verify(files)).values()]).toEqual(before);
    write(root, { "a.ts": "const a = 2;\n", "c.ts": "const c = 1;\n" });
    rmSync(join(root, "b.ts"));
    expect([...(await built.view.verify(files))]).toEqual([
      ["a.ts", "changed"],
      ["b.ts", "gone"],
      ["c.ts", "current"],
      ["d.ts", "gone"],
    ]);
  });
});

describe("a database that is damaged inside", () => {
  test("fails with what to do next, and is built anew", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [
        `f${n}.ts`,
        `export function name${n}(x: string) { return other${n}(x); }\n`,
      ]),
    );
    const built = await build(project(files));
    const { file } = built.view.database.get<{ file: string }>("PRAGMA database_list") ?? { file: "" };
    // Everything goes to the file itself, then its pages but the first are spoilt.
    const connection = openConnection(file);
    connection.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    connection.close();
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 4096);
    writeFileSync(file, bytes);
    expect(() => built.view.database.all("SELECT * FROM symbols")).toThrow("the index of this folder is damaged");
    const view = await built.reopen();
    expect(view.coverage).toEqual({ state: "complete" });
    expect(view.notes).toEqual(["the index is built anew: the file was damaged"]);
    expect(symbolsOf({ view })).toHaveLength(60);
  });
});

describe("an index process that does not live", () => {
  test("is not started for ever, and the reason is told", async () => {
    const children = createChildProcesses();
    const dying: ChildProcesses = {
      spawn: (command, _args, options) => children.spawn(command, ["-e", "process.exit(7)"], options),
      collect: (...args) => children.collect(...args),
      running: 0,
      dispose: () => children.dispose(),
    };
    const cache = project({});
    const index = createSymbolIndex({ children: dying, folderFor: () => cache });
    cleanups.push(() => children.dispose());
    cleanups.push(() => index.dispose());
    const signal = AbortSignal.timeout(60_000);
    const view = await index.open(project({ "a.ts": "" }), { waitMs: Number.POSITIVE_INFINITY, signal });
    expect(view.coverage).toEqual({
      state: "unavailable",
      what: expect.stringMatching(/^the index \(index ended \(exit code 7\)/) as string,
      remedy: "lens_health says more",
    });
  });
});

describe("a root with very many files", () => {
  test("the first look of a session answers at once, and starts the comparison that makes later looks whole", async () => {
    const root = project({ "a.ts": "export function before() {}\n" });
    const cache = project({});
    const built = await indexOf(root, cache);
    const { file } = built.view.database.get<{ file: string }>("PRAGMA database_list") ?? { file: "" };
    await built.dispose();
    const connection = openConnection(file);
    connection.exec("UPDATE meta SET value = '6000' WHERE key = 'files_total'");
    connection.close();
    write(root, { "a.ts": "export function after() {}\n" });
    const children = createChildProcesses();
    const index = createSymbolIndex({ children, folderFor: () => cache });
    cleanups.push(() => children.dispose());
    cleanups.push(() => index.dispose());
    const look = (): Promise<IndexView> => index.open(built.root, { signal: AbortSignal.timeout(30_000) });
    expect((await look()).coverage.state).toBe("stale");
    await vi.waitFor(async () => {
      const view = await look();
      expect(view.coverage).toEqual({ state: "complete" });
      expect(symbolsOf({ view })).toEqual(["a.ts:1 function after"]);
    }, 20_000);
  });
});

describe("a full disk", () => {
  test("the index goes on in memory, and says so", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [
        `f${n}.ts`,
        Array.from({ length: 30 }, (__, m) => `export const value_${n}_${m} = compute_${m}(${n});`).join("\n"),
      ]),
    );
    const root = project(files);
    const script = [
      "mount -t tmpfs -o size=600k none /mnt",
      `RETICLE_CACHE_DIR=/mnt/cache exec "${process.execPath}" "${main}" index "${root}" --json`,
    ].join(" && ");
    const { stdout } = await promisify(execFile)("unshare", ["--mount", "--map-root-user", "sh", "-c", script]);
    const answer = JSON.parse(stdout) as { coverage: unknown; notes: string[]; symbols: number };
    expect(answer.coverage).toEqual({ state: "complete" });
    expect(answer.notes).toEqual([expect.stringMatching(/^the index is kept in memory for this session: .*full/)]);
    expect(answer.symbols).toBe(9_000);
  });
});
