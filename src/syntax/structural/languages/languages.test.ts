import { describe, expect, test } from "vitest";
import { languageIdOf, languagesOfFile, structuralLanguage, structuralLanguages } from "./languages.ts";

test("all 29 languages, each with a context that is the fragment alone or around it", () => {
  expect(structuralLanguages.length).toBe(29);
  for (const { id, extensions, scaffolds } of structuralLanguages) {
    expect(extensions.length, id).toBeGreaterThan(0);
    for (const { template } of scaffolds) expect(template.split("·").length, `${id} ${template}`).toBe(2);
    const names = scaffolds.map(({ name }) => name);
    expect(new Set(names).size, id).toBe(names.length);
    for (const name of structuralLanguage(id)?.declarationScaffolds ?? []) expect(names).toContain(name);
  }
});

describe("names", () => {
  test.each([
    ["ts", "typescript"],
    ["TypeScript", "typescript"],
    ["C++", "cpp"],
    ["golang", "go"],
    ["dart", "dart"],
    ["cobol", undefined],
  ])("%s is %s", (name, id) => expect(languageIdOf(name)).toBe(id));

  test.each([
    ["src/a.MTS", ["typescript"]],
    ["a.h", ["c", "cpp"]],
    ["index.html", ["html", "css", "javascript", "tsx", "typescript"]],
    ["Makefile", []],
  ])("%s is searched in %o", (path, ids) => expect(languagesOfFile(path)).toEqual(ids));
});
