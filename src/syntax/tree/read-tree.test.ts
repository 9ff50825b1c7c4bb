import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Language, Parser, type Tree } from "web-tree-sitter";
import { locateGrammar } from "../grammars.ts";
import { languages } from "../languages.ts";
import type { LanguageDefinition } from "../language-definition.ts";
import { GrammarTypes, namesOf } from "./grammar-types.ts";
import { readTree } from "./read-tree.ts";
import { compileModule } from "../code/kept-code.ts";
import { type MemoryViews, startRuntime } from "./runtime.ts";
import { nodeOf, type SyntaxTree } from "./syntax-tree.ts";
import { TreeMemory } from "./tree-memory.ts";

interface Grammar {
  readonly language: LanguageDefinition;
  readonly parser: Parser;
  readonly grammar: GrammarTypes;
  readonly memory: TreeMemory;
}

const FIXTURES = join(import.meta.dirname, "../../../test/fixtures/outline");

let runtime: Partial<MemoryViews>;
const grammars: Grammar[] = [];

beforeAll(async () => {
  runtime = await startRuntime(compileModule);
  for (const language of languages) {
    const parser = new Parser();
    const loaded = await Language.load(readFileSync(locateGrammar(language)));
    parser.setLanguage(loaded);
    const memory = TreeMemory.of(loaded, runtime);
    if (memory === undefined) throw new Error(`the memory of ${language.id} has another layout`);
    grammars.push({ language, parser, grammar: new GrammarTypes(namesOf(loaded)), memory });
  }
}, 30_000);
afterAll(() => {
  for (const { parser } of grammars) parser.delete();
});

function withTree(text: string, parser: Parser, use: (tree: Tree) => void): void {
  const tree = parser.parse(text);
  if (tree === null) throw new Error("no tree");
  use(tree);
  tree.delete();
}

function fixturesOf(id: string): string[] {
  const folder = join(FIXTURES, id);
  const names = readdirSync(folder).filter((name) => !name.endsWith(".outline"));
  return names.map((name) => readFileSync(join(folder, name), "utf8"));
}

const never = (): boolean => false;

/** By the library's cursor. */
function walked(tree: Tree, text: string, grammar: GrammarTypes): Omit<SyntaxTree, "grammar"> {
  const read = readTree(tree, { length: text.length, grammar, memory: undefined }, never);
  if (read === undefined) throw new Error("stopped");
  const { count, types, fields, starts, ends, nexts, parents, missing } = read;
  return {
    count,
    types: types.slice(0, count),
    fields: fields.slice(0, count),
    starts: starts.slice(0, count),
    ends: ends.slice(0, count),
    nexts: nexts.slice(0, count),
    parents: parents.slice(0, count),
    missing,
  };
}

/** Texts of a language and what may become of them, the same at each run. */
function* damaged(text: string): Generator<string> {
  const pieces = ["\0", "}", ")", '"', "'", "<", "\u{1F600}", "\n\n  ", "((((((((("];
  let state = 1;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % limit;
  };
  for (const piece of pieces) {
    const at = below(text.length + 1);
    yield text.slice(0, at) + piece + text.slice(at);
    yield text.slice(0, at) + text.slice(at + below(40));
    yield text.slice(0, at);
  }
}

describe("a tree read into numbers", () => {
  it("says what the nodes of the library say", () => {
    for (const { language, parser, grammar, memory } of grammars) {
      // Half a sample has a syntax error in the middle.
      for (const text of [language.sample, language.sample.slice(0, language.sample.length / 2), ""]) {
        withTree(text, parser, (tree) => {
          const read = readTree(tree, { length: text.length, grammar, memory }, never);
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
    const { parser, grammar, memory } = grammars[0] as Grammar;
    withTree("[".repeat(3_000) + "]".repeat(3_000), parser, (tree) => {
      const read = readTree(tree, { length: 0, grammar, memory: undefined }, never);
      const roomy = readTree(tree, { length: 60_000, grammar, memory: undefined }, never);
      const { descendantCount } = tree.rootNode;
      expect([read?.count, roomy?.count]).toEqual([descendantCount, descendantCount]);
      expect(read?.nexts.subarray(0, descendantCount)).toEqual(roomy?.nexts.subarray(0, descendantCount));
      expect(readTree(tree, { length: 0, grammar, memory: undefined }, () => true)).toBeUndefined();
      expect(readTree(tree, { length: 0, grammar, memory }, () => true)).toBeUndefined();
    });
  });
});

describe("a tree read from memory", () => {
  it("is what the cursor finds, in every language, whole and damaged, with offsets of both widths", () => {
    for (const { language, parser, grammar, memory } of grammars) {
      const fixtures = fixturesOf(language.id);
      for (const whole of [language.sample, ...fixtures]) {
        for (const text of [whole, `\n${whole}`, whole.replaceAll("a", "ä"), ...damaged(whole)]) {
          withTree(text, parser, (tree) => expect(memory.read(tree, never)).toEqual(walked(tree, text, grammar)));
        }
      }
    }
  }, 60_000);

  it("is what the cursor finds, however deep and wide", () => {
    for (const { language, parser, grammar, memory } of grammars) {
      const texts = [" ", "\n\n", "\0", "(".repeat(100), `${"a + ".repeat(400)}a`, "a;\n".repeat(400)];
      for (const text of texts) {
        withTree(text, parser, (tree) => {
          const read = memory.read(tree, never);
          expect([language.id, read]).toEqual([language.id, walked(tree, text, grammar)]);
        });
      }
    }
  }, 60_000);

  it("starts where the parts start that are parsed", () => {
    const { parser, grammar, memory } = grammars[0] as Grammar;
    const text = "# title\n```\nconst a = 1;\n```\n";
    const startIndex = text.indexOf("const");
    const endIndex = text.indexOf(";") + 1;
    const range = { startIndex, endIndex, startPosition: { row: 2, column: 0 }, endPosition: { row: 2, column: 12 } };
    const tree = parser.parse(text, null, { includedRanges: [range] }) as Tree;
    const read = memory.read(tree, never);
    expect(read).toEqual(walked(tree, text, grammar));
    expect(read).toMatchObject({ starts: expect.objectContaining({ 0: startIndex }) });
    tree.delete();
  });

  it("is refused where the tree is not one of the grammar, or the memory has another layout", () => {
    const [first, second] = grammars as [Grammar, ...Grammar[]] as [Grammar, Grammar];
    withTree("a", first.parser, (tree) => {
      expect(second.memory.read(tree, never)).toBe("unknown");
      const { HEAP32, HEAPU16 } = runtime as MemoryViews;
      const language = first.parser.language as Language;
      expect(TreeMemory.of(language, {})).toBeUndefined();
      expect(TreeMemory.of(language, { HEAP32: new Int32Array(HEAP32.length), HEAPU16 })).toBeUndefined();
    });
  });

  it("is refused where a node says something else than its children do", () => {
    const { parser, memory } = grammars[0] as Grammar;
    withTree("let a = b(c);", parser, (tree) => {
      const words = (runtime as MemoryViews).HEAP32;
      const root = (words[(Reflect.get(tree, 0) as number) >> 2] as number) >> 2;
      const before = words.slice(root, root + 17);
      for (const [place, value] of [
        [9, 2 ** 30],
        [9, -1],
        [14, 1],
        [14, 2 ** 30],
        [14, -5],
      ] as const) {
        words[root + place] = value;
        expect(memory.read(tree, never)).toBe("unknown");
        words.set(before, root);
      }
      expect(memory.read(tree, never)).not.toBe("unknown");
    });
  });
});
