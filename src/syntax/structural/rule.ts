/** A rule object of the engine, as JSON. */
export type Rule = { readonly [key: string]: unknown };

/** Finds files in which suppression comments hide matches from rules; no user's rule is called like this. */
export const SUPPRESSION_RULE_ID = "reticle-suppressions";

export interface PatternObject {
  readonly context: string;
  readonly selector?: string;
  readonly strictness?: string;
}

export function allOf(rules: readonly Rule[]): Rule {
  return rules.length === 1 && rules[0] !== undefined ? rules[0] : { all: rules };
}
export function anyOf(rules: readonly Rule[]): Rule {
  return rules.length === 1 && rules[0] !== undefined ? rules[0] : { any: rules };
}
