import { expect, test } from "vitest";
import { createGlobFilter } from "./glob-filter.ts";

test.each<[globs: string[], wanted: string[], unwanted: string[]]>([
  [[], ["a.ts", "src/b.py"], []],
  [["*.ts"], ["a.ts", "src/deep/b.ts"], ["a.py", "a.tsx"]],
  [["src/**"], ["src/a.ts", "src/deep/b.ts"], ["a.ts", "lib/src.ts"]],
  [["!*.test.ts"], ["a.ts", "b.py"], ["a.test.ts", "src/b.test.ts"]],
  [["*.ts", "!*.test.ts"], ["a.ts"], ["a.test.ts", "a.py"]],
  [["src/**", "!src/gen/**"], ["src/a.ts"], ["src/gen/a.ts", "lib/a.ts"]],
  [["!src/gen", "src/gen/keep.ts"], ["src/gen/keep.ts"], ["src/gen/a.ts", "a.ts"]],
  [["*.{ts,tsx}"], ["a.ts", "b.tsx"], ["c.js"]],
  [["{src,lib}/*.{ts,js}"], ["src/a.ts", "lib/b.js"], ["src/a.py", "test/a.ts"]],
  [["/a.ts"], ["a.ts"], ["src/a.ts"]],
  [
    ["./a.ts", "./src/*.ts"],
    ["a.ts", "src/b.ts"],
    ["src/a.py", "lib/a.ts"],
  ],
  [["!./a.ts"], ["src/a.ts"], ["a.ts"]],
])("%j", async (globs, wanted, unwanted) => {
  const isWanted = await createGlobFilter(globs);
  expect(wanted.filter((path) => !isWanted(path))).toEqual([]);
  expect(unwanted.filter(isWanted)).toEqual([]);
});

test("alternatives are bounded", async () => {
  const isWanted = await createGlobFilter(["{a,b}".repeat(30)]);
  expect(isWanted("a.ts")).toBe(false);
});
