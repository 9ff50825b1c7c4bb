import { mkdir, mkdtemp, readFile, realpath, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openWorkspace } from "../../../workspace/workspace.ts";
import type { GuardMode } from "../../../workspace/reads/judge-edit.ts";
import type { Branch } from "../session-entries.ts";
import { EditGuard } from "./edit-guard.ts";
import { ReadMemory } from "./read-memory.ts";

const TEN = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";

let root = "";
let mode: GuardMode;
let entries: object[];
let memory: ReadMemory;
let guard: EditGuard;
let callCount = 0;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "reticle-guard-")));
  mode = "block";
  entries = [];
  memory = remember();
  guard = await open();
});
afterEach(() => rm(root, { recursive: true }));

function remember(): ReadMemory {
  const appendEntry = (customType: string, data: object): void =>
    void entries.push({ type: "custom", customType, data: JSON.parse(JSON.stringify(data)) as object });
  return new ReadMemory({ appendEntry } as unknown as ExtensionAPI);
}
async function open(): Promise<EditGuard> {
  return new EditGuard({ workspace: await openWorkspace({ cwd: root }), memory, mode: () => mode });
}
async function put(path: string, text: string | Buffer): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}
const now = (path: string): Promise<string> => readFile(join(root, path), "utf8");

/** A call that pi runs, told by what it does: what the guard says before it, or adds behind it. */
async function run(tool: string, input: object, work: () => Promise<string> | string): Promise<string> {
  const call = { id: `call-${(callCount += 1)}`, tool, input: input as Readonly<Record<string, unknown>> };
  const reason = await guard.before(call);
  if (reason !== undefined) return `blocked: ${reason}`;
  const text = await work();
  return (await guard.after({ ...call, text, isError: text.startsWith("error") })).join("\n");
}
async function read(path: string, offset?: number, limit?: number): Promise<string> {
  const lines = (await now(path)).split("\n");
  const start = (offset ?? 1) - 1;
  const shown = lines.slice(start, limit === undefined ? undefined : start + limit);
  const rest = lines.length - start - shown.length;
  const note = rest > 0 ? `\n\n[${rest} more lines in file. Use offset=${start + shown.length + 1} to continue.]` : "";
  return run("read", { path, ...(offset !== undefined && { offset }), ...(limit !== undefined && { limit }) }, () => {
    return shown.join("\n") + note;
  });
}
const write = (path: string, content: string): Promise<string> =>
  run("write", { path, content }, async () => {
    await put(path, content);
    return "written";
  });
const edit = (path: string, oldText: string, newText: string): Promise<string> =>
  run("edit", { path, edits: [{ oldText, newText }] }, async () => {
    const before = await now(path);
    if (!before.includes(oldText)) return "error: not found";
    await put(
      path,
      before.replace(oldText, () => newText),
    );
    return "replaced";
  });
const bash = (command: string, output: string): Promise<string> => run("bash", { command }, () => output);

describe("LENS-9 zero-read", () => {
  test("an overwrite and an edit of a file that was never read do not run, and name the read", async () => {
    await put("a.ts", TEN);
    const nextRead = 'Next: read {"path":"a.ts"}, then repeat this call.';
    expect(await write("a.ts", "new")).toBe(
      `blocked: Not run, retryable: nothing of a.ts was read in this session. ${nextRead}`,
    );
    expect(await edit("a.ts", "three", "3")).toBe(
      "blocked: Not run, retryable: nothing of a.ts was read in this session. " +
        'Next: read {"path":"a.ts","offset":3,"limit":1}, then repeat this call.',
    );
    expect(await now("a.ts")).toBe(TEN);
    await read("a.ts");
    expect(await write("a.ts", "new")).toBe("");
  });

  test.each([
    ["a new file", "new.ts"],
    ["a note", "notes.txt"],
    ["an output", "out.log"],
    ["a package of somebody else", "node_modules/x/a.js"],
    ["a file outside", "../elsewhere.ts"],
    ["an empty file", "empty.ts"],
    ["a binary file", "image.bin"],
  ])("%s is exempt", async (_what, path) => {
    await put("notes.txt", TEN);
    await put("out.log", TEN);
    await put("node_modules/x/a.js", TEN);
    await put("empty.ts", "");
    await put("image.bin", Buffer.from([0, 1, 2, 0, 255]));
    expect(await guard.before({ id: "x", tool: "write", input: { path, content: "y" } })).toBeUndefined();
  });

  test("Markdown warns, warn warns, off is silent; other shapes of the tools are none of its business", async () => {
    await put("a.md", TEN);
    expect(await write("a.md", "new")).toBe(
      'read guard: nothing of a.md was read in this session; check with read {"path":"a.md"}.',
    );
    mode = "warn";
    await put("a.ts", TEN);
    expect(await edit("a.ts", "three", "3")).toContain("read guard: nothing of a.ts was read in this session");
    mode = "off";
    await put("b.ts", TEN);
    expect(await write("b.ts", "new")).toBe("");
    mode = "block";
    await put("c.ts", TEN);
    for (const input of [{ path: 7 }, { path: "c.ts", edits: "x" }, { path: "c.ts", edits: [{ old: "x" }] }, {}]) {
      expect(await guard.before({ id: "x", tool: "edit", input })).toBeUndefined();
    }
  });

  test("one edit can be let through by the user", async () => {
    await put("a.ts", TEN);
    expect(await guard.allowOnce("a.ts")).toBe("a.ts");
    expect(await edit("a.ts", "three", "3")).toBe("");
    await put("b.ts", TEN);
    expect(await edit("b.ts", "three", "3")).toContain("blocked");
  });
});

