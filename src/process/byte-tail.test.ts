import { expect, test } from "vitest";
import { pick, seededRandom } from "../../test/helpers/seeded-random.ts";
import { ByteTail } from "./byte-tail.ts";

test("a tail is the end of everything pushed, without half a character at its front", () => {
  const random = seededRandom(3);
  for (let round = 0; round < 300; round += 1) {
    const maxBytes = 1 + Math.floor(random() * 30);
    const tail = new ByteTail(maxBytes);
    let whole = "";
    for (let count = 0; count < 12; count += 1) {
      const text = pick(random, ["", "a", "ü", "😀", "line\n", "0123456789".repeat(6)]);
      whole += text;
      tail.push(Buffer.from(text));
    }
    const text = tail.text();
    expect(whole.endsWith(text)).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
    // At most three bytes of a cut character are missing.
    expect(Buffer.byteLength(text)).toBeGreaterThan(Math.min(maxBytes, Buffer.byteLength(whole)) - 4);
  }
});
