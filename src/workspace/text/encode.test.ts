import { expect, test } from "vitest";
import { decodeText } from "./decode.ts";
import { encodeText } from "./encode.ts";

test.each(["utf-8", "utf-16le", "utf-16be", "latin-1"] as const)("%s and back", (encoding) => {
  const text = encoding === "latin-1" ? "für\r\n" : "für 😀\r\n";
  for (const hasBom of encoding === "utf-8" ? [true, false] : [encoding !== "latin-1"]) {
    expect(decodeText(encodeText(text, { encoding, hasBom }) ?? Buffer.alloc(0))).toEqual({ text, encoding, hasBom });
  }
});

test("what Latin-1 cannot say is not said", () => {
  expect(encodeText("😀", { encoding: "latin-1", hasBom: false })).toBeUndefined();
});
