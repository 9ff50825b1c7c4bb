import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Language, Parser, Query, type Tree } from "web-tree-sitter";
import { locateGrammar } from "../grammars.ts";
import type { LanguageDefinition } from "../language-definition.ts";
import { languageOfText, languages } from "../languages.ts";
import { PatternMatcher } from "./match.ts";
import { GrammarTypes, namesOf } from "../tree/grammar-types.ts";
import { readTree } from "../tree/read-tree.ts";
import type { SyntaxTree } from "../tree/syntax-tree.ts";
import { parsePatterns } from "./pattern.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures/", import.meta.url));

/** Of several names in one field it finds the first only, where the commas belong to the field, too. */
const missedByTreeSitter: Readonly<Record<string, number>> = { go: 1 };

/** tree-sitter analyses the patterns against the whole grammar; for these that takes minutes. */
const analysedForMinutes: ReadonlySet<string> = new Set(["swift"]);

interface Captured {
  readonly name: string;
  readonly node: { readonly startIndex: number; readonly endIndex: number };
}

/** What a match says, whatever the order in which it was found. */
function describeMatch(captures: readonly Captured[]): string {
  return captures
    .map(({ name, node }) => `${name} ${node.startIndex}-${node.endIndex}`)
    .sort()
    .join(", ");
}

function sourceOf(language: LanguageDefinition): string {
  return language.queries
    .map((name) => readFileSync(new URL(`../queries/${name}.scm`, import.meta.url), "utf8"))
    .join("\n");
}

