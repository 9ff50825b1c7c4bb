import type { LineIndex } from "../extract/line-index.ts";
import type { GrammarTypes } from "../tree/grammar-types.ts";
import type { SyntaxTree } from "../tree/syntax-tree.ts";
import { type CompiledRules, compileRules } from "./compile-rules.ts";
import type { EnclosingSymbols } from "./enclosing-symbols.ts";
import { findUses } from "./find-uses.ts";
import type { FlatSymbol, ReferenceFact } from "./index-facts.ts";
import { Receivers } from "./receivers.ts";
import type { ReferenceRules } from "./reference-rules.ts";

export interface ReferenceSource {
  readonly tree: SyntaxTree;
  readonly text: string;
  readonly lines: LineIndex;
  readonly symbols: readonly FlatSymbol[];
  readonly enclosing: EnclosingSymbols;
  readonly declared: ReadonlySet<number>;
  readonly exposed: ReadonlySet<number>;
  readonly imported: ReadonlySet<number>;
}

/** Reads the references of texts in one language. */
export class ReferenceReader {
  readonly #rules: CompiledRules;

  constructor(grammar: GrammarTypes, rules: ReferenceRules) {
    this.#rules = compileRules(grammar, rules);
  }

  /** In source order. Undefined: `isOver` said to stop. */
  read(source: ReferenceSource, isOver: () => boolean): ReferenceFact[] | undefined {
    const { tree, lines, enclosing } = source;
    const found = findUses({ ...source, rules: this.#rules }, isOver);
    if (found === undefined) return undefined;
    const receivers = new Receivers({ ...source, rules: this.#rules, typeScopes: found.typeScopes });
    const references: ReferenceFact[] = [];
    let line = 1;
    for (const use of found.uses) {
      const start = tree.starts[use.node] as number;
      while (line < lines.lineCount && lines.startOf(line + 1) <= start) line += 1;
      const from = enclosing.at(start);
      references.push({
        name: use.name,
        line,
        column: start - lines.startOf(line) + 1,
        kind: use.kind,
        from,
        ...receivers.of(use, from),
      });
    }
    return references;
  }
}
