import { indexLines } from "../extract/line-index.ts";
import { EnclosingSymbols } from "../references/enclosing-symbols.ts";
import type { ReferenceFact } from "../references/index-facts.ts";
import type { ReferenceReader } from "../references/read-references.ts";
import { ERROR_TYPE } from "../tree/grammar-types.ts";
import type { SyntaxTree } from "../tree/syntax-tree.ts";

export interface ScriptUses {
  readonly uses: readonly ScriptUse[];
  /** Offsets at which the parser found errors. */
  readonly errors: readonly number[];
}

export interface ScriptUse {
  readonly reference: ReferenceFact;
  /** Of the name in the script. */
  readonly offset: number;
}

/** The uses in a script that declares nothing for others. Undefined: `isOver` said to stop. */
export function readScriptUses(
  tree: SyntaxTree,
  text: string,
  reader: ReferenceReader | undefined,
  isOver: () => boolean,
): ScriptUses | undefined {
  const lines = indexLines(text);
  const enclosing = new EnclosingSymbols([], () => undefined);
  const none: ReadonlySet<number> = new Set();
  const source = { tree, text, lines, symbols: [], enclosing, declared: none, exposed: none, imported: none };
  const references = reader === undefined ? [] : reader.read(source, isOver);
  if (references === undefined) return undefined;
  const uses = references.map((reference) => ({
    reference,
    offset: lines.startOf(reference.line) + reference.column - 1,
  }));
  const errors = [...tree.missing];
  for (let node = 0; node < tree.count; node += 1) {
    if (tree.types[node] === ERROR_TYPE) errors.push(tree.starts[node] as number);
  }
  return { uses, errors };
}
