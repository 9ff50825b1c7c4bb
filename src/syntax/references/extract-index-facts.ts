import type { Extracted } from "../extract/extract.ts";
import type { Span } from "../extract/span.ts";
import type { ImportFact, SymbolFact } from "../facts.ts";
import type { LanguageDefinition } from "../language-definition.ts";
import type { SyntaxTree } from "../tree/syntax-tree.ts";
import { EnclosingSymbols } from "./enclosing-symbols.ts";
import { flattenSymbols } from "./flatten-symbols.ts";
import { bindNames } from "./import-bindings.ts";
import type { FlatSymbol, IndexFacts, ReferenceFact } from "./index-facts.ts";
import type { ReferenceReader } from "./read-references.ts";

export interface IndexSource {
  readonly tree: SyntaxTree;
  readonly text: string;
  readonly extracted: Extracted;
  readonly language: LanguageDefinition;
  /** Gives undefined when the language has no rules for references. */
  readonly reader: () => ReferenceReader | undefined;
}

/** What the index gets of one language in a file. Undefined: `isOver` said to stop. */
export function extractIndexFacts(
  { tree, text, extracted, language, reader: readerOf }: IndexSource,
  isOver: () => boolean,
): IndexFacts | undefined {
  const { facts, declarationOf, declarations, lines } = extracted;
  const symbols = flattenSymbols(facts.symbols);
  const reader = readerOf();
  if (reader === undefined) return { facts, symbols, references: [], bindings: [] };
  const declared = new Set<number>();
  const exposed = new Set<number>();
  for (const { nameId } of declarations) declared.add(nameId);
  for (const [{ isLocal }, { nameId }] of declarationOf) if (!isLocal) exposed.add(nameId);
  const spanOf = ({ fact }: FlatSymbol): Span | undefined => declarationOf.get(fact);
  const { bindings, nodes } = (language.bindings ?? bindNames)({ tree, text, lines, imports: facts.imports });
  const enclosing = new EnclosingSymbols(symbols, spanOf);
  const references = reader.read({ tree, text, lines, symbols, enclosing, declared, exposed, imported: nodes }, isOver);
  if (references === undefined) return undefined;
  const isImport = lineTest(language.references?.importsByCall === true ? facts.imports : []);
  return { facts, symbols, references: references.filter(({ line }) => !isImport(line)), bindings };
}

/** A file's facts with those of a part in another language, whose symbols have moved into `joined`. */
export function joinIndexFacts(host: IndexFacts, inner: IndexFacts, joined: IndexFacts["facts"]): IndexFacts {
  const symbols = flattenSymbols(joined.symbols);
  const ordinals = new Map<string, number>();
  for (const [ordinal, { fact }] of symbols.entries()) ordinals.set(keyOf(fact), ordinal);
  const moved = (from: IndexFacts): ReferenceFact[] =>
    from.references.map((reference) => {
      const symbol = from.symbols[reference.from]?.fact;
      const ordinal = symbol === undefined ? undefined : ordinals.get(keyOf(symbol));
      return { ...reference, from: ordinal ?? outermostAt(symbols, reference.line) };
    });
  return {
    facts: joined,
    symbols,
    references: [...moved(host), ...moved(inner)].toSorted((a, b) => a.line - b.line || a.column - b.column),
    bindings: [...host.bindings, ...inner.bindings].toSorted((a, b) => a.line - b.line),
  };
}

function keyOf({ name, kind, startLine, nameLine }: SymbolFact): string {
  return `${startLine}:${nameLine}:${kind}:${name}`;
}

/** The component that the script of a file belongs to. */
function outermostAt(symbols: readonly FlatSymbol[], line: number): number {
  return symbols.findIndex(({ fact, parent }) => parent < 0 && fact.startLine <= line && line <= fact.endLine);
}

function lineTest(imports: readonly ImportFact[]): (line: number) => boolean {
  const lines = new Set(imports.map(({ line }) => line));
  return (line) => lines.has(line);
}
