import type { FileFacts, SymbolFact } from "../facts.ts";

/** What one parse of one file gives the index. Plain data: it crosses a process boundary. */
export interface IndexFacts {
  readonly facts: FileFacts;
  /** `facts.symbols` with all members, owners first; the place in it is a symbol's ordinal. */
  readonly symbols: readonly FlatSymbol[];
  /** In source order. */
  readonly references: readonly ReferenceFact[];
  readonly bindings: readonly ImportBinding[];
  /** Why `references` has not all uses in the file's template: "it is in pug". */
  readonly unreadTemplate?: string;
}

export interface FlatSymbol {
  readonly fact: SymbolFact;
  /** Ordinal of the owner; -1 at top level. */
  readonly parent: number;
  /** "Owner.member". */
  readonly fullName: string;
  /** What a use of it says: "format" for `res.format = …`, "Start" for Go's "Server.Start". */
  readonly baseName: string;
}

export type ReferenceKind = "call" | "new" | "type" | "extends" | "read" | "write";

/**
 * One use of a name. Left out: the names of declarations and import statements, and names that a parameter or
 * local variable of the same function stands for.
 */
export interface ReferenceFact {
  readonly name: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
  readonly kind: ReferenceKind;
  /** Ordinal of the innermost symbol around it that is not local; -1: none. */
  readonly from: number;
  /**
   * `a` in `a.b()`, the last part in `x::a::b()`; "this", "self" or another word for the object itself, "super" for it as
   * one of the class above; "?" for a local variable and any other expression; undefined: the name stands alone.
   */
  readonly receiver?: string;
  /**
   * The class of the receiver where this file says so without doubt: a written type, `new`, a field of a class of the
   * file, the class around; "this": the component that the file is. Without a receiver: the class around, which has a
   * member of the name.
   */
  readonly receiverType?: string;
}

/** A name that an import statement brings into the file. */
export interface ImportBinding {
  readonly local: string;
  /** "*" for a namespace or glob, "default", else the name in the module it comes from. */
  readonly imported: string;
  /** The specifier as in `ImportFact.source`. */
  readonly source: string;
  /** 1-based. */
  readonly line: number;
}