describe("LENS-9 union coverage", () => {
  test("reads add up; what is missing for an overwrite is named line by line", async () => {
    await put("a.ts", TEN.repeat(5));
    await read("a.ts", 1, 12);
    await read("a.ts", 13, 8);
    expect(await write("a.ts", "new")).toBe(
      "blocked: Not run, retryable: lines 21-50 of a.ts were not read. " +
        'Next: read {"path":"a.ts","offset":21,"limit":30}, then repeat this call.',
    );
    await read("a.ts", 21, 30);
    expect(await write("a.ts", "new")).toBe("");
  });

  test("a text that stands there once may be edited outside of what was read, and the result says so", async () => {
    await put("a.ts", TEN);
    await read("a.ts", 1, 3);
    expect(await edit("a.ts", "two", "2")).toBe("");
    expect(await edit("a.ts", "eight\nnine", "8\n9")).toBe(
      'read guard: lines 8-9 of a.ts were not read; check with read {"path":"a.ts","offset":8,"limit":2}.',
    );
    expect(await edit("a.ts", "8", "acht")).toBe("");
  });

  test("a text that pi would take only loosely may not", async () => {
    await put("a.ts", "say(“one”);   \nsay('two');\n");
    await read("a.ts", 2, 1);
    expect(await edit("a.ts", 'say("one");', "x")).toContain(
      "blocked: Not run, retryable: line 1 of a.ts was not read",
    );
  });
});

describe("LENS-9 modified since", () => {
  test("a touched identical file is fine", async () => {
    await put("a.ts", TEN);
    await read("a.ts");
    await put("a.ts", TEN);
    await utimes(join(root, "a.ts"), new Date(), new Date(Date.now() + 60_000));
    expect(await write("a.ts", "new")).toBe("");
  });

  test("a change by somebody else blocks an overwrite, and an edit whose text is gone", async () => {
    await put("a.ts", TEN);
    await read("a.ts");
    await put("a.ts", TEN.replace("five", "FIVE"));
    const refused =
      "blocked: Not run, retryable: a.ts has changed since you read it. " +
      'Next: read {"path":"a.ts","offset":5,"limit":1}, then repeat this call.';
    expect(await write("a.ts", "new")).toBe(refused);
    expect(await edit("a.ts", "five", "5")).toBe(refused);
    expect(await edit("a.ts", "seven", "7")).toBe("");
    expect(await edit("a.ts", "FIVE", "5")).toContain("read guard: line 5 of a.ts read differently");
  });

  test("relocation: lines that only moved are known where they are now", async () => {
    await put("a.ts", TEN);
    await read("a.ts", 4, 3);
    await put("a.ts", `zero\n${TEN}`);
    expect(await edit("a.ts", "four\nfive", "4\n5")).toBe("");
  });

  test("relocation is told to a call that is refused", async () => {
    await put("a.ts", "a\nb  \nc\n");
    await read("a.ts");
    await put("a.ts", "b \nx\na\nb  \nc\n");
    expect(await edit("a.ts", "x\na\nb\nc\nd", "y")).toContain("a.ts has changed since you read it");
  });
});

