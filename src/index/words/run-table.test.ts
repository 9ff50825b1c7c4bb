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
        () => `${pick(random, "get set is _".split(" "))}${Math.floor(random() * 9_000)}`,
      );
      const found: { readonly text: string }[] = [];
      table.eachAscii(runs.join(pick(random, [" ", "(", ".\n"])), (value) => found.push(value));
      expect(found.map(({ text }) => text)).toEqual(runs);
      for (const [at, run] of runs.entries()) {
        expect(values.get(run) ?? found[at]).toBe(found[at]);
        values.set(run, found[at] as { readonly text: string });
        expect(table.at(`<${run}>`, 1, run.length)).toBe(found[at]);
      }
    }
    expect(table.size).toBe(values.size);
    expect(table.size).toBeGreaterThan(10_000);
  });

  it("tells runs at the ends of a text", () => {
    const found: string[] = [];
    const table = new RunTable((text) => text);
    table.eachAscii("first, last", (run) => found.push(run));
    table.eachAscii("", (run) => found.push(run));
    expect(found).toEqual(["first", "last"]);
  });
});
