import type { StructuralLanguage } from "../languages/language.ts";
import type { PatternObject, Rule } from "../rule.ts";
import type { Word } from "../words/files-with-words.ts";
import type { ListTails } from "./comma-lists.ts";

/** What a fragment is compiled for. */
export interface PatternRequest {
  readonly language: StructuralLanguage;
  /** Trimmed, repeats already separated. */
  readonly fragment: string;
  /** Kind of a node inside the fragment that is to be matched in its stead. */
  readonly selector?: string | undefined;
  readonly strictness?: string | undefined;
  /** Match the whole statement as well as the expression it consists of, so that it has siblings. */
  readonly asStatement?: boolean;
  /** Of the pattern among those of its query. */
  readonly place?: number;
}

export interface CompiledPattern {
  readonly rule: Rule;
  /** Set when the rule is this one pattern and nothing else. */
  readonly single: PatternObject | undefined;
  /** The patterns it is made of, by rung; the engine may still refuse one. */
  readonly parts: readonly { readonly rung: string; readonly pattern: PatternObject }[];
  readonly hasToleratedErrors: boolean;
  readonly isSequence: boolean;
  /** Metavariables as written that are a part of a name, a text or a comment, and match themselves. */
  readonly literals: readonly string[];
  /** Runs with a semicolon that stand for one statement only, as written. */
  readonly singleStatements: readonly string[];
  /** Empty when no reading has any. */
  readonly tails: ListTails;
  /** What stands letter by letter in every match; empty when that cannot be told. */
  readonly fixedWords: readonly Word[];
}

/** Why one rung did not take the fragment; line and column are 1-based within it. */
export interface RungFailure {
  readonly rung: string;
  readonly reason: string;
  /** The rung reads the fragment, but there is no node of the selected kind in it. */
  readonly lacksSelector?: boolean;
  readonly line: number;
  readonly column: number;
}

/** Prints the tree of a text: what the engine writes to stderr. */
export type PrintTree = (text: string) => Promise<string>;

export interface LadderContext {
  readonly printTree: PrintTree;
  /** Rungs that the engine refused although their tree looked right, with its reason. */
  readonly refused: ReadonlyMap<string, string>;
}
