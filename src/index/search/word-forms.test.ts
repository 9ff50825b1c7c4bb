import { describe, expect, it } from "vitest";
import { wordForms } from "./word-forms.ts";

describe("wordForms", () => {
  it.each([
    ["options", ["option", "opt", "opts"]],
    ["dependencies", ["dependency", "dep", "deps"]],
    ["merging", ["merge", "merged", "merges"]],
    ["created", ["create", "creating", "creator", "creation"]],
    ["logging", ["log", "logger", "logs"]],
    ["printer", ["print", "printing"]],
    ["decompress", ["decompression", "decompressing"]],
    ["transformation", ["transform", "transformer"]],
    ["url", ["urls"]],
    ["boxes", ["box"]],
    ["directory", ["dir", "directories", "dirs"]],
    ["cfg", ["config", "configuration"]],
    ["capture", ["captures", "captured"]],
  ])("%s is also written %j", (word, others) => {
    const forms = wordForms(word);
    for (const other of others) {
      expect(forms.get(other), other).toBeGreaterThan(0.4);
      expect(forms.get(other), other).toBeLessThan(1);
    }
    expect(forms.get(word)).toBe(1);
  });

  it.each(["class", "status", "this", "x", "v2", "größe", "constructor", "__proto__"])(
    "%s keeps its own form",
    (word) => {
      expect(wordForms(word).get(word)).toBe(1);
    },
  );

  it.each([
    ["class", "clas"],
    ["status", "statu"],
    ["string", "ing"],
    ["thing", "the"],
    ["spring", "spr"],
    ["v2", "v2s"],
  ])("%s is not %s", (word, other) => {
    expect(wordForms(word).has(other)).toBe(false);
  });
});
