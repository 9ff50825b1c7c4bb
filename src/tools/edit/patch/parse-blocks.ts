import { type FilePatch, type Hunk, type HunkLine, unreadable } from "./file-patch.ts";

const FILE = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const MOVE = /^\*\*\* Move to: (.+)$/;
const EDGE = /^\*\*\* (Begin|End) Patch\s*$/;
const END_OF_FILE = /^\*\*\* End of File\s*$/;
const HEADING = /^@@(?: (.*))?$/;

/** Patches in file blocks: `*** Add File: `, `*** Update File: ` (with `*** Move to: `), `*** Delete File: `. */
export function parseBlocks(lines: readonly string[]): readonly FilePatch[] {
  return new BlockReader(lines).read();
}

class BlockReader {
  readonly #lines: readonly string[];
  #at = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  read(): readonly FilePatch[] {
    const files: FilePatch[] = [];
    let isOpen = false;
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at] ?? "";
      const [, verb, path = ""] = FILE.exec(line) ?? [];
      const edge = EDGE.exec(line)?.[1];
      this.#at += 1;
      if (edge !== undefined) isOpen = edge === "Begin";
      else if (verb !== undefined) files.push(this.#file(verb, path.trim()));
      else if (line.trim() !== "") {
        throw unreadable(this.#at, `is in no file block: ${JSON.stringify(line.slice(0, 80))}`);
      }
    }
    if (isOpen) throw unreadable(this.#at, "is its last, and *** End Patch is missing: it may be cut off");
    return files;
  }

  #file(verb: string, path: string): FilePatch {
    if (verb === "Delete") return { kind: "delete", path };
    if (verb === "Add") return { kind: "add", path, lines: this.#added(), lacksFinalLineEnd: false };
    const newPath = MOVE.exec(this.#lines[this.#at] ?? "")?.[1]?.trim();
    if (newPath !== undefined) this.#at += 1;
    return { kind: "update", path, ...(newPath === undefined ? {} : { newPath }), hunks: this.#hunks() };
  }

  #added(): readonly string[] {
    const added: string[] = [];
    for (; this.#isInBlock(); this.#at += 1) {
      const line = this.#lines[this.#at] ?? "";
      if (line.startsWith("+")) added.push(line.slice(1));
      else if (line.trim() !== "") throw unreadable(this.#at + 1, 'of a new file must begin with "+"');
    }
    return added;
  }

  #hunks(): readonly Hunk[] {
    const hunks: Hunk[] = [];
    while (this.#isInBlock()) {
      const patchLine = this.#at + 1;
      const headings = this.#headings();
      const lines = this.#hunkLines();
      const isAtEnd = END_OF_FILE.test(this.#lines[this.#at] ?? "");
      if (isAtEnd) this.#at += 1;
      if (lines.length > 0) hunks.push({ lines, headings, isAtEnd, patchLine });
    }
    return hunks;
  }

  #headings(): readonly string[] {
    const headings: string[] = [];
    for (; this.#at < this.#lines.length; this.#at += 1) {
      const match = HEADING.exec(this.#lines[this.#at] ?? "");
      if (match === null) break;
      // "@@ -1,3 +1,4 @@ heading": the numbers are a guess of whoever wrote it in this format.
      const heading = withoutClosing((match[1] ?? "").replace(/^-\d[\d,]* \+\d[\d,]* @@ ?/, ""));
      if (heading.trim() !== "") headings.push(heading);
    }
    return headings;
  }

  #hunkLines(): readonly HunkLine[] {
    const lines: HunkLine[] = [];
    for (; this.#isInBlock(); this.#at += 1) {
      const line = this.#lines[this.#at] ?? "";
      if (HEADING.test(line) || END_OF_FILE.test(line)) break;
      const sign = line[0] ?? " ";
      if (sign !== " " && sign !== "+" && sign !== "-") {
        throw unreadable(this.#at + 1, 'must begin with " ", "+", "-" or "@@"');
      }
      lines.push({ sign, text: line.slice(1) });
    }
    // An empty line before the next block is layout, not an empty line of the file.
    while (lines.at(-1)?.text === "" && this.#lines[this.#at - 1] === "" && !this.#isInBlock()) {
      lines.pop();
      if (this.#lines[this.#at - 2] !== "") break;
    }
    return lines;
  }

  #isInBlock(): boolean {
    const line = this.#lines[this.#at];
    return line !== undefined && !FILE.test(line) && EDGE.exec(line)?.[1] !== "End";
  }
}

/** "class A @@" is written by some. */
function withoutClosing(heading: string): string {
  return heading.endsWith("@@") ? heading.slice(0, -2).trimEnd() : heading;
}
