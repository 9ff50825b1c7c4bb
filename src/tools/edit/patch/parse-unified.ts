import { type FilePatch, type Hunk, type HunkLine, oldLines, unreadable } from "./file-patch.ts";
import { unquoteName } from "./unquote-name.ts";

const GIT = /^diff --git ("a\/(?:[^"\\]|\\.)*"|a\/.+?) ("b\/(?:[^"\\]|\\.)*"|b\/.+)$/;
const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

interface Names {
  from?: string | undefined;
  to?: string | undefined;
  isGit: boolean;
  isNew: boolean;
  isGone: boolean;
  /** Permission bits of a new file that can be executed. */
  mode?: number | undefined;
}

/** Unified diffs: `---`, `+++`, `@@ -1,3 +1,4 @@`; of git also renames, new, deleted and empty files. */
export function parseUnified(lines: readonly string[]): readonly FilePatch[] {
  return new UnifiedReader(lines).read();
}

class UnifiedReader {
  readonly #lines: readonly string[];
  readonly #files: FilePatch[] = [];
  #names: Names | undefined;
  #hunks: Hunk[] = [];
  #at = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  read(): readonly FilePatch[] {
    while (this.#at < this.#lines.length) this.#line(this.#lines[this.#at] ?? "");
    this.#close();
    return this.#files;
  }

  #line(line: string): void {
    const git = GIT.exec(line);
    if (git !== null) {
      const [from, to] = git.slice(1).map((name) => unquoteName(name).slice(2));
      this.#open({ from, to, isGit: true, isNew: false, isGone: false });
    } else if (line.startsWith("--- ") && (this.#lines[this.#at + 1] ?? "").startsWith("+++ ")) {
      this.#fileNames(nameIn(line), nameIn(this.#lines[this.#at + 1] ?? ""));
      this.#at += 1;
    } else if (HUNK.test(line)) {
      this.#hunks.push(this.#hunk());
      return;
    } else if (line.startsWith("@@")) {
      throw unreadable(
        this.#at + 1,
        `begins a hunk that is not "@@ -1,3 +1,4 @@": ${JSON.stringify(line.slice(0, 80))}`,
      );
    } else if (this.#names?.isGit === true) {
      this.#header(line, this.#names);
    }
    this.#at += 1;
  }

  #header(line: string, names: Names): void {
    const at = this.#at + 1;
    if (/^(?:rename|copy) from /.test(line)) names.from = unquoteName(line.replace(/^\w+ from /, ""));
    else if (line.startsWith("copy to ")) throw unreadable(at, "copies a file, which is not supported");
    else if (line.startsWith("rename to ")) names.to = unquoteName(line.slice("rename to ".length));
    else if (line.startsWith("new file mode ")) {
      names.isNew = true;
      names.mode = modeOf(line, at);
    } else if (line.startsWith("deleted file mode ")) names.isGone = true;
    else if (/^(?:old|new) mode /.test(line))
      throw unreadable(at, "changes the mode of a file, which is not supported");
    else if (/^(?:GIT binary patch|Binary files )/.test(line)) throw unreadable(at, "is of a binary file");
  }

  #open(names: Names): void {
    this.#close();
    this.#names = names;
  }

  #fileNames(from: string, to: string): void {
    const isFresh = this.#names?.isGit === true && this.#hunks.length === 0;
    const hasPrefixes = [from, to].every((name) => name === "/dev/null" || /^[ab]\//.test(name));
    const strip = (name: string): string => (hasPrefixes && name !== "/dev/null" ? name.slice(2) : name);
    const known = isFresh ? this.#names : undefined;
    if (!isFresh) this.#close();
    this.#names = {
      from: from === "/dev/null" ? undefined : strip(from),
      to: to === "/dev/null" ? undefined : strip(to),
      isGit: false,
      isNew: known?.isNew === true || from === "/dev/null",
      isGone: known?.isGone === true || to === "/dev/null",
      mode: known?.mode,
    };
  }

  #hunk(): Hunk {
    const patchLine = this.#at + 1;
    const [, oldStart = "", oldCount = "1", , newCount = "1"] = HUNK.exec(this.#lines[this.#at] ?? "") ?? [];
    if (this.#names === undefined) throw unreadable(patchLine, "begins a hunk before any file is named");
    const lines: HunkLine[] = [];
    let [oldLeft, newLeft] = [Number(oldCount), Number(newCount)];
    let lacks: { old?: true; new?: true } = {};
    this.#at += 1;
    for (; this.#at < this.#lines.length; this.#at += 1) {
      const line = this.#lines[this.#at] ?? "";
      if (line.startsWith("\\")) {
        const sign = lines.at(-1)?.sign;
        lacks = { ...lacks, ...(sign === "+" ? {} : { old: true }), ...(sign === "-" ? {} : { new: true }) };
        continue;
      }
      if (oldLeft <= 0 && newLeft <= 0) break;
      const sign = line[0] ?? " ";
      if (sign !== " " && sign !== "+" && sign !== "-") break;
      if (sign !== "+") oldLeft -= 1;
      if (sign !== "-") newLeft -= 1;
      lines.push({ sign, text: line.slice(1) });
    }
    if (oldLeft !== 0 || newLeft !== 0 || this.#goesOn()) {
      throw unreadable(patchLine, "announces another number of lines than follow it");
    }
    const ending = lacks.old === undefined && lacks.new === undefined ? {} : { lacksFinalLineEnd: lacks.new === true };
    // With no old line the number is that of the line before.
    const start = Number(oldStart) + (Number(oldCount) === 0 ? 1 : 0);
    return { lines, headings: [], oldStart: start, isAtEnd: lacks.old === true, ...ending, patchLine };
  }

  /** Whether lines of a hunk follow that its numbers do not count; they would be lost. */
  #goesOn(): boolean {
    const [line = "", next = ""] = this.#lines.slice(this.#at, this.#at + 2);
    if (line.startsWith("--- ") && next.startsWith("+++ ")) return false;
    // "-- " stands before git's version at the end of a mail.
    return /^[-+ ]/.test(line) && !/^(?:-- ?|\s*)$/.test(line);
  }

  #close(): void {
    const [names, hunks] = [this.#names, this.#hunks];
    this.#names = undefined;
    this.#hunks = [];
    if (names === undefined) return;
    const { from = "", to = "", isNew, isGone, mode } = names;
    if (isGone) {
      const lines = hunks.length === 0 ? {} : { lines: hunks.flatMap(oldLines) };
      this.#files.push({ kind: "delete", path: from, ...lines });
    } else if (isNew) {
      const lines = hunks.flatMap((hunk) => hunk.lines.flatMap(({ sign, text }) => (sign === "-" ? [] : [text])));
      const lacksFinalLineEnd = hunks.at(-1)?.lacksFinalLineEnd === true;
      const bits = mode === undefined ? {} : { mode };
      this.#files.push({ kind: "add", path: to, lines, lacksFinalLineEnd, ...bits });
    } else this.#files.push({ kind: "update", path: from, ...(to === from ? {} : { newPath: to }), hunks });
  }
}

/** "a/src/x.ts" of `--- a/src/x.ts<tab>2026-01-01`. */
function nameIn(line: string): string {
  return unquoteName(line.slice(4).split("\t")[0]?.trim() ?? "");
}

/** Of "new file mode 100755". */
function modeOf(line: string, at: number): number | undefined {
  const [type, bits] = [line.slice(-6, -3), line.slice(-3)];
  if (type !== "100") throw unreadable(at, "makes a symbolic link or a submodule, which is not supported");
  return bits === "755" ? 0o755 : undefined;
}
