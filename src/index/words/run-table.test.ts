import { describe, expect, it } from "vitest";
import { pick, seededRandom } from "../../../test/helpers/seeded-random.ts";
import { RunTable } from "./run-table.ts";

describe("RunTable", () => {
  it("keeps one value for each of very many runs, wherever they stand", () => {
    const random = seededRandom(17);
    const table = new RunTable((text) => ({ text }));
    const values = new Map<string, { readonly text: string }>();
    for (let round = 0; round < 300; round++) {
      const runs = Array.from(
        { length: 100 },
        () => `${pick(random, "get set is _ naïve 名 𝒜".split(" "))}${Math.floor(random() * 9_000)}`,
      );
      const found: { readonly text: string }[] = [];
      table.eachRun(runs.join(pick(random, [" ", "(", ".\n"])), (value) => found.push(value));
      const distinct = [...new Set(runs)];
      expect(found.map(({ text }) => text)).toEqual(distinct);
      for (const [at, run] of distinct.entries()) {
        expect(values.get(run) ?? found[at]).toBe(found[at]);
        values.set(run, found[at] as { readonly text: string });
      }
    }
    expect(table.size).toBe(values.size);
    expect(table.size).toBeGreaterThan(10_000);
  });

  it("tells runs at the ends of a text", () => {
    const found: string[] = [];
    const table = new RunTable((text) => text);
    table.eachRun("first, last", (run) => found.push(run));
    table.eachRun("", (run) => found.push(run));
    expect(found).toEqual(["first", "last"]);
  });
});
