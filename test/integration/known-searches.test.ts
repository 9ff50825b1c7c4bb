import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSearches } from "../../bench/quality/searches/known-searches.ts";

const quality = join(import.meta.dirname, "../../bench/quality");
const names = readdirSync(join(quality, "searches")).filter((name) => name.endsWith(".json"));

describe.each(names)("%s", (name) => {
  const tuned = readSearches(join(quality, "searches", name));
  const check = readSearches(join(quality, "searches-check", name));

  it("has twenty searches to tune on and ten others to check with, at one commit", () => {
    expect([tuned.searches.length, check.searches.length]).toEqual([20, 10]);
    expect(check).toMatchObject({ repository: tuned.repository, commit: tuned.commit });
    const all = [...tuned.searches, ...check.searches];
    expect(new Set(all.map(({ query }) => query)).size).toBe(30);
    expect(new Set(all.map(({ file, line }) => `${file}:${line}`)).size).toBe(30);
  });
});
