import { describe, expect, it } from "vitest";
import { unifiedDiff } from "./text-diff.ts";

describe("unifiedDiff", () => {
  it.each([
    ["a new file", undefined, "a\nb\n", "--- /dev/null\n+++ f\n@@ -0,0 +1,2 @@\n+a\n+b\n"],
    ["a file that goes", "a\n", undefined, "--- f\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n"],
    [
      "a line in the middle",
      "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
      "1\n2\n3\n4\nx\n6\n7\n8\n9\n",
      "--- f\n+++ f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n",
    ],
    ["a line at the end", "1\n", "1\n2\n", "--- f\n+++ f\n@@ -1,1 +1,2 @@\n 1\n+2\n"],
    ["nothing", "1\n", "1\n", ""],
  ])("%s", (_name, before, after, expected) => {
    expect(unifiedDiff("f", before, after)).toBe(expected);
  });
});
