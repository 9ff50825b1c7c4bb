import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { languageOfText, languages } from "../../src/syntax/languages.ts";
import { collectCases, type CorpusCase, readCorpusText } from "../helpers/grammar-corpus/cases.ts";
import { runCases } from "../helpers/grammar-corpus/run.ts";
import { temporaryFolder } from "../helpers/reticle.ts";

const fixtures = new URL("../fixtures/outline", import.meta.url).pathname;

function caseOf(id: string, text: string): CorpusCase {
  const language = languages.find((one) => one.id === id);
  if (language === undefined) throw new Error(`no language ${id}`);
  return { name: `${id} case`, file: "cases", language, text };
}

/** What a grammar's own corpus is to the long form. */
function ownCases(): CorpusCase[] {
  const samples = languages.map((language) => ({ name: "sample", file: "sample", language, text: language.sample }));
  const files = readdirSync(fixtures, { recursive: true, encoding: "utf8" }).filter((file) => /\.\w+$/.test(file));
  return [
    ...samples,
    ...files.flatMap((file) => {
      const text = readFileSync(join(fixtures, file), "utf8");
      const language = languageOfText(file, text);
      return language === undefined ? [] : [{ name: file, file, language, text }];
    }),
  ];
}

describe("a grammar's corpus file", () => {
  it.each<[name: string, content: string, expected: ReturnType<typeof readCorpusText>]>([
    [
      "has tests between headers and dividers",
      "===\nOne\n===\n\na;\n\n---\n\n(a)\n\n=====\nTwo, too\n=====\nb;\nc;\n---\n(b)\n",
      [
        { title: "One", languageName: undefined, source: "\na;\n" },
        { title: "Two, too", languageName: undefined, source: "b;\nc;" },
      ],
    ],
    [
      "divides at the longest line of dashes",
      "=====\nTitle\n=====\n---\na: 1\n---\nb: 2\n-----\n(x)\n",
      [{ title: "Title", languageName: undefined, source: "---\na: 1\n---\nb: 2" }],
    ],
    [
      "can mark its rules with a suffix",
      "===|\nHeading\n===|\nWords\n===\n---\nmore\n---|\n(x)\n",
      [{ title: "Heading", languageName: undefined, source: "Words\n===\n---\nmore" }],
    ],
    [
      "names the language of a test",
      "===\r\nTags\r\n:error\r\n:language(tsx)\r\n===\r\n<a/>\r\n---\r\n(x)\r\n",
      [{ title: "Tags", languageName: "tsx", source: "<a/>" }],
    ],
    ["can be no corpus file at all", "words\n=====\nmore words\n", []],
  ])("%s", (_name, content, expected) => {
    expect(readCorpusText(content)).toEqual(expected);
  });
});

describe("the cases of a grammar's repository", () => {
  it("have the language that the folder or the test names, examples that of their file name", async () => {
    const corpus = (title: string): string => `===\n${title}\n===\nx\n---\n(x)\n`;
    await using folder = await temporaryFolder({
      "clones/tree-sitter-c-sharp/test/corpus/a.txt": corpus("sharp"),
      "clones/tree-sitter-typescript/tsx/corpus/a.txt": corpus("tags"),
      "clones/tree-sitter-typescript/test/corpus/a.txt": corpus("tags\n:language(tsx)"),
      "clones/tree-sitter-typescript/examples/a.ts": "x",
      "clones/tree-sitter-typescript/bindings/node/test/a.js": "x",
      "clones/tree-sitter-typescript/grammar.js": "x",
      "clones/tree-sitter-cobol/test/corpus/a.txt": corpus("unknown"),
    });
    const { cases, unknown } = collectCases(join(folder.path, "clones"));
    expect(cases.map(({ name, language }) => `${language.id} ${name}`)).toEqual([
      "csharp clones/tree-sitter-c-sharp/test/corpus/a.txt: sharp",
      "typescript clones/tree-sitter-typescript/examples/a.ts",
      "tsx clones/tree-sitter-typescript/test/corpus/a.txt: tags",
      "tsx clones/tree-sitter-typescript/tsx/corpus/a.txt: tags",
    ]);
    expect(unknown).toEqual(["clones/tree-sitter-cobol/test/corpus/a.txt"]);
  });
});

describe("a corpus through outline, enclosing and dump", () => {
  it("ends without a crash or a hang for what each language has here", async () => {
    const cases = ownCases();
    const outcomes = await runCases(cases, { boundMs: 20_000 });
    expect(
      outcomes.flatMap(({ corpusCase, failures }) => failures.map((text) => `${corpusCase.name}: ${text}`)),
    ).toEqual([]);
    expect(new Set(outcomes.map(({ corpusCase }) => corpusCase.language))).toEqual(new Set(languages));
    expect(outcomes.reduce((sum, { calls }) => sum + calls, 0)).toBeGreaterThan(4 * cases.length);
    // Samples are whole.
    expect(
      outcomes.filter(({ corpusCase, hasSyntaxErrors }) => corpusCase.file === "sample" && hasSyntaxErrors),
    ).toEqual([]);
  });

  it("tells syntax errors and refusals from failures", async () => {
    const cases = [caseOf("python", "def f(:\n"), caseOf("go", ""), caseOf("go", "package a\n\0\n")];
    const outcomes = await runCases(cases, { boundMs: 20_000 });
    expect(outcomes.map(({ failures }) => failures)).toEqual([[], [], []]);
    expect(outcomes.map(({ hasSyntaxErrors, wasRefused }) => [hasSyntaxErrors, wasRefused])).toEqual([
      [true, true],
      [false, true],
      [false, true],
    ]);
  });

  it("counts calls that miss their bound", async () => {
    const [outcome] = await runCases([caseOf("go", "package a\n")], { boundMs: 0 });
    expect(outcome?.failures.length).toBeGreaterThan(0);
    expect(outcome?.failures[0]).toMatch(/^module_report: Error \((timeout|cancelled)\)/);
  });
});
