import nodePath from "node:path";
import { describe, expect, test } from "vitest";
import { pick, seededRandom } from "../../test/helpers/seeded-random.ts";
import { contains, relativeOrAbsolute, relativeWithin, rootHolding, type PathFlavor } from "./path-containment.ts";

describe("contains", () => {
  test.each([
    ["posix", "/a", "/a", true],
    ["posix", "/a", "/a/b/c", true],
    ["posix", "/a", "/ab", false],
    ["posix", "/a", "/a..b", false],
    ["posix", "/a", "/a/..b", true],
    ["posix", "/a/b", "/a", false],
    ["posix", "/", "/etc", true],
    ["posix", "/a", "/A/b", false],
    ["win32", "C:\\a", "C:\\a\\b", true],
    ["win32", "C:\\a", "c:\\A\\b", true],
    ["win32", "C:\\a", "D:\\a\\b", false],
    ["win32", "C:\\a", "C:\\ab", false],
    ["win32", "\\\\server\\share", "\\\\server\\share\\x", true],
    ["win32", "\\\\server\\share", "\\\\server\\other\\x", false],
  ] as const)("%s: %s holds %s: %s", (flavor, folder, path, isInside) => {
    expect(contains(folder, path, flavor)).toBe(isInside);
  });
});

test("the innermost root holds a path when roots are nested", () => {
  expect(rootHolding(["/a", "/a/b", "/c"], "/a/b/x", "posix")).toBe("/a/b");
  expect(rootHolding(["/a/b", "/a"], "/a/x", "posix")).toBe("/a");
  expect(rootHolding(["/a", "/c"], "/d", "posix")).toBeUndefined();
});

describe("paths as answers show them", () => {
  test.each([
    ["posix", "/a", "/a", "."],
    ["posix", "/a", "/a/b c/ü.ts", "b c/ü.ts"],
    ["posix", "/a", "/b/x.ts", "/b/x.ts"],
    ["win32", "C:\\a", "C:\\a\\b\\c.ts", "b/c.ts"],
    ["win32", "C:\\a", "D:\\b\\c.ts", "D:\\b\\c.ts"],
  ] as const)("%s: from %s, %s is %s", (flavor, root, path, shown) => {
    expect(relativeOrAbsolute(root, path, flavor)).toBe(shown);
  });
});

/** Segments that tempt a careless comparison: dots, prefixes of each other, other cases. */
const segments = ["a", "ab", "A", "..b", "...", "b.", "c d", "é", "e\u0301", "(x)", "#", "%2e%2e"];

function randomPath(random: () => number, flavor: PathFlavor): string {
  const top = flavor === "posix" ? "/" : pick(random, ["C:\\", "c:\\", "D:\\", "\\\\server\\share\\"]);
  const depth = Math.floor(random() * 4);
  return nodePath[flavor].join(top, ...Array.from({ length: depth }, () => pick(random, segments)));
}

/** Containment by its definition: the folder's segments begin the path's. */
function beginsWith(folder: string, path: string, flavor: PathFlavor): boolean {
  const parts = (text: string): string[] =>
    (flavor === "win32" ? text.toLowerCase() : text).split(nodePath[flavor].sep).filter((part) => part !== "");
  const [outer, inner] = [parts(folder), parts(path)];
  return outer.every((part, at) => inner[at] === part);
}

describe.each(["posix", "win32"] as const)("property: %s", (flavor) => {
  test("containment is that of whole segments, and what is inside is shown so that it leads back", () => {
    const random = seededRandom(20);
    let inside = 0;
    for (let round = 0; round < 5_000; round += 1) {
      const folder = randomPath(random, flavor);
      const path = random() < 0.5 ? randomPath(random, flavor) : nodePath[flavor].join(folder, pick(random, segments));
      const where = JSON.stringify({ folder, path });
      expect(contains(folder, path, flavor), where).toBe(beginsWith(folder, path, flavor));
      const relative = relativeWithin(folder, path, flavor);
      const shown = relativeOrAbsolute(folder, path, flavor);
      if (relative === undefined) {
        expect(shown, where).toBe(path);
      } else {
        inside += 1;
        expect(shown.startsWith(".."), where).toBe(shown.startsWith("..b") || shown.startsWith("..."));
        expect(nodePath[flavor].relative(nodePath[flavor].resolve(folder, shown), path), where).toBe("");
      }
    }
    expect(inside).toBeGreaterThan(1_000);
  });
});
