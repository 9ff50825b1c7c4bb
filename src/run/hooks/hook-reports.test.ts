import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HookQuestion } from "../../rendezvous/messages.ts";
import { openWorkspace, type Workspace } from "../../workspace/workspace.ts";
import { HookReports } from "./hook-reports.ts";

let root: string;
let workspace: Workspace;
let reports: HookReports;
/** What the reports of each conversation were asked, in order. */
let asked: string[];
let opened: number;
let lines: readonly string[];
let late: string[];

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "hooks-")));
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src/a.ts"), "1\n");
  workspace = await openWorkspace({ cwd: root });
  asked = [];
  opened = 0;
  lines = ["broken"];
  late = [];
  reports = new HookReports({
    workspace: () => workspace,
    openReports: () => {
      opened += 1;
      const name = `#${opened}`;
      const show = (path: string): string => path.slice(root.length + 1);
      return Promise.resolve({
        before: (paths) => Promise.resolve(asked.push(`${name} before ${paths.map(show).join()}`)),
        after: (changes) => {
          asked.push(`${name} after ${changes.map(({ path, kind }) => `${kind} ${show(path)}`).join()}`);
          return Promise.resolve(lines);
        },
        takeLate: () => Promise.resolve(late.splice(0)),
        dispose: () => Promise.resolve(void asked.push(`${name} disposed`)),
      });
    },
  });
});
afterEach(async () => {
  await reports.dispose();
  rmSync(root, { recursive: true });
});

const signal = AbortSignal.timeout(60_000);
async function ask(phase: HookQuestion["phase"], more: Partial<HookQuestion> = {}): Promise<string> {
  const question = { phase, client: "test", conversation: "one", cwd: root, paths: [], isShell: false, ...more };
  return (await reports.answer(question, signal)).text;
}
/** Files are told apart by times, which file systems keep to some milliseconds. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 120));

describe("an edit", () => {
  it("is compared with what was before it, and its kind is told", async () => {
    const paths = ["src/a.ts", join(root, "new.ts"), "gone.ts"];
    writeFileSync(join(root, "gone.ts"), "");
    expect(await ask("before", { paths })).toBe("");
    writeFileSync(join(root, "new.ts"), "");
    rmSync(join(root, "gone.ts"));
    expect(await ask("after", { paths })).toBe("broken");
    expect(asked).toEqual([
      "#1 before src/a.ts,new.ts,gone.ts",
      "#1 after changed src/a.ts,created new.ts,deleted gone.ts",
    ]);
  });

  it("is told of without a before", async () => {
    await ask("after", { paths: ["src/a.ts", "never.ts"] });
    expect(asked).toEqual(["#1 after changed src/a.ts"]);
  });

  it("says nothing when nothing is new", async () => {
    lines = [];
    expect(await ask("after", { paths: ["src/a.ts"] })).toBe("");
  });

  it("outside the roots is not looked at, behind a link as well; that is told once", async () => {
    const outside = realpathSync(mkdtempSync(join(tmpdir(), "outside-")));
    writeFileSync(join(outside, "x.ts"), "");
    symlinkSync(outside, join(root, "link"));
    const paths = [join(outside, "x.ts"), "link/x.ts", "../y.ts", "src"];
    expect(await ask("after", { paths })).toBe(
      `${paths[0]} and 2 more was not checked: it lies outside ${root} (told once)`,
    );
    expect(await ask("after", { paths })).toBe("");
    expect(asked).toEqual([]);
    await expect(ask("after", { cwd: outside })).rejects.toThrow("lies outside the folders of this server");
    rmSync(outside, { recursive: true });
  });
});

describe("a shell command", () => {
  it("is asked about what it names before, and about all that it wrote afterwards", async () => {
    writeFileSync(join(root, "old.ts"), "");
    await pause();
    await ask("before", { paths: ["src/a.ts", "build"], isShell: true });
    writeFileSync(join(root, "src/a.ts"), "2\n");
    writeFileSync(join(root, "src/made.ts"), "");
    expect(await ask("after", { paths: ["src/a.ts", "old.ts", "build"], isShell: true })).toBe("broken");
    expect(asked).toEqual(["#1 before src/a.ts,build", "#1 after changed src/a.ts,created src/made.ts"]);
  });

  it("that wrote nothing costs nothing", async () => {
    await pause();
    await ask("before", { isShell: true });
    expect(await ask("after", { isShell: true })).toBe("");
    expect(asked).toEqual([]);
  });

  it("brings news that came late", async () => {
    await pause();
    await ask("before", { isShell: true });
    late = ["late news"];
    expect(await ask("after", { isShell: true })).toBe("late news");
    expect(await ask("after", { paths: ["src/a.ts"] })).toBe("broken");
  });

  it("keeps its beginning when an edit comes in between", async () => {
    await pause();
    await ask("before", { isShell: true });
    writeFileSync(join(root, "src/made.ts"), "");
    await ask("after", { paths: ["src/a.ts"] });
    await pause();
    await ask("after", { isShell: true });
    expect(asked.at(-1)).toBe("#1 after created src/made.ts");
  });

  it("beside another one is told of with what both wrote", async () => {
    await pause();
    await ask("before", { isShell: true });
    await pause();
    await ask("before", { isShell: true });
    writeFileSync(join(root, "src/made.ts"), "");
    await ask("after", { isShell: true });
    await ask("after", { isShell: true });
    expect(asked).toEqual(["#1 after created src/made.ts", "#1 after created src/made.ts"]);
  });

  it("that removed a file it names is told as that", async () => {
    await ask("before", { paths: ["src/a.ts"], isShell: true });
    rmSync(join(root, "src/a.ts"));
    await ask("after", { paths: ["src/a.ts"], isShell: true });
    expect(asked.at(-1)).toBe("#1 after deleted src/a.ts");
  });

  it("that nobody announced is taken to have begun a while ago", async () => {
    await ask("after", { isShell: true });
    expect(asked).toEqual(["#1 after created src/a.ts"]);
  });
});

describe("conversations", () => {
  it("have reports of their own, as clients do", async () => {
    const paths = ["src/a.ts"];
    await ask("after", { paths });
    await ask("after", { paths, conversation: "two" });
    await ask("after", { paths, client: "other" });
    await ask("after", { paths });
    expect(asked.map((one) => one.slice(0, 2))).toEqual(["#1", "#2", "#3", "#1"]);
  });

  it("are forgotten when there are too many, the longest silent first", async () => {
    const paths = ["src/a.ts"];
    for (let index = 0; index < 33; index += 1) await ask("before", { paths, conversation: `c${index}` });
    await pause();
    expect(asked.filter((one) => one.endsWith("disposed"))).toEqual(["#1 disposed"]);
    await reports.dispose();
    expect(asked.filter((one) => one.endsWith("disposed"))).toHaveLength(33);
  });
});
