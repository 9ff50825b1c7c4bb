import { hash } from "node:crypto";
import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withoutPrivileges } from "../../../test/helpers/unprivileged.ts";
import type { ChangedFile, Commit, PathChange } from "./change-set.ts";
import { type ChangeSets, createChangeSets } from "./change-sets.ts";
import { Journal, type JournalRecord } from "./journal.ts";
import { hasPending } from "./pending.ts";
import type { Recovery } from "./recover.ts";

let base: string;
let root: string;
let folder: string;
let announced: PathChange[];
let recoveries: Recovery[];
let changes: ChangeSets;
const { signal } = new AbortController();

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "reticle-change-sets-")));
  [root, folder] = [join(base, "root"), join(base, "cache")];
  await mkdir(root);
  await put({ "a.txt": "one\n", "b.txt": "two\n", "folder/c.txt": "three\n" });
  [announced, recoveries] = [[], []];
  changes = open();
});
afterEach(() => rm(base, { recursive: true }));

function open(): ChangeSets {
  return createChangeSets({
    folder,
    onCommitted: async (paths) => void announced.push(...paths),
    onRecovered: (recovery) => recoveries.push(recovery),
  });
}
async function put(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(root, path, ".."), { recursive: true });
    await writeFile(join(root, path), text);
  }
}
/** Undefined stands for "not there". */
function change(name: string, before: string | undefined, after: string | undefined, mode?: number): ChangedFile {
  const wanted = before === undefined ? undefined : hash("sha1", before, "hex");
  const bytes = after === undefined ? undefined : Buffer.from(after);
  const path = join(root, name);
  return { path, shown: name, before: wanted, after: bytes, ...(mode === undefined ? {} : { mode }) };
}
function commit(...files: readonly ChangedFile[]): Promise<Commit> {
  return changes.commit({ label: "test", files }, { roots: [root], signal });
}
/** Every file and link below the root. */
async function disk(): Promise<Record<string, string>> {
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => !one.isDirectory());
  const texts = await Promise.all(
    files.map(async (file) => {
      const path = join(file.parentPath, file.name);
      const text = file.isSymbolicLink() ? `→ ${await readlink(path)}` : await readFile(path, "utf8");
      return [path.slice(root.length + 1), text] as const;
    }),
  );
  return Object.fromEntries(texts.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
/** What is left of a commit that is over: nothing pending, and the lock can be taken. */
async function expectNothingLeft(): Promise<void> {
  expect(await hasPending(folder)).toBe(false);
  expect((await readdir(join(folder, "lock"))).filter((name) => !name.startsWith("turn-"))).toEqual([]);
}
const untouched = { "a.txt": "one\n", "b.txt": "two\n", "folder/c.txt": "three\n" };

describe("a commit", () => {
  test("changes, creates and deletes together, keeps modes, and says so", async () => {
    await chmod(join(root, "a.txt"), 0o751);
    const { undoId, changes: made } = await commit(
      change("a.txt", "one\n", "1\n"),
      change("b.txt", "two\n", undefined),
      change("deep/er/new.txt", undefined, "new\n", 0o640),
    );
    expect(await disk()).toEqual({ "a.txt": "1\n", "deep/er/new.txt": "new\n", "folder/c.txt": "three\n" });
    expect((await stat(join(root, "a.txt"))).mode & 0o777).toBe(0o751);
    expect((await stat(join(root, "deep/er/new.txt"))).mode & 0o777).toBe(0o640);
    expect(made.map(({ path, kind }) => `${kind} ${path.slice(root.length + 1)}`)).toEqual([
      "changed a.txt",
      "deleted b.txt",
      "created deep/er/new.txt",
    ]);
    expect(announced).toEqual(made);
    expect(undoId).toMatch(/^undo_[0-9a-z]+$/);
    await expectNothingLeft();
  });

  test("of nothing, or of what is there already, writes nothing and has no undo", async () => {
    const before = await stat(join(root, "a.txt"));
    expect(await commit()).toEqual({ undoId: undefined, changes: [] });
    expect(await commit(change("a.txt", "one\n", "one\n"))).toEqual({ undoId: undefined, changes: [] });
    expect((await stat(join(root, "a.txt"))).ino).toBe(before.ino);
    expect(announced).toEqual([]);
  });

  test("that is cancelled before the first file is moved writes nothing", async () => {
    const cancelled = AbortSignal.abort(new Error("enough"));
    const set = { label: "test", files: [change("a.txt", "one\n", "1\n")] };
    await expect(changes.commit(set, { roots: [root], signal: cancelled })).rejects.toThrow("enough");
    expect(await disk()).toEqual(untouched);
  });

  test("keeps calls of one process apart", async () => {
    const both = await Promise.allSettled([
      commit(change("a.txt", "one\n", "1\n"), change("b.txt", "two\n", "2\n")),
      commit(change("a.txt", "one\n", "I\n"), change("b.txt", "two\n", "II\n")),
    ]);
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(await disk()).toEqual({ ...untouched, "a.txt": "1\n", "b.txt": "2\n" });
  });

  test("keeps writers apart that share nothing but the folder", async () => {
    const others = Array.from({ length: 8 }, open);
    const results = await Promise.allSettled(
      others.map((other, index) => {
        const files = ["a.txt", "b.txt"].map((name, at) => change(name, ["one\n", "two\n"][at], `${index}\n`));
        return other.commit({ label: "test", files }, { roots: [root], signal });
      }),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const now = await disk();
    expect(now["a.txt"]).toBe(now["b.txt"]);
    await expectNothingLeft();
  });
});

describe("R-05 RS-02 a difference refuses all", () => {
  const good = (): ChangedFile => change("a.txt", "one\n", "1\n");

  test.each<[what: string, prepare: () => Promise<unknown>, file: () => ChangedFile, message: string]>([
    ["one byte", () => put({ "b.txt": "twO\n" }), () => change("b.txt", "two\n", "2\n"), "b.txt has changed since"],
    ["deleted", () => rm(join(root, "b.txt")), () => change("b.txt", "two\n", "2\n"), "b.txt no longer exists"],
    ["created", () => put({ "n.txt": "" }), () => change("n.txt", undefined, "2\n"), "n.txt exists already"],
    [
      "a folder in its place",
      async () => {
        await rm(join(root, "b.txt"));
        await mkdir(join(root, "b.txt"));
      },
      () => change("b.txt", "two\n", "2\n"),
      "b.txt is a folder now",
    ],
    [
      "a link in its place",
      async () => {
        await rm(join(root, "b.txt"));
        await symlink(join(root, "folder/c.txt"), join(root, "b.txt"));
      },
      () => change("b.txt", "three\n", "2\n"),
      "b.txt is a symbolic link now",
    ],
    [
      "a dangling link where a file is to be created",
      () => symlink(join(base, "nowhere"), join(root, "n.txt")),
      () => change("n.txt", undefined, "2\n"),
      "n.txt exists already",
    ],
    [
      "a folder above it became a link",
      async () => {
        await rm(join(root, "folder"), { recursive: true });
        await mkdir(join(base, "outside"));
        await writeFile(join(base, "outside/c.txt"), "three\n");
        await symlink(join(base, "outside"), join(root, "folder"));
      },
      () => change("folder/c.txt", "three\n", "2\n"),
      "folder/c.txt was moved behind a symbolic link",
    ],
    [
      "created below a link to outside",
      async () => {
        await mkdir(join(base, "outside"));
        await symlink(join(base, "outside"), join(root, "link"));
      },
      () => change("link/n.txt", undefined, "2\n"),
      "link/n.txt was moved behind a symbolic link",
    ],
    [
      "two names",
      () => link(join(root, "b.txt"), join(base, "other-name")),
      () => change("b.txt", "two\n", "2\n"),
      "b.txt has 2 names (hard links)",
    ],
    [
      "below a file",
      () => Promise.resolve(),
      () => change("b.txt/n.txt", undefined, "2\n"),
      "b.txt/n.txt cannot be created",
    ],
    [
      "outside",
      () => Promise.resolve(),
      () => change("../n.txt", undefined, "2\n"),
      "../n.txt is outside the workspace",
    ],
  ])("%s", async (_what, prepare, file, message) => {
    await prepare();
    const before = await disk();
    await expect(commit(good(), file())).rejects.toThrow(message);
    expect(await disk()).toEqual(before);
    expect(announced).toEqual([]);
    await expectNothingLeft();
  });
});

describe("R-05 RS-04 what cannot be written leaves everything as it was", () => {
  test.each<[what: string, prepare: () => Promise<unknown>, file: () => ChangedFile]>([
    [
      "a read-only file",
      () => chmod(join(root, "folder/c.txt"), 0o444),
      () => change("folder/c.txt", "three\n", "3\n"),
    ],
    [
      "a read-only folder: change",
      () => chmod(join(root, "folder"), 0o555),
      () => change("folder/c.txt", "three\n", "3\n"),
    ],
    [
      "a read-only folder: create",
      () => chmod(join(root, "folder"), 0o555),
      () => change("folder/n.txt", undefined, "3\n"),
    ],
    // Nothing is written beside a file that goes, so this is met when the others have been moved already.
    [
      "a read-only folder: delete",
      () => chmod(join(root, "folder"), 0o555),
      () => change("folder/c.txt", "three\n", undefined),
    ],
  ])("%s", async (_what, prepare, file) => {
    await chmod(base, 0o777);
    await chmod(root, 0o777);
    for (const name of Object.keys(untouched)) await chmod(join(root, name), 0o666);
    await prepare();
    const files = [
      change("a.txt", "one\n", "1\n"),
      change("b.txt", "two\n", undefined),
      change("x/n.txt", undefined, "n"),
    ];
    await withoutPrivileges(async () => {
      await expect(commit(...files, file())).rejects.toThrow(/folder\/[cn]\.txt cannot be written: permission denied/);
    });
    expect(await disk()).toEqual(untouched);
    await expect(stat(join(root, "x"))).rejects.toMatchObject({ code: "ENOENT" });
    await expectNothingLeft();
  });

  test("without a place for the journal nothing is written", async () => {
    await writeFile(folder, "a file");
    await expect(commit(change("a.txt", "one\n", "1\n"))).rejects.toMatchObject({
      kind: "refused",
      hint: expect.stringContaining("RETICLE_CACHE_DIR") as string,
    });
    expect(await disk()).toEqual(untouched);
  });
});

describe("undo", () => {
  test("takes back content, deletion, creation and mode, and can itself be taken back", async () => {
    await chmod(join(root, "b.txt"), 0o755);
    const made = await commit(
      change("a.txt", "one\n", "1\n"),
      change("b.txt", "two\n", undefined),
      change("n.txt", undefined, "new\n"),
    );
    const undone = await changes.undo(made.undoId ?? "", { roots: [root], signal });
    expect(await disk()).toEqual(untouched);
    expect((await stat(join(root, "b.txt"))).mode & 0o777).toBe(0o755);
    // By another process, later.
    await open().undo(undone.undoId ?? "", { roots: [root], signal });
    expect(await disk()).toEqual({ "a.txt": "1\n", "folder/c.txt": "three\n", "n.txt": "new\n" });
  });

  test("is refused as a whole when a file has changed since", async () => {
    const { undoId = "" } = await commit(change("a.txt", "one\n", "1\n"), change("b.txt", "two\n", "2\n"));
    await put({ "b.txt": "2!\n" });
    await expect(changes.undo(undoId, { roots: [root], signal })).rejects.toThrow("b.txt has changed since");
    expect(await disk()).toEqual({ ...untouched, "a.txt": "1\n", "b.txt": "2!\n" });
  });

  test("an unknown id, or one of another workspace, is an error with the ids there are", async () => {
    const { undoId = "" } = await commit(change("a.txt", "one\n", "1\n"));
    await expect(changes.undo("undo_0", { roots: [root], signal })).rejects.toThrow(
      `the latest here are ${undoId} (test)`,
    );
    await expect(changes.undo("../../x", { roots: [root], signal })).rejects.toMatchObject({ kind: "not_found" });
    await expect(changes.undo(undoId, { roots: [join(root, "folder")], signal })).rejects.toThrow(
      "nothing to undo here",
    );
  });

  test("the oldest are forgotten", async () => {
    const ids: string[] = [];
    for (let at = 0; at < 53; at += 1) {
      const { undoId = "" } = await commit(change("a.txt", at === 0 ? "one\n" : `${at - 1}`, `${at}`));
      ids.push(undoId);
    }
    const kept = (await readdir(join(folder, "done"))).filter((name) => name.endsWith(".json"));
    expect(kept).toHaveLength(50);
    expect(new Set((await readdir(join(folder, "done"))).map((name) => name.split(".")[0]))).toEqual(
      new Set(ids.slice(3)),
    );
  });
});

describe("recovery", () => {
  /** A journal as a killed process leaves it: a.txt → 1, b.txt goes, n.txt comes. */
  async function leave(phase: "intent" | "commit" | "undo"): Promise<JournalRecord> {
    const journal = new Journal(folder);
    await journal.prepare();
    const sha = (text: string): string => hash("sha1", text, "hex");
    const record: JournalRecord = {
      id: "undo_left",
      label: "left",
      at: Date.now(),
      folders: [join(root, "x")],
      files: [
        {
          path: join(root, "a.txt"),
          shown: "a.txt",
          temporary: join(root, ".reticle-left-0.tmp"),
          before: { hash: sha("one\n"), mode: 0o644, offset: 0, length: 4 },
          after: { hash: sha("1\n") },
        },
        {
          path: join(root, "b.txt"),
          shown: "b.txt",
          temporary: join(root, ".reticle-left-1.tmp"),
          before: { hash: sha("two\n"), mode: 0o644, offset: 4, length: 4 },
        },
        {
          path: join(root, "x/n.txt"),
          shown: "x/n.txt",
          temporary: join(root, "x/.reticle-left-2.tmp"),
          after: { hash: sha("new\n") },
        },
      ],
    };
    await journal.begin(record);
    await journal.writePack(record.id, Buffer.from("one\ntwo\n"));
    await put({ ".reticle-left-0.tmp": "1\n", "x/.reticle-left-2.tmp": "new\n" });
    if (phase !== "intent") await journal.turn(record, "intent", phase);
    return record;
  }
  const finished = { "a.txt": "1\n", "folder/c.txt": "three\n", "x/n.txt": "new\n" };

  test("what was not committed is taken back", async () => {
    await leave("intent");
    await changes.recover(signal);
    expect(recoveries).toMatchObject([{ id: "undo_left", outcome: "undone", files: [] }]);
    expect(await disk()).toEqual(untouched);
    await expect(stat(join(root, "x"))).rejects.toMatchObject({ code: "ENOENT" });
    await expectNothingLeft();
  });

  test.each([
    ["before the first move", {}],
    ["after one", { "a.txt": "1\n" }],
  ])("what was committed is finished, stopped %s, by the next commit too, and can be undone", async (_when, moved) => {
    await leave("commit");
    await put(moved);
    if ("a.txt" in moved) await rm(join(root, ".reticle-left-0.tmp"));
    await commit(change("folder/c.txt", "three\n", "3\n"));
    expect(recoveries).toMatchObject([{ outcome: "finished" }]);
    expect(await disk()).toEqual({ ...finished, "folder/c.txt": "3\n" });
    await changes.undo("undo_left", { roots: [root], signal });
    expect(await disk()).toEqual({ ...untouched, "folder/c.txt": "3\n" });
    await expectNothingLeft();
  });

  test("when somebody else has written since, theirs stays and the rest is taken back", async () => {
    await leave("commit");
    await put({ "a.txt": "theirs\n", "x/n.txt": "new\n" });
    await changes.recover(signal);
    expect(recoveries).toMatchObject([{ outcome: "undone", files: [join(root, "a.txt")] }]);
    expect(await disk()).toEqual({ ...untouched, "a.txt": "theirs\n" });
    await expectNothingLeft();
  });

  test("taking back goes on where it was stopped", async () => {
    await leave("undo");
    await put({ "a.txt": "1\n" });
    await rm(join(root, "b.txt"));
    await changes.recover(signal);
    expect(recoveries).toMatchObject([{ outcome: "undone", files: [] }]);
    expect(await disk()).toEqual(untouched);
    await expectNothingLeft();
  });

  test("a record that was cut off while it was written is nothing", async () => {
    await new Journal(folder).prepare();
    await writeFile(join(folder, "pending", "undo_cut.intent"), '{"id":"undo_c');
    await changes.recover(signal);
    expect(recoveries).toEqual([]);
    await expectNothingLeft();
  });

  test("a project that cannot be seen from here keeps its record", async () => {
    await leave("commit");
    const away = join(base, "away");
    await rename(root, away);
    await changes.recover(signal);
    expect(await hasPending(folder)).toBe(true);
    await rename(away, root);
    await changes.recover(signal);
    expect(await disk()).toEqual(finished);
  });
});
