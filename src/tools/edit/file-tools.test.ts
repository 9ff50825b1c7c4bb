import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Told, useWorkspaceRun } from "../../../test/helpers/workspace-run.ts";

const rig = useWorkspaceRun({ surface: "main", dialect: "own" });
const { put, call } = rig;
const bytes = (file: string): Promise<Buffer> => readFile(join(rig.root, file));
const text = (file: string): Promise<string> => readFile(join(rig.root, file), "utf8");

function undoIdOf({ text: told }: Told): string {
  const id = /\nundo_id: (undo_\w+)$/.exec(told)?.[1];
  if (id === undefined) throw new Error(`no undo_id in: ${told}`);
  return id;
}
/** The text of a result without its undo_id, and whether it is an error. */
function outcome({ text: told, isError }: Told): string {
  return `${isError ? "[error] " : ""}${told.replace(/\nundo_id: undo_\w+$/, "")}`;
}

describe("read", () => {
  test("numbers the lines, all or a range", async () => {
    await put({ "a.txt": "one\ntwo\nthree\n" });
    expect(outcome(await call("read", { path: "a.txt" }))).toBe("a.txt  1-3 of 3 lines\n1\tone\n2\ttwo\n3\tthree");
    expect(outcome(await call("read", { path: "a.txt", start_line: 2, end_line: 9 }))).toBe(
      "a.txt  2-3 of 3 lines\n2\ttwo\n3\tthree",
    );
  });

  test.each([
    ["an empty file", { path: "empty.txt" }, "empty.txt is empty."],
    ["past the end", { path: "a.txt", start_line: 2 }, "`start_line` 2 is past the end: a.txt has 1 lines"],
    ["backwards", { path: "a.txt", start_line: 1, end_line: 0 }, "`end_line`"],
    ["a folder", { path: "." }, "is a folder"],
    ["nothing there", { path: "b.txt" }, "does not exist"],
    ["outside", { path: "../b.txt" }, "outside the workspace root"],
  ])("%s", async (_what, args, wanted) => {
    await put({ "a.txt": "one\n", "empty.txt": "" });
    expect((await call("read", args)).text).toContain(wanted);
  });

  test("what does not fit is named, and where to go on", async () => {
    await put({ "big.txt": "x".repeat(99).concat("\n").repeat(1_000), "long.txt": `${"y".repeat(5_000)}\nshort\n` });
    const { text: big } = await call("read", { path: "big.txt" });
    const next = Number(/pass start_line (\d+)/.exec(big)?.[1]);
    expect(big).toMatch(new RegExp(`^partial: ${next - 1} of 1000 lines; not covered: lines ${next}-1000 `));
    expect(big).toContain(`\n${next - 1}\t`);
    expect((await call("read", { path: "long.txt" })).text).toMatch(
      /^partial: 2 of 2 lines; not covered: the ends of 1 long lines \(1\)\n.*\n1\ty+… \(5000 characters\)\n2\tshort$/,
    );
  });

  test("says which lines it delivered whole", async () => {
    const spans: string[] = [];
    await rig.reopen({ recordRead: ({ startLine, lines }) => void spans.push(`${startLine}: ${lines.join("/")}`) });
    await put({ "a.txt": `one\n${"y".repeat(3_000)}\nthree\nfour\n` });
    await call("read", { path: "a.txt" });
    expect(spans).toEqual(["1: one", "3: three/four"]);
  });
});

