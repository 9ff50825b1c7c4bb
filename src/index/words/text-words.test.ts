import { describe, expect, it } from "vitest";
import { pick, seededRandom } from "../../../test/helpers/seeded-random.ts";
import { TextWords } from "./text-words.ts";

const read = (text: string): readonly string[] => new TextWords().read(text);

describe("TextWords", () => {
  it("keeps each word of a text once and leaves out keywords, numbers and lone characters", () => {
    const words = read("export function resolveUrl(a, url) { return url + 42 + a; }\n");
    expect(words).toEqual(["resolveurl", "resolve", "url"]);
  });

  it("gives of each text what it gives of the text alone", () => {
    const texts = new TextWords();
    const random = seededRandom(3);
    const runs = "readFile open_file x1 X1 url urlOfFile é名 naïveName 42 a thisIsOneOfTheLongerNames".split(" ");
    for (let round = 0; round < 500; round++) {
      const text = Array.from({ length: Math.floor(random() * 12) }, () => pick(random, runs)).join(
        pick(random, [" ", ".", "(\n"]),
      );
      expect(texts.read(text), text).toEqual(read(text));
    }
  });

  it("finds the same runs in a text with a character beyond ASCII", () => {
    const random = seededRandom(7);
    const alphabet = "a b S 1 _ $ . ( \n \u007f".split(" ").concat(" ");
    for (let round = 0; round < 2_000; round++) {
      const text = Array.from({ length: Math.floor(random() * 40) }, () => pick(random, alphabet)).join("");
      expect(read(text), text).toEqual(read(`${text} €`));
    }
  });

  it("passes over data", () => {
    expect(read(`${"QUJD".repeat(40)} name`)).toEqual(["name"]);
  });
});
