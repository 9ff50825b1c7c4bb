import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Language, Parser, type Tree } from "web-tree-sitter";
import { locateGrammar } from "../grammars.ts";
import { languages } from "../languages.ts";
import type { LanguageDefinition } from "../language-definition.ts";
import { GrammarTypes } from "./grammar-types.ts";
import { readTree } from "./read-tree.ts";
import { type CursorFunctions, startRuntime } from "./runtime.ts";
import { nodeOf } from "./syntax-tree.ts";

let functions: Partial<CursorFunctions>;
const parsers: { readonly language: LanguageDefinition; readonly parser: Parser }[] = [];

beforeAll(async () => {
  functions = await startRuntime();
  for (const language of languages) {
    const parser = new Parser();
    parser.setLanguage(await Language.load(readFileSync(locateGrammar(language))));
    parsers.push({ language, parser });
  }
}, 30_000);
afterAll(() => {
  for (const { parser } of parsers) parser.delete();
});

function withTree(text: string, parser: Parser, use: (tree: Tree) => void): void {
  const tree = parser.parse(text);
  if (tree === null) throw new Error("no tree");
  use(tree);
  tree.delete();
}

const never = (): boolean => false;

describe("a tree read into numbers", () => {
  it("has the fast way in this version of the library", () => {
    expect(typeof functions._ts_tree_cursor_new_wasm).toBe("function");
  });

  it("says what the nodes of the library say, on both ways to read it", () => {
    for (const { language, parser } of parsers) {
      // Half a sample has a syntax error in the middle.
      for (const text of [language.sample, language.sample.slice(0, language.sample.length / 2), ""]) {
        withTree(text, parser, (tree) => {
          const { length } = text;
          const grammar = new GrammarTypes(tree.language);
          const read = readTree(tree, { length, functions, grammar }, never);
          expect(read).toEqual(readTree(tree, { length, functions: {}, grammar }, never));
          if (read === undefined) throw new Error("stopped");
          const nodes = [
            tree.rootNode,
            ...tree.rootNode.descendantsOfType([...(parser.language?.types ?? []), "ERROR"]),
          ]
            .filter((node) => node !== null)
            .filter((node, at, all) => at === 0 || node.id !== all[0]?.id);
          expect(read.count).toBe(nodes.length);
          expect(Array.from(read.types.subarray(0, read.count))).toEqual(nodes.map(({ typeId }) => typeId));
          expect(Array.from(read.starts.subarray(0, read.count))).toEqual(nodes.map(({ startIndex }) => startIndex));
          expect(Array.from(read.ends.subarray(0, read.count))).toEqual(nodes.map(({ endIndex }) => endIndex));
          expect(read.parents[0]).toBe(-1);
          for (const [id, node] of nodes.entries()) {
            expect((read.nexts[id] as number) - id).toBe(node.descendantCount);
            if (id > 0) expect(nodes[read.parents[id] as number]?.id).toBe(node.parent?.id);
            const own = nodeOf(read, id);
            expect([own.type, own.namedChildren.length]).toEqual([node.type, node.namedChildCount]);
            expect(own.parent?.startIndex).toBe(node.parent?.startIndex);
          }
        });
      }
    }
  });

  it("grows with a text that has more nodes than expected, and stops when it is told to", () => {
    const { parser } = parsers[0] as (typeof parsers)[number];
    const grammar = new GrammarTypes(parser.language as Language);
    withTree("[".repeat(3_000) + "]".repeat(3_000), parser, (tree) => {
      const read = readTree(tree, { length: 0, functions, grammar }, never);
      const roomy = readTree(tree, { length: 60_000, functions, grammar }, never);
      const { descendantCount } = tree.rootNode;
      expect([read?.count, roomy?.count]).toEqual([descendantCount, descendantCount]);
      expect(read?.nexts.subarray(0, descendantCount)).toEqual(roomy?.nexts.subarray(0, descendantCount));
      expect(readTree(tree, { length: 0, functions, grammar }, () => true)).toBeUndefined();
    });
  });
});