describe("LENS-9 what an agent made itself", () => {
  test("a created file is known, and stays known through edits of its own", async () => {
    expect(await write("a.ts", TEN)).toBe("");
    expect(await edit("a.ts", "three\n", "3\n3.5\n")).toBe("");
    expect(await edit("a.ts", "ten", "10")).toBe("");
    expect(await write("a.ts", "all new\nof two lines")).toBe("");
    expect(await write("a.ts", "once more")).toBe("");
  });

  test("an edit keeps what was not read unread", async () => {
    await put("a.ts", TEN);
    await read("a.ts", 1, 3);
    await edit("a.ts", "two", "2\n2.5");
    expect(await write("a.ts", "new")).toContain("lines 5-11 of a.ts were not read");
  });

  test("calls of one message, looked at before the first of them runs", async () => {
    await put("a.ts", TEN);
    await read("a.ts", 1, 9);
    const edits = [
      { id: "1", tool: "write", input: { path: "new.ts", content: TEN } },
      { id: "2", tool: "edit", input: { path: "new.ts", edits: [{ oldText: "two", newText: "2\n2.5" }] } },
      { id: "3", tool: "edit", input: { path: "a.ts", edits: [{ oldText: "three", newText: "3\n3.5" }] } },
      { id: "4", tool: "edit", input: { path: "a.ts", edits: [{ oldText: "eight\n", newText: "" }] } },
    ];
    for (const call of edits) expect(await guard.before(call)).toBeUndefined();
    await put("new.ts", TEN.replace("two", "2\n2.5"));
    await put("a.ts", TEN.replace("three", "3\n3.5").replace("eight\n", ""));
    for (const call of edits) expect(await guard.after({ ...call, text: "done", isError: false })).toEqual([]);
    expect(await write("new.ts", "new")).toBe("");
    expect(await write("a.ts", "new")).toContain("line 10 of a.ts was not read");
  });

  test("what edit_symbol wrote is known, and what it moved", async () => {
    await put("a.ts", TEN);
    await read("a.ts", 4, 7);
    const call = { id: "by name", tool: "edit_symbol", input: { path: "a.ts", symbol: "two" } };
    expect(await guard.before(call)).toBeUndefined();
    await put("a.ts", TEN.replace("two", "2\n2.5"));
    await guard.after({ ...call, text: "done", isError: false, details: { startLine: 2, endLine: 3 } });
    expect(await write("a.ts", "new")).toContain("line 1 and 1 more place of a.ts were not read");
    await read("a.ts", 1, 1);
    await read("a.ts", 4, 1);
    expect(await write("a.ts", "new")).toBe("");
  });

  test("an edit that pi refused changes nothing, and comes back with what is nearest and how often it was tried", async () => {
    await put("a.ts", "function f() {\n    return 1;\n}\n");
    await read("a.ts");
    expect(await edit("a.ts", "function f() {\n  return 1;\n}", "x")).toBe(
      "`oldText` does not stand in a.ts; it differs in whitespace only from what stands at line 1. " +
        "Next: copy it as it is there:\nfunction f() {\n    return 1;\n}",
    );
    expect(await edit("a.ts", "function f() {\n  return 1;\n}", "x")).toContain("(tried 2 times). Next: ");
  });
});

describe("LENS-9 resume", () => {
  test("what was read, created and edited is known again from the session alone", async () => {
    await put("a.ts", TEN);
    await read("a.ts", 1, 5);
    await edit("a.ts", "two", "2\n2.5");
    await write("b.ts", TEN);
    await put("c.ts", TEN);
    memory = remember();
    memory.restore([
      ...entries,
      { type: "custom", customType: "reticle-read", data: { path: 7 } },
    ] as unknown as Branch);
    guard = await open();
    expect(await write("b.ts", "new")).toBe("");
    expect(await write("c.ts", "new")).toContain("blocked");
    expect(await write("a.ts", "new")).toContain("lines 7-11 of a.ts were not read");
    expect(await edit("a.ts", "2.5\nthree", "3")).toBe("");
  });

  test.each([
    { path: "a.ts", seen: "x" },
    { path: "a.ts", seen: [{ startLine: -1, hashes: "AAAAAA==" }] },
    { path: "a.ts", seen: [{ startLine: 1, hashes: "?" }] },
    { path: "a.ts", seen: [{}, 7, null], splice: { head: "x" } },
    { path: "a.ts", hash: "v1", startLine: 1, endLine: 4 },
  ])("an entry that somebody else wrote is left out: %j", (data) => {
    memory.restore([{ type: "custom", customType: "reticle-read", data }] as unknown as Branch);
    expect(memory.coverage.of("a.ts")?.lineCount ?? 0).toBe(0);
  });
});

