/** A place in a rule document; each has its own keys. */
export type RulePlace =
  | "document"
  | "rule"
  | "relation"
  | "pattern"
  | "nthChild"
  | "range"
  | "position"
  | "rulesByName"
  | "anything";

const RULE = {
  pattern: "pattern",
  kind: "anything",
  regex: "anything",
  nthChild: "nthChild",
  range: "range",
  inside: "relation",
  has: "relation",
  precedes: "relation",
  follows: "relation",
  all: "rule",
  any: "rule",
  not: "rule",
  matches: "anything",
} as const;

/** Which keys a place has, and what stands there. The engine refuses some unknown keys itself and ignores the others. */
export const ruleKeys: Readonly<
  Record<Exclude<RulePlace, "rulesByName" | "anything">, Readonly<Record<string, RulePlace>>>
> = {
  document: {
    id: "anything",
    language: "anything",
    rule: "rule",
    constraints: "rulesByName",
    utils: "rulesByName",
    transform: "anything",
    fix: "anything",
    rewriters: "anything",
    message: "anything",
    note: "anything",
    severity: "anything",
    labels: "anything",
    files: "anything",
    ignores: "anything",
    url: "anything",
    metadata: "anything",
  },
  rule: RULE,
  relation: { ...RULE, stopBy: "rule", field: "anything" },
  pattern: { context: "anything", selector: "anything", strictness: "anything" },
  nthChild: { position: "anything", ofRule: "rule", reverse: "anything" },
  range: { start: "position", end: "position" },
  position: { line: "anything", column: "anything" },
};

/** Keys of a document that say what to do with matches or how to report them. */
export const keysWithoutEffect = ["fix", "message", "note", "severity", "labels", "url", "metadata"] as const;

/** Keys of a document that choose among the files. */
export const fileKeys = ["files", "ignores"] as const;
