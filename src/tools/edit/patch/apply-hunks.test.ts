import { describe, expect, test } from "vitest";
import { pick, seededRandom } from "../../../../test/helpers/seeded-random.ts";
import { applyHunks } from "./apply-hunks.ts";
import type { FilePatch } from "./file-patch.ts";
import { parsePatch } from "./parse-patch.ts";

/** Applies the hunks of a patch of one file. */
function apply(text: string, patch: string): string {
  const [file] = parsePatch(patch);
  if (file?.kind !== "update") throw new Error(`not an update: ${file?.kind}`);
  return applyHunks(text, file.hunks, file.path);
}
const blocks = (body: string): string => `*** Begin Patch\n*** Update File: a.txt\n${body}\n*** End Patch\n`;
const unified = (body: string): string => `--- a/a.txt\n+++ b/a.txt\n${body}\n`;

describe("file blocks", () => {
  test.each<[what: string, text: string, body: string, after: string]>([
    ["a change between lines that stay", "a\nb\nc\n", "@@\n a\n-b\n+B\n c", "a\nB\nc\n"],
    ["no @@ before the first hunk", "a\nb\n", " a\n-b\n+B", "a\nB\n"],
    ["several hunks in order", "a\nb\nc\nd\n", "@@\n-a\n+A\n@@\n-d\n+D", "A\nb\nc\nD\n"],
    ["a heading tells places apart", "f\nx\ng\nx\n", "@@ g\n-x\n+y", "f\nx\ng\ny\n"],
    ["two headings", "A\nf\nx\nB\nf\nx\n", "@@ B\n@@ f\n-x\n+y", "A\nf\nx\nB\nf\ny\n"],
    ["the end of the file tells places apart", "x\na\nx\n", "@@\n-x\n+y\n*** End of File", "x\na\ny\n"],
    ["only new lines go to the end", "a\n", "@@\n+b", "a\nb\n"],
    ["only new lines after a heading", "f\ng\n", "@@ f\n+x", "f\nx\ng\n"],
    ["deletion", "a\nb\nc\n", "@@\n a\n-b", "a\nc\n"],
    ["an empty line that stays, written without its space", "a\n\nb\n", "@@\n a\n\n-b\n+B", "a\n\nB\n"],
    ["white space at the end differs: the file's lines stay", "a  \nb\n", "@@\n a\n-b\n+B", "a  \nB\n"],
    ["indentation differs", "\ta\n\tb\n", "@@\n a\n-b\n+\tB", "\ta\n\tB\n"],
    ["line ends of the file", "a\r\nb\r\nc\r\n", "@@\n a\n-b\n+B\n+B2", "a\r\nB\r\nB2\r\nc\r\n"],
    ["a last line without an end keeps none", "a\nb", "@@\n-b\n+B", "a\nB"],
    ["line numbers are ignored", "a\nb\n", "@@ -40,2 +40,2 @@\n a\n-b\n+B", "a\nB\n"],
    ["empty lines before the end of the patch are layout", "a\nb\n\n", "@@\n-a\n+A\n", "A\nb\n\n"],
  ])("%s", (_what, text, body, after) => {
    expect(apply(text, blocks(body))).toBe(after);
  });

  test.each<[what: string, text: string, body: string, message: string]>([
    ["several places", "x\na\nx\n", "@@\n-x\n+y", "line 3 of the patch fits 2 places (lines 1, 3)"],
    ["another line", "a\nb\nc\n", "@@\n a\n-x\n+y\n c", 'does not fit at line 2: the patch has "x", the file has "b"'],
    ["the file ends", "a\n", "@@\n a\n-x\n+y", 'the patch has "x", the file ends there'],
    ["nothing of it", "a\n", "@@\n-x\n+y", 'none of its lines is there, the first is "x"'],
    ["out of order", "a\nb\n", "@@\n-b\n+B\n@@\n-a\n+A", "stands at line 1, above the place of an earlier hunk"],
    ["not at the end", "x\na\n", "@@\n-x\n+y\n*** End of File", "stands at line 1, not at the end"],
    ["a heading that is not there", "a\n", "@@ f\n-a\n+A", 'names a heading that does not follow: "f"'],
  ])("%s: an error that helps", (_what, text, body, message) => {
    expect(() => apply(text, blocks(body))).toThrow(message);
  });
});

