import { describe, expect, test } from "vitest";
import { pick, seededRandom } from "../../../test/helpers/seeded-random.ts";
import { encodeFrame, FrameReader } from "./frames.ts";

function read(chunks: readonly (string | Buffer)[], maxFrameBytes?: number) {
  const frames: unknown[] = [];
  const junk: string[] = [];
  const reader = new FrameReader(
    { onFrame: (frame) => frames.push(frame), onJunk: (text) => junk.push(text) },
    maxFrameBytes,
  );
  for (const chunk of chunks) reader.push(Buffer.from(chunk));
  return { frames, junk };
}

describe("FrameReader", () => {
  test.each([
    ["a line of junk between frames", [encodeFrame(1), "noise\n", encodeFrame(2)], [1, 2], ["noise"]],
    ["junk right before a frame", [`noise${encodeFrame(1)}`], [1], ["noise"]],
    ["a frame that was cut off by another", ['\u001e{"a":', encodeFrame(2)], [2], ['\u001e{"a":']],
    ["a frame that is no JSON", ["\u001enot json\n", encodeFrame(3)], [3], ["not json"]],
    ["blank lines", ["\n\r\n  \n", encodeFrame(4)], [4], []],
    ["a frame without its end", ['\u001e{"a":1}'], [], []],
  ])("copes with %s", (_name, chunks, frames, junk) => {
    expect(read(chunks)).toEqual({ frames, junk });
  });

  test("gives up a line that grows beyond the limit, and goes on with the next", () => {
    const { frames, junk } = read(["x".repeat(60), "x".repeat(60), "rest\n", encodeFrame(1)], 100);
    expect(frames).toEqual([1]);
    expect(junk).toEqual(["x".repeat(120), "rest"]);
  });

  test("gets every frame whole, however the bytes are cut and whatever lies between them", () => {
    const random = seededRandom(7);
    const texts = ["", "a\nb", "\u001e", "😀ü\u2028", '"\\', "x".repeat(500)];
    for (let round = 0; round < 200; round += 1) {
      const sent: unknown[] = [];
      let stream = "";
      for (let count = 0; count < 8; count += 1) {
        if (random() < 0.3) stream += pick(random, ["junk\n", "half a line", "\n", "ü"]);
        const value = { count, text: pick(random, texts), list: [null, random()] };
        sent.push(value);
        stream += encodeFrame(value);
      }
      const bytes = Buffer.from(stream);
      const chunks: Buffer[] = [];
      for (let start = 0; start < bytes.length;) {
        const end = start + 1 + Math.floor(random() * 40);
        chunks.push(bytes.subarray(start, end));
        start = end;
      }
      expect(read(chunks).frames).toEqual(sent);
    }
  });
});
