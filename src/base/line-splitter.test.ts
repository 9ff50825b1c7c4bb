import { describe, expect, it } from "vitest";
import { LineSplitter } from "./line-splitter.ts";

function texts(splitter: LineSplitter, chunks: readonly (string | Uint8Array)[]): string[] {
  const lines = chunks.flatMap((chunk) => splitter.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk));
  return [...lines, ...splitter.end()].map((line) =>
    line.kind === "line" ? Buffer.from(line.bytes).toString("utf8") : "<too long>",
  );
}

describe("LineSplitter", () => {
  it("cuts several lines out of one chunk", () => {
    expect(texts(new LineSplitter(100), ["a\nbc\n\nd\n"])).toEqual(["a", "bc", "", "d"]);
  });

  it("joins a line that comes in many chunks", () => {
    expect(texts(new LineSplitter(100), ["a", "b", "c\nd", "\n"])).toEqual(["abc", "d"]);
  });

  it("keeps a character whose bytes come in two chunks", () => {
    const bytes = Buffer.from("x€𝄞y\n");
    const chunks = [...bytes].map((byte) => Uint8Array.of(byte));
    expect(texts(new LineSplitter(100), chunks)).toEqual(["x€𝄞y"]);
  });

  it("gives an unterminated last line at the end, once", () => {
    const splitter = new LineSplitter(100);
    expect(texts(splitter, ["a\nb"])).toEqual(["a", "b"]);
    expect(splitter.end()).toEqual([]);
  });

  it("accepts a line of exactly the limit and reports the one byte longer", () => {
    expect(texts(new LineSplitter(4), ["abcd\n", "abcde\n", "x\n"])).toEqual(["abcd", "<too long>", "x"]);
  });

  it("reports an endless line once, holds nothing of it, and goes on after its newline", () => {
    const splitter = new LineSplitter(10);
    const reports = Array.from({ length: 50 }, () => splitter.push(Buffer.from("0123456789"))).flat();
    expect(reports).toEqual([{ kind: "too_long" }]);
    expect(splitter.heldBytes).toBe(0);
    expect(splitter.end()).toEqual([]);
    expect(texts(splitter, ["tail\nnext\n"])).toEqual(["next"]);
  });

  it("gives the same lines for every way of cutting the stream", () => {
    const stream = Buffer.from('{"a":1}\r\n\nlonger than the limit of twenty\nünï€\n𝄞\nlast');
    const whole = texts(new LineSplitter(20), [stream]);
    expect(whole).toEqual(['{"a":1}\r', "", "<too long>", "ünï€", "𝄞", "last"]);
    let seed = 7;
    for (let round = 0; round < 200; round += 1) {
      const chunks: Uint8Array[] = [];
      for (let at = 0; at < stream.length;) {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        const size = 1 + (seed % 9);
        chunks.push(stream.subarray(at, at + size));
        at += size;
      }
      expect(texts(new LineSplitter(20), chunks)).toEqual(whole);
    }
  });
});
