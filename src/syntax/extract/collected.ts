import type { SyntaxNode } from "../tree/syntax-tree.ts";
import type { CallbackMarks } from "../callbacks/callback-marks.ts";
import type { SymbolKind } from "../facts.ts";
import type { Span } from "./span.ts";

/** A declaration as the query found it, before it has a place in the outline. */
export interface Declaration {
  readonly pattern: number;
  readonly id: number;
  readonly nameId: number;
  readonly kind: SymbolKind;
  readonly name: string;
  readonly nameStart: number;
  readonly nameEnd: number;
  /** Node whose start ends the head, and its start; the declaration's end when there is none. */
  readonly bodyId: number | undefined;
  readonly bodyStart: number;
  /** Where the body ends, when there is one. */
  readonly bodyEnd: number | undefined;
  /** Neighbours with the same text are clauses of one declaration. */
  readonly clausesOf: string | undefined;
  /** Bodies of the clauses after the first. */
  readonly clauseBodyIds: (number | undefined)[];
  /** From here on it contains others. */
  readonly containsFrom: number;
  readonly valueId: number | undefined;
  readonly withinId: number | undefined;
  readonly needsMembers: boolean;
  /** Headings: it holds what follows, up to the next one of its level or a lower one. */
  readonly level: number | undefined;
  /** How much its body holds, e.g. "12 keys". */
  readonly count: string | undefined;
  /** "from-name": it starts with the name as shown; "none"; default: the head as written. */
  readonly signature: string | undefined;
  /** Says nothing that a full declaration of the same name beside it does not. */
  readonly isForward: boolean;
  /** What looks like it in a function is something else. */
  readonly isNeverLocal: boolean;
  /** First offset of its head; moves to the statement around it. */
  headStart: number;
  /** Range with wrappers and decorators. */
  start: number;
  end: number;
  isDefaultExport: boolean;
  readonly modifiers: string[];
  readonly decorators: Span[];
  docstring: Span | undefined;
}

export interface Scope extends Span {
  readonly id: number;
  isAsync: boolean;
  branches: number;
}

/** What is declared directly in it has the modifier. */
export interface Section extends Span {
  /** Its parent's id: sections follow each other in one parent. */
  readonly parentId: number;
  readonly modifier: string;
}

/** A statement or wrapper around declarations. */
export interface Wrapper extends Span {
  readonly id: number;
  readonly isHead: boolean;
  readonly wrappedIds: number[];
  readonly modifiers: string[];
  isDefault: boolean;
}

export interface ImportMark {
  readonly start: number;
  source: string | undefined;
  readonly names: { readonly name: string; readonly start: number }[];
}

export interface ExportMark {
  readonly start: number;
  name: string | undefined;
  local: string | undefined;
  from: string | undefined;
  isListed: boolean;
}

export interface Collected {
  readonly declarations: Declaration[];
  readonly scopes: Map<number, Scope>;
  /** Where scopes start, in source order. */
  readonly scopeStarts: number[];
  /** Nodes that are no scopes after all. */
  readonly unscopedIds: Set<number>;
  readonly branches: number[];
  readonly comments: Span[];
  readonly modifiers: { readonly start: number; readonly text: string }[];
  readonly sections: Section[];
  readonly decorators: Span[];
  readonly docstrings: Span[];
  /** Those that stand before what they document. */
  readonly nextDocstrings: Span[];
  /** Modifiers given by name, after the declaration. */
  readonly laterModifiers: { readonly start: number; readonly name: string; readonly modifier: string }[];
  readonly wrappers: Map<number, Wrapper>;
  /** Wrapped node → the wrapper around it. */
  readonly wrapperOf: Map<number, Wrapper>;
  /** Keyed by the node that names the source. */
  readonly imports: Map<number, ImportMark>;
  readonly importTexts: { readonly start: number; readonly text: string }[];
  /** Nodes that are imports, so that they are not declarations as well. */
  readonly importIds: Set<number>;
  readonly exports: Map<number, ExportMark>;
  readonly errors: Span[];
  readonly callbackMarks: CallbackMarks;
  packageName: string | undefined;
}

export type CaptureMap = ReadonlyMap<string, SyntaxNode>;
