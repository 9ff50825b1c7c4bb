import type { LineIndex } from "../extract/line-index.ts";
import type { GrammarTypes } from "../tree/grammar-types.ts";
import type { SyntaxTree } from "../tree/syntax-tree.ts";
import { type CompiledRules, compileRules } from "./compile-rules.ts";
import type { EnclosingSymbols } from "./enclosing-symbols.ts";
import { findUses, type FoundUse } from "./find-uses.ts";
import type { FlatSymbol, ReferenceFact } from "./index-facts.ts";
import { ReceiverTypes } from "./receiver-types.ts";
import type { ReferenceRules } from "./reference-rules.ts";
import { findLocal } from "./scopes.ts";

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
    const { tree, text, lines, enclosing } = source;
    const found = findUses({ ...source, rules: this.#rules }, isOver);
    if (found === undefined) return undefined;
    const types = new ReceiverTypes({ tree, text, rules: this.#rules, typeScopes: found.typeScopes });
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
        ...this.#receiverOf(use, types, source, from),
      });
    }
    return references;
  }

  #receiverOf(
    { name, scope, owner }: FoundUse,
    types: ReceiverTypes,
    source: ReferenceSource,
    from: number,
  ): Pick<ReferenceFact, "receiver" | "receiverType"> | undefined {
    if (owner < 0) {
      const type = this.#rules.source.hasImplicitThis === true ? types.typeWithMember(scope, name) : undefined;
      return type === undefined ? undefined : { receiverType: type };
    }
    const { tree, text } = source;
    const self = types.selfAt(owner);
    if (self !== undefined) {
      if (self === "super") return { receiver: self };
      const type = types.typeOfThis(scope) ?? ownerInName(source.symbols[from]);
      return type === undefined ? { receiver: self } : { receiver: self, receiverType: type };
    }
    const type = types.typeOf(owner, scope);
    const word = this.#wordOf(owner, types, tree, text);
    const receiver = word === undefined || findLocal(scope, word) !== undefined ? "?" : word;
    return type === undefined ? { receiver } : { receiver, receiverType: type };
  }

  #wordOf(owner: number, types: ReceiverTypes, tree: SyntaxTree, text: string): string | undefined {
    if (tree.nexts[owner] === owner + 1) {
      const word = text.slice(tree.starts[owner], tree.ends[owner]);
      return /^[\p{L}_$@#][\p{L}\p{N}_$]*$/u.test(word) ? word : undefined;
    }
    const member = this.#rules.members.get(tree.types[owner] as number);
    return member?.isPath === true ? types.lastNameOf(owner) : undefined;
  }
}

/** "res" for `res.send = function () { … this.get() … }`, "Server" for a Go method. */
function ownerInName(symbol: FlatSymbol | undefined): string | undefined {
  if (symbol === undefined || symbol.fact.kind === "module") return undefined;
  const path = symbol.fact.name.replace(/\.prototype(?=\.)/, "");
  return /(?:^|[.:])([^.:]+)(?:\.|::)[^.:]+$/.exec(path)?.[1];
}
