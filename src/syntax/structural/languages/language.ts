import type { Rule } from "../rule.ts";

/** A text that makes a fragment parse as what it is meant to be; `·` stands for the fragment. */
export interface Scaffold {
  /** What the fragment is taken for: "statement", "class member". */
  readonly name: string;
  readonly template: string;
  /** Tried once more, directly afterwards, with a `;` behind the fragment. */
  readonly orTerminated?: boolean;
  /**
   * Fragments that look like this are, as a rule, this kind of node in this scaffold. A search for such a one begins
   * while the fragment is still being read; where the rule fails, it costs that beginning and nothing else.
   */
  readonly usually?: { readonly looksLike: RegExp; readonly kind: string };
  /** Nothing else is tried in it. */
  readonly isForUsual?: boolean;
}

/** A part of a statement that begins with this word, and that stands by itself nowhere. */
export function clause(word: string, template: string, kind = `${word}_clause`): Scaffold {
  return {
    name: `${word} clause`,
    template,
    isForUsual: true,
    usually: { looksLike: new RegExp(`^${word}\\b`), kind },
  };
}

/** Words that name nothing in languages with the statements of C. */
export const cKeywords: readonly string[] = ["case", "do", "else", "for", "if", "return", "switch", "while"];
export const handlerKeywords: readonly string[] = [...cKeywords, "catch", "finally", "throw", "try"];

/** One language of structural search, as data. */
export interface StructuralLanguage {
  /** The engine's id. */
  readonly id: string;
  /** Other names by which a rule may call it. */
  readonly aliases?: readonly string[];
  /** Names of files that the engine reads in this language; lower case, with the dot. */
  readonly extensions: readonly string[];
  /** The kind of the node that spans a file. */
  readonly rootKind: string;
  /** The nodes that may be without a text in code without errors, as rules of the engine. */
  readonly emptyNodes?: readonly Rule[];
  /** Files of other languages in which it is found too, e.g. scripts in HTML. */
  readonly embeddedIn?: readonly string[];
  /** In the order in which they are tried. */
  readonly scaffolds: readonly Scaffold[];
  /** The node that a call is in the first scaffold, with a `;` behind it where that is needed: a search for one begins as with `usually`. */
  readonly call?: { readonly kind: string; readonly isTerminated?: boolean };
  /**
   * Names of the scaffolds in which one declaration can be of different kinds (function, method, local
   * function); all of them are searched together. Absent: all scaffolds.
   */
  readonly declarationScaffolds?: readonly string[];
  /** Node kinds that a fragment seldom means when another scaffold takes it as something else. */
  readonly unlikelyKinds?: readonly string[];
  /** Declarations without a body, besides those that are called signatures. */
  readonly headKinds?: readonly string[];
  /** `{ $$$BODY }` alone parses as a set or an initialiser, or not at all, instead of as a block. */
  readonly isLoneBlockLiteral?: boolean;
  /** Words that parse as code here though they read like a sentence (`find all calls` is a command). */
  readonly isWordy?: boolean;
  /** Its keywords can be written in any case. */
  readonly hasKeywordsInAnyCase?: boolean;
  /** Its grammar takes a keyword from the beginning of a longer word, and a name from the rest, where nothing else can stand. */
  readonly hasKeywordsInWords?: boolean;
  /** Keywords that its parser puts where they are missing, besides those that something ends with. */
  readonly madeUpKeywords?: readonly string[];
  /** A reading that takes one of these words for a name is none. */
  readonly keywords?: readonly string[];
  /** What a search in this language does not find, said when nothing was found. */
  readonly limits: readonly string[];
}