/** Without the patterns that only we can read; `#starts?` is ours as well, and means nothing to tree-sitter. */
function comparable(source: string): string {
  const patterns = source.replace(/^;.*\n/gm, "").split(/\n(?=[("[])/);
  return patterns.filter((pattern) => !pattern.includes("*:")).join("\n");
}

function textsOf(language: LanguageDefinition): string[] {
  const files = ["outline/", "callbacks/"].flatMap((folder) =>
    readdirSync(`${fixtures}${folder}`, { recursive: true, encoding: "utf8" }).map((file) => `${folder}${file}`),
  );
  const own = files
    .filter((file) => /\.\w+$/.test(file) && !file.endsWith(".outline"))
    .map((file) => [file, readFileSync(`${fixtures}${file}`, "utf8")] as const)
    .filter(([file, text]) => languageOfText(file, text)?.id === language.id);
  const texts = [language.sample, ...own.map(([, text]) => text)];
  return texts.map((text) => language.prepare?.(text) ?? text);
}

const never = (): boolean => false;

/** As the program reads it. */
function flat(tree: Tree, text: string): SyntaxTree {
  const options = { length: text.length, grammar: new GrammarTypes(namesOf(tree.language)), memory: undefined };
  const read = readTree(tree, options, () => false);
  if (read === undefined) throw new Error("stopped");
  return read;
}

beforeAll(() => Parser.init());

describe("patterns find what tree-sitter's own queries find", () => {
  // The grammar checks every pattern here, too: a node or field it does not have is an error.
  it.each(
    languages.filter(({ id }) => !analysedForMinutes.has(id)).map((language) => [language.id, language] as const),
  )(
    "%s",
    async (_id, language) => {
      const grammar = await Language.load(readFileSync(locateGrammar(language)));
      const source = comparable(sourceOf(language));
      const query = new Query(grammar, source);
      const patterns = parsePatterns(source).map((pattern) => ({ ...pattern, prefixes: [] }));
      const matcher = new PatternMatcher(new GrammarTypes(namesOf(grammar)), patterns);
      const parser = new Parser();
      parser.setLanguage(grammar);
      for (const text of textsOf(language)) {
        const tree = parser.parse(text);
        if (tree === null) throw new Error("no tree");
        const ours = matcher.find(flat(tree, text), text, { isOver: never })?.matches ?? [];
        const theirs = query.matches(tree.rootNode);
        const unique = (matches: readonly { captures: readonly Captured[] }[]): string[] =>
          [...new Set(matches.map(({ captures }) => describeMatch(captures)))].sort();
        const found = unique(ours);
        const missed = found.filter((match) => !unique(theirs).includes(match));
        expect(found.length).toBeGreaterThan(0);
        expect(found.filter((match) => !missed.includes(match))).toEqual(unique(theirs));
        expect(missed.length).toBeLessThanOrEqual(missedByTreeSitter[language.id] ?? 0);
        tree.delete();
      }
      parser.delete();
      query.delete();
    },
    60_000,
  );
});

describe("the matcher", () => {
  let grammar: Language;
  let parser: Parser;
  beforeAll(async () => {
    grammar = await Language.load(readFileSync(locateGrammar(languages[2] as LanguageDefinition)));
    parser = new Parser();
    parser.setLanguage(grammar);
  });
  afterAll(() => parser.delete());

  function find(pattern: string, text: string): string[] {
    const tree = parser.parse(text);
    if (tree === null) throw new Error("no tree");
    const matcher = new PatternMatcher(new GrammarTypes(namesOf(grammar)), parsePatterns(pattern));
    const found = (matcher.find(flat(tree, text), text, { isOver: never })?.matches ?? []).map(({ captures }) =>
      captures.map(({ name, node }) => `${name}=${text.slice(node.startIndex, node.endIndex)}`).join(" "),
    );
    tree.delete();
    return found;
  }

  it.each<[string, string, string, string[]]>([
    ["a token", '"async" @a', "async () => {}", ["a=async"]],
    ["one match for each child", "(array (number) @n)", "[1, 'x', 2]", ["n=1", "n=2"]],
    ["the first child", "(array . (number) @n)", "[[1, 2], ['x', 3]]", ["n=1"]],
    ["the last child", "(array (number) @n .)", "[[1, 2], [3, 'x']]", ["n=2"]],
    ["neighbours", "(array (number) @a . (string) @b)", "[1, 2, 'x']", ["a=2 b='x'"]],
    [
      "an absent field",
      "(function_expression !name) @f",
      "x = [function () {}, function g() {}]",
      ["f=function () {}"],
    ],
    ["a choice of types", "[(number) (string)] @v", "[1, 'x', y]", ["v=1", "v='x'"]],
    ["any named node", "(pair value: (_) @v)", "x = { a: b }", ["v=b"]],
    ["equal text", '(call_expression function: (_) @f (#eq? @f "g"))', "f(); g();", ["f=g"]],
    ["one of some texts", '(call_expression function: (_) @f (#any-of? @f "g" "h"))', "f(); g(); h();", ["f=g", "f=h"]],
    ["not a text", '(call_expression function: (_) @f (#not-eq? @f "g"))', "f(); g();", ["f=f"]],
    ["two captures alike", "(pair key: (_) @k value: (_) @v (#eq? @k @v))", "x = { a: a, b: c }", ["k=a v=a"]],
    ["how the text starts", '(call_expression (#starts? "g(")) @c', "f(); g(1);", ["c=g(1)"]],
  ])("knows %s", (_what, pattern, text, expected) => {
    expect(find(pattern, text)).toEqual(expected);
  });

  it("stops when it is told to", () => {
    const tree = parser.parse("f();".repeat(5_000));
    if (tree === null) throw new Error("no tree");
    const matcher = new PatternMatcher(new GrammarTypes(namesOf(grammar)), parsePatterns("(call_expression) @c"));
    let asked = 0;
    expect(matcher.find(flat(tree, ""), "", { isOver: () => (asked += 1) > 1 })).toBeUndefined();
    tree.delete();
  });

  it.each(["(a", "(a) @b)", '"x', "(a b: (c) d)", "(#what? @a)", "(a)?", "(_) @a"])(
    "refuses a pattern with a mistake: %s",
    (pattern) => {
      expect(() => parsePatterns(pattern)).toThrow(SyntaxError);
    },
  );
});
