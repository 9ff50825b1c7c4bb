import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { pick, seededRandom } from "../../../test/helpers/seeded-random.ts";
import { decodeText, detectEol } from "./decode.ts";

const bom16le = Buffer.from([0xff, 0xfe]);
const bom16be = Buffer.from([0xfe, 0xff]);
const utf16le = (text: string): Buffer => Buffer.from(text, "utf16le");
const utf16be = (text: string): Buffer => utf16le(text).swap16();

describe("decodeText", () => {
  test.each([
    ["empty", Buffer.alloc(0), "", "utf-8", false],
    ["ASCII", Buffer.from("let a = 1;\n"), "let a = 1;\n", "utf-8", false],
    ["UTF-8", Buffer.from("größe 漢字 🙂\n"), "größe 漢字 🙂\n", "utf-8", false],
    ["UTF-8 with BOM", Buffer.from("\uFEFFa é\n"), "a é\n", "utf-8", true],
    ["a BOM alone", Buffer.from("\uFEFF"), "", "utf-8", true],
    ["UTF-16LE with BOM", Buffer.concat([bom16le, utf16le("größe 🙂\r\n")]), "größe 🙂\r\n", "utf-16le", true],
    ["UTF-16BE with BOM", Buffer.concat([bom16be, utf16be("größe 🙂\r\n")]), "größe 🙂\r\n", "utf-16be", true],
    ["a byte left over", Buffer.concat([bom16le, utf16le("ab"), Buffer.from("c")]), "ab\uFFFD", "utf-16le", true],
    ["a byte left over", Buffer.concat([bom16be, utf16be("ab"), Buffer.from("c")]), "ab\uFFFD", "utf-16be", true],
    ["Latin-1", Buffer.from("// größe ½\n", "latin1"), "// größe ½\n", "latin-1", false],
    ["colours of a terminal", Buffer.from("\u001b[31mred\u001b[0m\n"), "\u001b[31mred\u001b[0m\n", "utf-8", false],
    ["a page break", Buffer.from("a\n\fb\n"), "a\n\fb\n", "utf-8", false],
  ] as const)("%s", (...[, bytes, text, encoding, hasBom]) => {
    expect(decodeText(bytes)).toEqual({ text, encoding, hasBom });
  });

  test.each([
    ["a PNG head", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]), "binary"],
    ["text with a NUL", Buffer.from("abc\0def\n"), "binary"],
    [
      "compressed data without a NUL",
      deflateRawSync(Buffer.from("some text ".repeat(50))).filter((byte) => byte !== 0),
      "binary",
    ],
    ["control characters", Buffer.from("\u0001\u0002\u0003abc"), "binary"],
    [
      "a NUL far behind Latin-1 text",
      Buffer.concat([Buffer.from("é".repeat(70_000), "latin1"), Buffer.alloc(1)]),
      "binary",
    ],
    ["UTF-16LE without BOM", utf16le("export const a = 1;\n"), "utf-16 without a byte order mark"],
    ["UTF-16BE without BOM", utf16be("export const a = 1;\n"), "utf-16 without a byte order mark"],
    ["UTF-32LE", Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), "utf-32"],
    ["UTF-32BE", Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x61]), "utf-32"],
    ["binary data behind a UTF-16 BOM", Buffer.concat([bom16le, Buffer.from("a\0\0\0\u0001\0")]), "binary"],
  ] as const)("%s is not text", (_name, bytes, reason) => {
    expect(decodeText(Buffer.from(bytes))).toEqual({ reason });
  });

  test("property: text comes back from every encoding with its BOM", () => {
    const random = seededRandom(22);
    const pieces = ["a", "\n", "\r\n", "é", "漢", "🙂", "\t", " ", "{", "\u00a0"];
    for (let round = 0; round < 500; round += 1) {
      const text = Array.from({ length: Math.floor(random() * 40) }, () => pick(random, pieces)).join("");
      for (const [bytes, encoding] of [
        [Buffer.from(text), "utf-8"],
        [Buffer.concat([bom16le, utf16le(text)]), "utf-16le"],
        [Buffer.concat([bom16be, utf16be(text)]), "utf-16be"],
      ] as const) {
        expect(decodeText(bytes)).toMatchObject({ text, encoding });
      }
    }
  });
});

test.each([
  ["", "none"],
  ["a", "none"],
  ["a\n", "\n"],
  ["\n", "\n"],
  ["a\r\nb\r\n", "\r\n"],
  ["a\r\nb\n", "mixed"],
  ["a\nb\r\n", "mixed"],
  ["a\rb", "none"],
  ["a\rb\n", "\n"],
] as const)("line ends of %j: %j", (text, eol) => {
  expect(detectEol(text)).toBe(eol);
});
