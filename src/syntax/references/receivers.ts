import { isAscii } from "../../base/code-points.ts";
import type { SymbolKind } from "../facts.ts";
import type { FoundUse } from "./find-uses.ts";
import type { FlatSymbol, ReferenceFact } from "./index-facts.ts";
import { ReceiverTypes, type TypeSource } from "./receiver-types.ts";
import { findLocal } from "./scopes.ts";

const TYPE_KINDS: ReadonlySet<SymbolKind> = new Set([
  "class",
  "interface",
  "struct",
  "enum",
  "trait",
  "impl",
  "record",
] as const);

const WORD = String.raw`^[\p{L}_$@#][\p{L}\p{N}_$.]*$`;
/** The same for what nearly all words are: the other one is slow, and made where it is needed. */
const IS_ASCII_WORD = /^[a-zA-Z_$@#][\w$.]*$/;

export interface ReceiverSource extends TypeSource {
  readonly symbols: readonly FlatSymbol[];
}

/** What uses of members are made on. */
export class Receivers {
  readonly #source: ReceiverSource;
  readonly #types: ReceiverTypes;
  /** Types that the file declares. */
  readonly #typeNames = new Set<string>();

  constructor(source: ReceiverSource) {
    this.#source = source;
    this.#types = new ReceiverTypes(source);
    for (const { fact, baseName } of source.symbols) if (TYPE_KINDS.has(fact.kind)) this.#typeNames.add(baseName);
  }

  /** `from`: the ordinal of the symbol around the use. */
  of({ name, scope, owner }: FoundUse, from: number): Pick<ReferenceFact, "receiver" | "receiverType"> | undefined {
    const { rules, symbols } = this.#source;
    if (owner < 0) {
      const type = rules.source.hasImplicitThis === true ? this.#types.typeWithMember(scope, name) : undefined;
      return type === undefined ? undefined : { receiverType: type };
    }
    const self = this.#types.selfAt(owner);
    if (self !== undefined) {
      if (self === "super") return { receiver: "super" };
      const type = this.#types.typeOfThis(scope) ?? ownerInName(symbols[from]);
      return type === undefined ? { receiver: self } : { receiver: self, receiverType: type };
    }
    const word = this.#wordOf(owner);
    const isLocal = word !== undefined && findLocal(scope, word) !== undefined;
    const receiver = word === undefined || isLocal ? "?" : word;
    const isType = !isLocal && word !== undefined && this.#typeNames.has(word);
    const type = this.#types.typeOf(owner, scope) ?? (isType ? word : undefined);
    return type === undefined ? { receiver } : { receiver, receiverType: type };
  }

  #wordOf(owner: number): string | undefined {
    const { rules, tree } = this.#source;
    const around = rules.members.get(tree.types[tree.parents[owner] as number] ?? 0);
    if (around?.isPath === true) return this.#types.lastNameOf(owner) ?? this.#wordAt(owner);
    let leaf = owner;
    // A node around nothing but a name is that name.
    while (tree.starts[leaf + 1] === tree.starts[leaf] && tree.ends[leaf + 1] === tree.ends[leaf]) leaf += 1;
    return tree.nexts[leaf] === leaf + 1 ? this.#wordAt(owner) : undefined;
  }

  #wordAt(node: number): string | undefined {
    const { tree, text } = this.#source;
    const end = tree.ends[node] as number;
    const word = text.slice(tree.starts[node], text[end - 1] === "." ? end - 1 : end);
    return IS_ASCII_WORD.test(word) || (!isAscii(word) && new RegExp(WORD, "u").test(word)) ? word : undefined;
  }
}

/** "res" for `res.send = function () { … this.get() … }`, "Server" for a Go method. */
function ownerInName(symbol: FlatSymbol | undefined): string | undefined {
  if (symbol === undefined || symbol.fact.kind === "module") return undefined;
  const path = symbol.fact.name.replace(/\.prototype(?=\.)/, "");
  return /(?:^|[.:])([^.:]+)(?:\.|::)[^.:]+$/.exec(path)?.[1];
}