describe("write", () => {
  test("creates a file and the folders above it; undo removes both", async () => {
    const told = await call("write", { path: "deep/er/a.ts", content: "one\ntwo\n" });
    expect(outcome(told)).toBe("Created deep/er/a.ts: 2 lines");
    expect(await text("deep/er/a.ts")).toBe("one\ntwo\n");
    expect(outcome(await call("undo", { undo_id: undoIdOf(told) }))).toMatch(
      /^Undone undo_\w+: 1 file\ndeep\/er\/a.ts {2}removed$/,
    );
    await expect(stat(join(rig.root, "deep"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("undo leaves a folder in which something else is now; undone again, the folders are back", async () => {
    const told = await call("write", { path: "deep/er/a.ts", content: "one\n" });
    await writeFile(join(rig.root, "deep/b.ts"), "");
    const undone = await call("undo", { undo_id: undoIdOf(told) });
    expect(await readdir(join(rig.root, "deep"))).toEqual(["b.ts"]);
    await call("undo", { undo_id: undoIdOf(undone) });
    expect(await text("deep/er/a.ts")).toBe("one\n");
  });

  test("keeps byte order mark, encoding, line ends and mode of what it replaces", async () => {
    await put({
      "bom.txt": "\uFEFFone\r\ntwo\r\n",
      "wide.txt": Buffer.from("\uFEFFold\n", "utf16le"),
      "latin.txt": Buffer.from("caf\xe9\n", "latin1"),
    });
    await chmod(join(rig.root, "bom.txt"), 0o750);
    expect(outcome(await call("write", { path: "bom.txt", content: "1\n2\n3\n" }))).toBe(
      "Wrote bom.txt: 3 lines, before 2",
    );
    await call("write", { path: "wide.txt", content: "é\n" });
    await call("write", { path: "latin.txt", content: "thé\n" });
    expect(await text("bom.txt")).toBe("\uFEFF1\r\n2\r\n3\r\n");
    expect((await stat(join(rig.root, "bom.txt"))).mode & 0o777).toBe(0o750);
    expect(await bytes("wide.txt")).toEqual(Buffer.from("\uFEFFé\n", "utf16le"));
    expect(await bytes("latin.txt")).toEqual(Buffer.from("thé\n", "latin1"));
    expect((await call("write", { path: "latin.txt", content: "→\n" })).text).toContain("cannot be written as latin-1");
  });

  test("what is there already is not written again", async () => {
    await put({ "a.txt": "one\n" });
    const { text: told } = await call("write", { path: "a.txt", content: "one\n" });
    expect(told).toBe("a.txt has this content already; nothing was written.");
  });

  test("follows links inside the roots and refuses those that lead outside", async () => {
    await put({ "real/a.txt": "one\n" });
    await symlink(join(rig.root, "real"), join(rig.root, "inside"));
    await symlink(join(rig.root, "real/a.txt"), join(rig.root, "a.txt"));
    await symlink(rig.home, join(rig.root, "outside"));
    await symlink(join(rig.root, "nowhere"), join(rig.root, "dangling.txt"));
    expect(outcome(await call("write", { path: "a.txt", content: "two\n" }))).toBe(
      "Wrote real/a.txt: 1 line, before 1",
    );
    expect(outcome(await call("write", { path: "inside/b.txt", content: "b\n" }))).toBe("Created real/b.txt: 1 line");
    const before = await readdir(rig.home);
    expect((await call("write", { path: "outside/b.txt", content: "b\n" })).text).toMatch(
      /refused.*leads through a symbolic link/s,
    );
    expect((await call("write", { path: "../b.txt", content: "b\n" })).text).toMatch(/refused/);
    expect((await call("write", { path: "dangling.txt", content: "b\n" })).text).toContain("which does not exist");
    expect(await readdir(rig.home)).toEqual(before);
    expect((await stat(join(rig.root, "a.txt"))).isFile()).toBe(true);
  });

  test.each([
    ["a folder", "folder", "is a folder"],
    ["the name of a folder", "new/", '`path` "new/" ends with "/", as a folder does'],
    ["a file written as a folder", "a.txt/", '`path` "a.txt/" ends with "/"'],
    ["below a file", "a.txt/b.txt", '"a.txt" is a file'],
    ["nothing", "", "must not be empty"],
  ])("%s is refused", async (_what, path, wanted) => {
    await put({ "a.txt": "one\n" });
    await mkdir(join(rig.root, "folder"));
    const { text: told, isError } = await call("write", { path, content: "x" });
    expect([isError, told]).toEqual([true, expect.stringContaining(wanted) as string]);
  });
});

describe("edit", () => {
  const edit = (old_text: string, new_text: string, more: object = {}): Promise<Told> =>
    call("edit", { path: "a.txt", old_text, new_text, ...more });

  test("replaces what stands once, over lines too, whatever line ends the file has", async () => {
    await put({ "a.txt": "one\r\ntwo\r\nthree\r\n" });
    const told = await edit("two\nthree", "2\n2.5\n3");
    expect(outcome(told)).toBe("Edited a.txt at line 2; 4 lines, before 3");
    expect(await text("a.txt")).toBe("one\r\n2\r\n2.5\r\n3\r\n");
    await call("undo", { undo_id: undoIdOf(told) });
    expect(await text("a.txt")).toBe("one\r\ntwo\r\nthree\r\n");
  });

  test("in a file with both line ends each place keeps its own", async () => {
    await put({ "a.txt": "one\ntwo\r\none\r\nend\n" });
    await edit("one\n", "1\n1\n", { replace_all: true });
    expect(await text("a.txt")).toBe("1\n1\ntwo\r\n1\r\n1\r\nend\n");
  });

  test("replacement text is taken as it is", async () => {
    await put({ "a.txt": "price\n" });
    await edit("price", "$& $1 $$");
    expect(await text("a.txt")).toBe("$& $1 $$\n");
  });

  test.each([
    ["several", "x", "y", "`old_text` stands 2 times in a.txt (lines 1, 3)"],
    ["other whitespace", "deep\nline", "y", "differs in whitespace only from what stands at line 4"],
    ["made already", "old", "x one", "but the new text does, at line 1"],
    ["the first line only", "deep\nother", "y", "its first line does, at line 4, and goes on differently"],
    ["none", "absent", "gone", "`old_text` does not stand in a.txt"],
    ["the same", "x", "x", "are the same"],
  ])("%s: an error that helps, and nothing is written", async (_what, old_text, new_text, wanted) => {
    const before = "x one\ntwo\nx three\n  deep\n  line\n";
    await put({ "a.txt": before });
    const { text: told, isError } = await edit(old_text, new_text);
    expect([isError, told]).toEqual([true, expect.stringContaining(wanted) as string]);
    expect(await text("a.txt")).toBe(before);
  });
});

describe("undo", () => {
  test("is refused when a file has changed since, and names what can be undone", async () => {
    await put({ "a.txt": "one\n" });
    const id = undoIdOf(await call("edit", { path: "a.txt", old_text: "one", new_text: "two" }));
    await put({ "a.txt": "theirs\n" });
    const { text: told, isError } = await call("undo", { undo_id: id });
    expect([isError, told]).toEqual([
      true,
      expect.stringContaining("a.txt has changed since; no file was changed") as string,
    ]);
    expect(await text("a.txt")).toBe("theirs\n");
    expect((await call("undo", { undo_id: "undo_0" })).text).toContain(`the latest here are ${id} (edit)`);
  });
});

test("G-02 MCP clients have none of them unless the run tools are on, and pi has its own", async () => {
  const names = ["read", "write", "edit", "apply_patch", "undo"];
  const shown = (): string[] => rig.run.tools().flatMap(({ name }) => (names.includes(name) ? [name] : []));
  await rig.reopen({ surface: "mcp", dialect: "mcp" });
  expect(shown()).toEqual([]);
  await rig.reopen({ surface: "mcp", dialect: "mcp", hasRunTools: true });
  expect(shown().toSorted()).toEqual(names.toSorted());
  await rig.reopen({ surface: "main", dialect: "pi" });
  expect(shown()).toEqual(["undo"]);
  await rig.reopen({ surface: "plan" });
  expect(shown()).toEqual(["read"]);
});

test("half a character is refused, not written as another one", async () => {
  await put({ "a.txt": "a\n" });
  for (const [tool, args] of [
    ["write", { path: "b.txt", content: "x\ud83dy" }],
    ["edit", { path: "a.txt", old_text: "a", new_text: "\ude00" }],
  ] as const) {
    const { text, isError } = await call(tool, args);
    expect([isError, text]).toEqual([
      true,
      expect.stringMatching(/holds half a character \(\\ud(?:83d|e00)\)/) as string,
    ]);
  }
  expect(await readdir(rig.root)).toEqual(["a.txt"]);
});

test("very many places take no time, nor does saying that there are too many", async () => {
  await put({ "a.txt": "x\n".repeat(100_000) });
  const startedAt = performance.now();
  const several = await call("edit", { path: "a.txt", old_text: "x", new_text: "yy" });
  expect(several.text).toContain("`old_text` stands 100000 times in a.txt (lines 1, 2, 3,");
  const all = await call("edit", { path: "a.txt", old_text: "x", new_text: "yy", replace_all: true });
  expect(all.text).toContain(" 19, 20 … (100000 places)");
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test("very many equal lines take no time either", async () => {
  await put({ "a.txt": "  line\n".repeat(60_000) });
  const startedAt = performance.now();
  const equal = "line\n".repeat(30_000);
  const none = await call("edit", { path: "a.txt", old_text: `${equal}end\n`, new_text: "x" });
  expect(none.text).toContain("its first line does, at line 1, and goes on differently");
  const indented = "  line\n".repeat(30_000);
  const first = await call("edit", { path: "a.txt", old_text: `begin\n${indented}`, new_text: indented });
  expect(first.text).toContain("but the new text does, at line 1");
  const whole = await call("edit", { path: "a.txt", old_text: indented, new_text: "x\n", replace_all: true });
  expect(whole.text).toContain("Edited a.txt at lines 1, 2;");
  expect(await text("a.txt")).toBe("x\nx\n");
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});

test("a name that would break its line is shown in quotes, by which it is found", async () => {
  const shown = String.raw`"a\nb.txt"`;
  const told = await call("write", { path: "a\nb.txt", content: "one\n" });
  expect(outcome(told)).toBe(`Created ${shown}: 1 line`);
  expect(outcome(await call("edit", { path: shown, old_text: "one", new_text: "two" }))).toBe(
    `Edited ${shown} at line 1`,
  );
  expect(outcome(await call("write", { path: shown, content: "three\n" }))).toBe(`Wrote ${shown}: 1 line, before 1`);
  expect(await text("a\nb.txt")).toBe("three\n");
  expect(await readdir(rig.root)).toEqual(["a\nb.txt"]);
});

test("a byte order mark in the content is the file's own", async () => {
  await put({ "a.txt": "\uFEFFone\n" });
  await call("write", { path: "a.txt", content: "\uFEFFtwo\n" });
  expect(await text("a.txt")).toBe("\uFEFFtwo\n");
});
