import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { readLines } from "./lines.ts";
import type { InputLine } from "./lines.ts";

async function collect(chunks: readonly (string | Buffer)[], maxBytes = 100): Promise<InputLine[]> {
  const lines: InputLine[] = [];
  for await (const line of readLines(Readable.from(chunks), maxBytes)) lines.push(line);
  return lines;
}

describe("readLines", () => {
  it("joins chunks and splits at newlines, with or without a last one", async () => {
    expect(await collect(["a", "b\nc", "\n\nd"])).toEqual([{ text: "ab" }, { text: "c" }, { text: "" }, { text: "d" }]);
    expect(await collect(["a\n"])).toEqual([{ text: "a" }]);
    expect(await collect([])).toEqual([]);
  });

  it("takes CRLF as one line break", async () => {
    expect(await collect(["a\r\nb\r", "\n"])).toEqual([{ text: "a" }, { text: "b" }]);
  });

  it("keeps characters whole that a chunk border cuts", async () => {
    const bytes = Buffer.from("über 🙂\n");
    const chunks = [...bytes].map((_, index) => bytes.subarray(index, index + 1));
    expect(await collect(chunks)).toEqual([{ text: "über 🙂" }]);
  });

  it("drops a line above the bound and keeps the lines after it", async () => {
    expect(await collect(["x".repeat(60), "x".repeat(60), "\nshort\n"])).toEqual([
      { isTooLong: true },
      { text: "short" },
    ]);
    expect(await collect(["x".repeat(101)])).toEqual([{ isTooLong: true }]);
    expect(await collect([`${"x".repeat(100)}\n`])).toEqual([{ text: "x".repeat(100) }]);
  });
});