describe("LENS-9 content that commands print counts as read, and only that", () => {
  const numbered = TEN.split("\n")
    .slice(0, 3)
    .map((line, at) => `${String(at + 1).padStart(6)}\t${line}`)
    .join("\n");
  test.each<[string, string, string, string]>([
    ["cat", "cat src/a.ts", TEN, ""],
    ["cat after cd", "cd src && cat a.ts | head -50", TEN, ""],
    ["sed -n", "sed -n '2,4p' src/a.ts", "two\nthree\nfour\n", "line 1 and 1 more place"],
    ["cat -n", "cat -n src/a.ts | head -3", numbered, "lines 4-10"],
    ["grep -n", "grep -n t src/a.ts", "2:two\n3:three\n8:eight\n10:ten", "line 1 and 2 more places"],
    ["grep -rn", "grep -rn ten src", "src/a.ts:10:ten\n", "lines 1-9"],
    ["ripgrep with context", "rg -n -C1 ten src", "src/a.ts-9-nine\nsrc/a.ts:10:ten\n", "lines 1-8"],
    ["a document in the command itself", `cat > src/a.ts <<'EOF'\n${TEN}EOF\n`, "", ""],
    ["ripgrep with headings", "rg -n --heading ten src", "src/a.ts\n9-nine\n10:ten\n", "lines 1-8"],
  ])("%s", async (_what, command, output, missing) => {
    await put("src/a.ts", TEN);
    await bash(command, output);
    const told = await write("src/a.ts", "new");
    if (missing === "") expect(told).toBe("");
    else expect(told).toContain(`${missing} of src/a.ts were not read`);
  });

  test.each([
    ["what a pipeline changed", "cat src/a.ts | tr a-z A-Z", TEN.toUpperCase()],
    ["a count", "wc -l src/a.ts", "10 src/a.ts"],
    ["a name alone", "ls src/a.ts", "src/a.ts"],
    ["lines that a search invents", "grep -n t src/a.ts", "1:two\n2:one"],
  ])("not %s", async (_what, command, output) => {
    await put("src/a.ts", TEN);
    await bash(command, output);
    expect(await write("src/a.ts", "new")).toContain("nothing of src/a.ts was read");
  });

  test("search hits count by the lines that are shown; outlines and reports never do", async () => {
    await put("src/a.ts", "function f() {\n  return 1;\n}\nconst x = f();\n");
    const hit = "1 match in 1 file\n\nsrc/a.ts:1:1 (read 1+9)\n  function f() {\n    return 1;\n  }\n  name=f";
    await run("module_report", { path: "src/a.ts" }, () => "function f() 1-3\nconst x = f();");
    expect(await write("src/a.ts", "new")).toContain("nothing of src/a.ts was read");
    await run("ast_grep_search", { pattern: "x" }, () => hit);
    expect(await write("src/a.ts", "new")).toContain("line 4 of src/a.ts was not read");
    expect(entries.length).toBe(1);
    await run("grep", { pattern: "f", path: "src" }, () => "a.ts:4: const x = f();");
    expect(await write("src/a.ts", "new")).toBe("");
  });

  test("a file that the user attached is known as far as it is still that", async () => {
    await put("a.ts", TEN);
    await guard.hear(`please look\n<file name="${join(root, "a.ts")}">\n${TEN.replace("five", "5")}\n</file>\nnow`);
    expect(await write("a.ts", "new")).toContain("line 5 of a.ts was not read");
    await guard.hear('<file name="/etc/none">\nx\n</file><file name="a.ts"></file>');
  });

  test("pi's read counts by what it showed: a cut one is a part", async () => {
    await put("a.ts", TEN);
    await run("read", { path: "@a.ts" }, () => "one\ntwo\n\n[Showing lines 1-2 of 11. Use offset=3 to continue.]");
    expect(await write("a.ts", "new")).toContain("lines 3-10 of a.ts were not read");
  });
});