describe("unified diffs", () => {
  test.each<[what: string, text: string, body: string, after: string]>([
    ["a change", "a\nb\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c", "a\nB\nc\n"],
    ["the number tells places apart", "x\na\nx\na\nx\n", "@@ -3 +3 @@ f\n-x\n+y", "x\na\ny\na\nx\n"],
    ["moved by lines above", "n\nn\nx\na\nx\n", "@@ -3 +3 @@\n-x\n+y", "n\nn\ny\na\nx\n"],
    ["an insertion after a line", "a\nb\n", "@@ -1,0 +2 @@\n+n", "a\nn\nb\n"],
    ["the last line gets an end", "a", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a", "a\n"],
    ["the last line loses its end", "a\n", "@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file", "b"],
    ["a line that looks like a file name", "-- a\nb\n", "@@ -1,2 +1,1 @@\n--- a\n b", "b\n"],
  ])("%s", (_what, text, body, after) => {
    expect(apply(text, unified(body))).toBe(after);
  });

  test("a hunk that is cut off is refused", () => {
    expect(() => apply("a\nb\n", unified("@@ -1,2 +1,2 @@\n-a\n+A"))).toThrow("announces another number of lines");
  });
});

describe("files of a patch", () => {
  test.each<[what: string, patch: string, files: readonly FilePatch[]]>([
    [
      "blocks: add, delete, move",
      "*** Begin Patch\n*** Add File: n.txt\n+a\n+\n*** Delete File: d.txt\n*** Update File: a.txt\n*** Move to: b.txt\n*** End Patch",
      [
        { kind: "add", path: "n.txt", lines: ["a", ""], lacksFinalLineEnd: false },
        { kind: "delete", path: "d.txt" },
        { kind: "update", path: "a.txt", newPath: "b.txt", hunks: [] },
      ],
    ],
    [
      "in a code fence, without begin and end",
      "```diff\n*** Delete File: d.txt\n```\n",
      [{ kind: "delete", path: "d.txt" }],
    ],
    [
      "git: rename, new, deleted, empty",
      "diff --git a/a.txt b/b.txt\nsimilarity index 100%\nrename from a.txt\nrename to b.txt\n" +
        "diff --git a/n.txt b/n.txt\nnew file mode 100644\n--- /dev/null\n+++ b/n.txt\n@@ -0,0 +1 @@\n+n\n\\ No newline at end of file\n" +
        "diff --git a/e.txt b/e.txt\nnew file mode 100644\nindex 000..e69\n" +
        "diff --git a/d.txt b/d.txt\ndeleted file mode 100644\n--- a/d.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-d\n",
      [
        { kind: "update", path: "a.txt", newPath: "b.txt", hunks: [] },
        { kind: "add", path: "n.txt", lines: ["n"], lacksFinalLineEnd: true },
        { kind: "add", path: "e.txt", lines: [], lacksFinalLineEnd: false },
        { kind: "delete", path: "d.txt", lines: ["d"] },
      ],
    ],
    [
      "two envelopes",
      "*** Begin Patch\n*** Delete File: a\n*** End Patch\n\n*** Begin Patch\n*** Delete File: b\n*** End Patch\n",
      [
        { kind: "delete", path: "a" },
        { kind: "delete", path: "b" },
      ],
    ],
    [
      "git: names in quotes, a program",
      'diff --git "a/\\303\\274 \\"x\\".sh" "b/\\303\\274 \\"x\\".sh"\nnew file mode 100755\n--- /dev/null\n+++ "b/\\303\\274 \\"x\\".sh"\n@@ -0,0 +1 @@\n+n\n' +
        'diff --git "a/\\303\\266" b/o\nsimilarity index 100%\nrename from "\\303\\266"\nrename to o\n',
      [
        { kind: "add", path: 'ü "x".sh', lines: ["n"], lacksFinalLineEnd: false, mode: 0o755 },
        { kind: "update", path: "ö", newPath: "o", hunks: [] },
      ],
    ],
    [
      "the end of a mail",
      "--- a/d\n+++ /dev/null\n@@ -1 +0,0 @@\n-d\n-- \n2.47.1\n",
      [{ kind: "delete", path: "d", lines: ["d"] }],
    ],
    [
      "names without prefixes",
      "--- old/a.txt\t2026-01-01\n+++ old/a.txt\n",
      [{ kind: "update", path: "old/a.txt", hunks: [] }],
    ],
  ])("%s", (_what, patch, files) => {
    expect(parsePatch(patch)).toEqual(files);
  });

  test.each([
    ["nothing", "hello\n", "names no file"],
    ["a line outside", "*** Begin Patch\nhello\n*** End Patch", "line 2 of the patch is in no file block"],
    [
      "a line of a new file without its sign",
      "*** Add File: a\nhello",
      'line 2 of the patch of a new file must begin with "+"',
    ],
    [
      "a line without a sign",
      "*** Update File: a\n@@\nhello",
      'line 3 of the patch must begin with " ", "+", "-" or "@@"',
    ],
    [
      "a line behind the end",
      "*** Begin Patch\n*** Delete File: a\n*** End Patch\nso",
      "line 4 of the patch is in no file block",
    ],
    ["a patch that is cut off", "*** Begin Patch\n*** Add File: a\n+x", "*** End Patch is missing: it may be cut off"],
    ["more lines than a hunk counts", "--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n+c\n", "announces another number of lines"],
    ["more lines that stay", "--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n c\n", "announces another number of lines"],
    [
      "a hunk without numbers",
      "--- a\n+++ a\n@@\n-a\n+b\n",
      'line 3 of the patch begins a hunk that is not "@@ -1,3 +1,4 @@": "@@"',
    ],
    ["a merge", "diff --cc a\n--- a/a\n+++ b/a\n@@@ -1,1 -1,1 +1,1 @@@\n- 1\n -2\n++3\n", "begins a hunk that is not"],
    ["a mode", "diff --git a/a b/a\nold mode 100644\nnew mode 100755\n", "changes the mode of a file"],
    [
      "a link",
      "diff --git a/a b/a\nnew file mode 120000\n--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+b\n",
      "makes a symbolic link",
    ],
    ["binary", "diff --git a/a b/a\nBinary files a/a and b/a differ\n", "is of a binary file"],
  ])("%s is refused", (_what, patch, message) => {
    expect(() => parsePatch(patch)).toThrow(message);
  });
});

test("white space of any length takes no time", () => {
  const long = " ".repeat(300_000);
  const startedAt = performance.now();
  expect(() => apply("a\n", blocks(`@@ x${long}x\n-a\n+b`))).toThrow("names a heading");
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

describe("hunks of very many equal lines", () => {
  const equal = "a\n".repeat(60_000);
  const half = " a\n".repeat(20_000);

  test.each<[what: string, body: string, message: string]>([
    [
      "a last line that is not there",
      `@@\n${half}-b`,
      'does not fit at line 20001: the patch has "b", the file has "a"',
    ],
    ["a first line that is not there", `@@\n-b\n${half}`, 'does not fit: its first line is not there: "b"'],
    ["several places", `@@\n${half}-a`, "fits 40000 places (lines 1, 2, 3,"],
  ])("%s takes no time", (_what, body, message) => {
    const startedAt = performance.now();
    expect(() => apply(equal, blocks(body.trimEnd()))).toThrow(message);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });

  test("the number tells the place", () => {
    const body = `@@ -30001,20001 +30001,20001 @@\n${half}-a\n+b`;
    const after = `${"a\n".repeat(50_000)}b\n${"a\n".repeat(9_999)}`;
    expect(apply(equal, unified(body)) === after).toBe(true);
  });
});

test("more hunks than there is time for are refused, with what to do", () => {
  const hunks = Array.from({ length: 10_000 }, () => "@@ -1 +1 @@\n-a\n+b").join("\n");
  const startedAt = performance.now();
  expect(() => apply("a\n".repeat(60_000), unified(hunks))).toThrow(
    "the patch has too many hunks (10000) for a file as long as a.txt; no file was changed",
  );
  expect(performance.now() - startedAt).toBeLessThan(20_000);
}, 30_000);

test("a patch made from two texts, in either format, makes the one into the other", () => {
  const random = seededRandom(11);
  for (let round = 0; round < 300; round += 1) {
    // Lines are numbered, so that every hunk fits one place.
    const old = Array.from({ length: 1 + Math.floor(random() * 12) }, (_, at) => `line ${at}`);
    const signs = old.map(() => pick(random, [" ", " ", "-", "+"] as const));
    const body = old.flatMap((line, at) => {
      const sign = signs[at] ?? " ";
      return sign === "+" ? [` ${line}`, `+new ${at}`] : [`${sign}${line}`];
    });
    const after = body.filter((line) => !line.startsWith("-")).map((line) => line.slice(1));
    const end = random() < 0.5 ? "\n" : "\r\n";
    const text = (lines: readonly string[]): string => lines.map((line) => line + end).join("");
    const head = `@@ -1,${old.length} +1,${after.length} @@`;
    expect(apply(text(old), blocks(`@@\n${body.join("\n")}`))).toBe(text(after));
    expect(apply(text(old), unified(`${head}\n${body.join("\n")}`))).toBe(text(after));
  }
});
