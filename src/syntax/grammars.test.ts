import { existsSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { Language, Parser } from "web-tree-sitter";
import { type NodePattern, parsePatterns } from "./extract/pattern.ts";
import { grammarFiles, Grammars, locateGrammar } from "./grammars.ts";
import { languages } from "./languages.ts";
import { SourceParser } from "./source-parser.ts";

const grammars = new Grammars();
const parser = new SourceParser(grammars, 20_000);
afterAll(() => grammars.dispose());

const KINDS =
  "function method constructor class interface struct enum enum-member trait impl type variable constant field property module namespace macro record annotation component heading key item table document rule element".split(
    " ",
  );

const CAPTURES = new Set([
  ...KINDS.map((kind) => `symbol.${kind}`),
  ...["goroutine", "deferred"].map((kind) => `callback.${kind}`),
  ...(readFileSync(new URL("queries/README.md", import.meta.url), "utf8").match(/(?<=`@)[\w.]+(?=`)/g) ?? []),
]);

interface Vocabulary {
  readonly types: ReadonlySet<string>;
  readonly fields: ReadonlySet<string>;
}

/** Names of node types as queries write them, tokens in quotes. */
async function vocabularyOf(language: (typeof languages)[number]): Promise<Vocabulary> {
  await Parser.init();
  const grammar = await Language.load(readFileSync(locateGrammar(language)));
  const types = new Set(["ERROR", "_"]);
  for (const [id, type] of grammar.types.entries()) {
    if (grammar.nodeTypeIsVisible(id)) types.add(grammar.nodeTypeIsNamed(id) ? type : JSON.stringify(type));
  }
  return { types, fields: new Set(grammar.fields.filter((field) => field !== null)) };
}

function unknownIn(pattern: NodePattern, { types, fields }: Vocabulary): string[] {
  const own = pattern.isToken ? JSON.stringify(pattern.type) : pattern.type;
  const named = pattern.children.flatMap(({ field }) => (field === undefined ? [] : [field]));
  return [
    ...(types.has(own) ? [] : [own]),
    ...[...named, ...pattern.absentFields].filter((field) => !fields.has(field)).map((field) => `${field}:`),
    ...pattern.captures.filter((name) => !CAPTURES.has(name) && !name.startsWith("_")).map((name) => `@${name}`),
    ...pattern.children.flatMap(({ alternatives }) =>
      alternatives.flatMap((child) => unknownIn(child, { types, fields })),
    ),
  ];
}

describe("grammars", () => {
  it("have names that can lie in one folder", () => {
    const names = grammarFiles().map(({ builtName }) => builtName);
    expect(names).toEqual([...new Set(names)]);
  });

  it.each(languages)("$id: the sample parses without errors", async (language) => {
    expect(existsSync(locateGrammar(language))).toBe(true);
    const facts = await parser.parse({ text: language.sample, path: "/shop/sample" }, language);
    expect(facts.syntaxErrors).toEqual([]);
    expect(facts.symbols.length).toBeGreaterThan(0);
  });
});

describe("queries name what their grammars have", () => {
  it.each([...new Set(languages.flatMap(({ queries }) => queries))])("%s.scm", async (query) => {
    const patterns = parsePatterns(readFileSync(new URL(`queries/${query}.scm`, import.meta.url), "utf8"));
    const users = languages.filter(({ queries }) => queries.includes(query));
    const vocabularies = await Promise.all(users.map(vocabularyOf));
    // Languages that share a query need not have all of it.
    const all = {
      types: new Set(vocabularies.flatMap(({ types }) => [...types])),
      fields: new Set(vocabularies.flatMap(({ fields }) => [...fields])),
    };
    expect([...new Set(patterns.flatMap(({ root }) => unknownIn(root, all)))]).toEqual([]);
  });
});
