import type { EngineQuery } from "./engine.ts";
import type { StructuralLanguage } from "./languages/language.ts";
import { compilePattern } from "./ladder/ladder.ts";
import { type Repeat, separateRepeats } from "./ladder/metavariables.ts";
import type { CompiledPattern, PrintTree, RungFailure } from "./ladder/pattern-request.ts";
import { allOf, type Rule } from "./rule.ts";

export const strictnesses = ["smart", "relaxed", "ast", "cst", "signature", "template"] as const;
export type Strictness = (typeof strictnesses)[number];

/** What a node has to be like; everything given must hold. At least `pattern` or `nodeKind` is given. */
export interface PatternQuery {
  readonly pattern?: string | undefined;
  /** A node inside the pattern that is to be matched in its stead. */
  readonly selector?: string | undefined;
  readonly strictness?: Strictness | undefined;
  readonly nodeKind?: string | undefined;
  readonly insideKind?: string | undefined;
  readonly hasKind?: string | undefined;
  readonly hasDescendantKind?: string | undefined;
  /** Patterns of the sibling directly before and behind. */
  readonly follows?: string | undefined;
  readonly precedes?: string | undefined;
}
/** Rule documents in the engine's own YAML (JSON is YAML). */
export interface RuleQuery {
  readonly rule: string;
}
export type StructuralQuery = PatternQuery | RuleQuery;

export interface CompiledQuery {
  readonly query: EngineQuery;
  readonly repeats: readonly Repeat[];
  /** The patterns in it, by the argument they come from. */
  readonly patterns: readonly { readonly argument: PatternArgument; readonly compiled: CompiledPattern }[];
  readonly isSequence: boolean;
}
export type PatternArgument = "pattern" | "follows" | "precedes";

/** A pattern that no context of the language accepts. */
export class UnparseablePattern extends Error {
  readonly argument: PatternArgument;
  readonly pattern: string;
  readonly failures: readonly RungFailure[];

  constructor(argument: PatternArgument, pattern: string, failures: readonly RungFailure[]) {
    super(`${argument} does not parse`);
    this.argument = argument;
    this.pattern = pattern;
    this.failures = failures;
  }
}

export interface CompileContext {
  readonly printTree: PrintTree;
  /** Rungs that the engine refused, with its reason, by the argument and text they were for. */
  readonly refused: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

export function refusalKey(argument: PatternArgument, pattern: string): string {
  return `${argument}\n${pattern}`;
}

const PATTERN_ARGUMENTS: readonly PatternArgument[] = ["pattern", "follows", "precedes"];
const RULE_ID = "search";

/** Turns a query into what the engine is asked. Throws UnparseablePattern. */
export async function compileQuery(
  language: StructuralLanguage,
  query: StructuralQuery,
  context: CompileContext,
): Promise<CompiledQuery> {
  if ("rule" in query)
    return { query: { kind: "rules", text: query.rule }, repeats: [], patterns: [], isSequence: false };
  const given = PATTERN_ARGUMENTS.flatMap((argument) => {
    const text = query[argument]?.trim();
    return text === undefined ? [] : [{ argument, text }];
  });
  const { patterns: fragments, repeats } = separateRepeats(given.map(({ text }) => text));
  const printTree = memoise(context.printTree);
  const hasSiblings = query.follows !== undefined || query.precedes !== undefined;
  const patterns: { argument: PatternArgument; compiled: CompiledPattern }[] = [];
  for (const [index, { argument, text }] of given.entries()) {
    const compilation = await compilePattern(
      {
        language,
        fragment: fragments[index] ?? text,
        selector: argument === "pattern" ? query.selector : undefined,
        strictness: query.strictness === "smart" ? undefined : query.strictness,
        asStatement: hasSiblings,
      },
      { printTree, refused: context.refused.get(refusalKey(argument, text)) ?? new Map() },
    );
    if (!compilation.isParseable) throw new UnparseablePattern(argument, text, compilation.failures);
    patterns.push({ argument, compiled: compilation.pattern });
  }
  const isSequence = patterns.some(({ argument, compiled }) => argument === "pattern" && compiled.isSequence);
  return { query: toEngineQuery(language, query, patterns), repeats, patterns, isSequence };
}

/** The same text is looked at more than once when a pattern is taken apart. */
function memoise(printTree: PrintTree): PrintTree {
  const printed = new Map<string, Promise<string>>();
  return async (text) => {
    const known = printed.get(text) ?? printTree(text);
    printed.set(text, known);
    return await known;
  };
}

function toEngineQuery(
  language: StructuralLanguage,
  query: PatternQuery,
  patterns: readonly { readonly argument: PatternArgument; readonly compiled: CompiledPattern }[],
): EngineQuery {
  const rules = combine(query, new Map(patterns.map(({ argument, compiled }) => [argument, compiled.rule])));
  const single = patterns[0]?.compiled.single;
  // One pattern and nothing else: `run` is faster than `scan`, prints less and heeds no suppression comments.
  if (rules.length === 1 && single !== undefined) return { kind: "pattern", language: language.id, pattern: single };
  return { kind: "rules", text: JSON.stringify({ id: RULE_ID, language: language.id, rule: allOf(rules) }) };
}

function combine(query: PatternQuery, patterns: ReadonlyMap<PatternArgument, Rule>): Rule[] {
  const { nodeKind, insideKind, hasKind, hasDescendantKind } = query;
  const rules: Rule[] = [];
  const pattern = patterns.get("pattern");
  if (pattern !== undefined) rules.push(pattern);
  if (nodeKind !== undefined) rules.push({ kind: nodeKind });
  if (insideKind !== undefined) rules.push({ inside: { kind: insideKind, stopBy: "end" } });
  if (hasKind !== undefined) rules.push({ has: { kind: hasKind } });
  if (hasDescendantKind !== undefined) rules.push({ has: { kind: hasDescendantKind, stopBy: "end" } });
  const follows = patterns.get("follows");
  if (follows !== undefined) rules.push({ follows: { ...follows, stopBy: "neighbor" } });
  const precedes = patterns.get("precedes");
  if (precedes !== undefined) rules.push({ precedes: { ...precedes, stopBy: "neighbor" } });
  return rules;
}
