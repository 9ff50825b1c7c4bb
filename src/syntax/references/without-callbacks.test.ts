import { afterAll, describe, expect, it } from "vitest";
import type { SymbolFact } from "../facts.ts";
import { Grammars } from "../grammars.ts";
import { languages } from "../languages.ts";
import { SourceParser } from "../source-parser.ts";
import type { IndexFacts } from "./index-facts.ts";

const all = new Grammars();
const withoutCallbacks = new Grammars({ findsCallbacks: false });
afterAll(async () => {
  await all.dispose();
  await withoutCallbacks.dispose();
});

/** What an index keeps of a file. */
function keptOf({ facts, symbols, references, bindings }: IndexFacts): unknown {
  const { imports, exports, lineCount, syntaxErrorCount } = facts;
  const kept = ({ kind, startLine, endLine, nameLine, exported, isLocal, signature, doc, complexity }: SymbolFact) => ({
    kind,
    startLine,
    endLine,
    nameLine,
    exported,
    isLocal,
    signature,
    doc,
    complexity,
  });
  return {
    imports,
    exports,
    lineCount,
    syntaxErrorCount,
    references,
    bindings,
    symbols: symbols.map(({ fact, ...place }) => [place, kept(fact)]),
  };
}

describe("a grammar without the queries for callbacks", () => {
  const shared = languages.filter(({ isIsolated, queries }) => isIsolated !== true && queries.length > 1);

  it.each(shared.map((language) => [language.id, language] as const))(
    "gives the index the same of %s",
    async (_, language) => {
      const source = { text: language.sample, path: `/project/sample${language.extensions[0] ?? ""}` };
      const [expected, found] = await Promise.all(
        [all, withoutCallbacks].map((grammars) => new SourceParser(grammars, 20_000).parseForIndex(source, language)),
      );
      expect(found?.facts.callbacks).toEqual([]);
      expect(keptOf(found as IndexFacts)).toEqual(keptOf(expected as IndexFacts));
    },
  );
});
