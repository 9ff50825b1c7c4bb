import { describe, expect, test } from "vitest";
import { byteLength, cutMiddle, type Omitted } from "./truncate.ts";

const marker = ({ characters, bytes }: Omitted): string => `[${characters}/${bytes}]`;

describe("cutMiddle", () => {
  test("leaves a text that fits", () => {
    expect(cutMiddle("abc", 3, marker)).toBe("abc");
  });

  test("keeps head and tail and counts what it left out", () => {
    const cut = cutMiddle("a".repeat(50) + "b".repeat(50), 30, marker);
    expect(cut).toBe("aaaaaaaaaaa[79/79]bbbbbbbbbb");
  });

  test.each(["é", "€", "😀", "a😀é"])("cuts %s between code points at every size", (unit) => {
    const text = unit.repeat(200);
    for (let max = 20; max < 140; max += 1) {
      const cut = cutMiddle(text, max, marker);
      const [, head, characters, bytes, tail] = /^(.*)\[(\d+)\/(\d+)\](.*)$/u.exec(cut) ?? [];
      expect(byteLength(cut)).toBeLessThanOrEqual(max);
      expect(cut.isWellFormed()).toBe(true);
      expect(cut).not.toContain("\ufffd");
      expect(Array.from(`${head}${tail}`).length + Number(characters)).toBe(Array.from(text).length);
      expect(byteLength(`${head}${tail}`) + Number(bytes)).toBe(byteLength(text));
      expect(text.startsWith(head ?? "?") && text.endsWith(tail ?? "?")).toBe(true);
    }
  });

  test("less room than the marker needs: the marker alone", () => {
    expect(cutMiddle("abcdef", 2, marker)).toBe("[6/6]");
  });
});
