import { expect, test } from "vitest";
import { pick, seededRandom } from "../../../test/helpers/seeded-random.ts";
import { affectedBy } from "./affected-imports.ts";
import { createResolver } from "./create-resolver.ts";

test.each([
  [["src/a.ts"], "./a", "typescript", true],
  [["src/a.d.ts"], "../x/a.js?raw", "javascript", true],
  [["src/a.ts"], "./b", "typescript", false],
  [["src/a.ts"], "..", "typescript", true],
  [["src/a.ts"], "./b/", "typescript", true],
  [["src/b/index.ts"], "./b", "typescript", true],
  [["src/a.ts"], "a-package", "typescript", true],
  [["src/a.ts"], "./b", "python", true],
  [["src/a.ts"], "./b", null, true],
])("after a change of %j, %j in %s: %s", (changed, source, language, expected) => {
  expect(affectedBy(changed)(source, language)).toBe(expected);
});

test("every import that stands for another file after files came and went is told", () => {
  const random = seededRandom(11);
  const folders = ["", "src/", "src/b/", "lib/", "dist/", "a/"];
  const names = ["a", "b", "index", "src", "a.b"];
  const endings = [".ts", ".js", ".d.ts", ".tsx", ".vue", ".mjs"];
  const heads = ["./", "../", "../src/", "../lib/", "./b/", "../dist/", "..", "."];
  const tails = ["a", "b", "a.js", "b.ts", "a.b", "index", "", "src", "a.d.ts", "b.js?url"];
  let unaffected = 0;
  let moved = 0;
  for (let round = 0; round < 400; round += 1) {
    const path = (): string => pick(random, folders) + pick(random, names) + pick(random, endings);
    const before = new Set(Array.from({ length: 8 }, path));
    const after = new Set(before);
    const changed = path();
    if (!after.delete(changed)) after.add(changed);
    const readConfig = (): undefined => undefined;
    const [old, now] = [before, after].map((paths) => createResolver({ paths, readConfig }));
    const mayBeAffected = affectedBy([changed]);
    for (let count = 0; count < 30; count += 1) {
      const [from, source] = [path(), pick(random, heads) + pick(random, tails)];
      const isSame = old?.resolve(from, source, "typescript") === now?.resolve(from, source, "typescript");
      if (!isSame) moved += 1;
      if (mayBeAffected(source, "typescript")) continue;
      unaffected += 1;
      expect(isSame, `${source} in ${from} after ${changed}`).toBe(true);
    }
  }
  expect(Math.min(unaffected, moved)).toBeGreaterThan(100);
});
