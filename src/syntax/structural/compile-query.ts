import type { EngineQuery } from "./ast-grep/engine.ts";
import type { StructuralLanguage } from "./languages/language.ts";
import { compilePattern } from "./ladder/ladder.ts";
import type { ListTails } from "./ladder/comma-lists.ts";
import { findMetavariables, isCaptured, type Repeat, separateRepeats } from "./ladder/metavariables.ts";
import type { CompiledPattern, PrintTree, RungFailure } from "./ladder/pattern-request.ts";
import { parseTree } from "./ladder/syntax-tree.ts";
import { allOf, type Rule, SUPPRESSION_RULE_ID } from "./rule.ts";
import type { Word } from "./words/files-with-words.ts";

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
  /** Of each pattern that has any. */
  readonly tails: readonly ListTails[];
  /** Captured runs, "$$$ARGS"; one that is empty is not in the engine's output. */
  readonly runs: readonly string[];
  /** The patterns in it, by the argument they come from. */
  readonly patterns: readonly { readonly argument: PatternArgument; readonly compiled: CompiledPattern }[];
  readonly isSequence: boolean;
  /** What stands letter by letter in every match; empty when that cannot be told. */
  readonly fixedWords: readonly Word[];
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
export const SUPPRESSION_COMMENT = "ast-grep-ignore";

/** Turns a query into what the engine is asked. Throws UnparseablePattern. */
export async function compileQuery(
  language: StructuralLanguage,
  query: StructuralQuery,
  context: CompileContext,
): Promise<CompiledQuery> {
  const printTree = memoise(context.printTree);
  if ("rule" in query) {
    const text = await withSuppressionRule(language, query.rule, printTree);
    const none = { repeats: [], tails: [], runs: [], patterns: [], fixedWords: [] };
    return { query: { kind: "rules", language: language.id, text }, ...none, isSequence: false };
  }
  const given = PATTERN_ARGUMENTS.flatMap((argument) => {
    const text = query[argument]?.trim();
    return text === undefined ? [] : [{ argument, text }];
  });
  const { patterns: fragments, repeats } = separateRepeats(given.map(({ text }) => text));
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
        place: index,
      },
      { printTree, refused: context.refused.get(refusalKey(argument, text)) ?? new Map() },
    );
    if (!compilation.isParseable) throw new UnparseablePattern(argument, text, compilation.failures);
    patterns.push({ argument, compiled: compilation.pattern });
  }
  const isSequence = patterns.some(({ argument, compiled }) => argument === "pattern" && compiled.isSequence);
  const engineQuery = await toEngineQuery(query, patterns, { language, printTree });
  const fixedWords = patterns.flatMap(({ compiled }) => compiled.fixedWords);
  const tails = patterns.flatMap(({ compiled }) => (compiled.tails.length === 0 ? [] : [compiled.tails]));
  const runs = query.selector === undefined ? runNames(given.map(({ text }) => text)) : [];
  return { query: engineQuery, repeats, tails, runs, patterns, isSequence, fixedWords };
}

function runNames(patterns: readonly string[]): string[] {
  const names = patterns.flatMap((pattern) =>
    findMetavariables(pattern).flatMap((one) => (one.sigil === "$$$" && isCaptured(one) ? [`$$$${one.name}`] : [])),
  );
  return [...new Set(names)];
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

async function toEngineQuery(
  query: PatternQuery,
  patterns: CompiledQuery["patterns"],
  { language, printTree }: { readonly language: StructuralLanguage; readonly printTree: PrintTree },
): Promise<EngineQuery> {
  const rules = combine(query, new Map(patterns.map(({ argument, compiled }) => [argument, compiled.rule])));
  // One condition and nothing else: `run` is faster than `scan`, prints less and heeds no suppression comments.
  if (rules.length === 1) {
    const single = patterns[0]?.compiled.single;
    if (single !== undefined) return { kind: "pattern", language: language.id, pattern: single };
    if (query.nodeKind !== undefined) return { kind: "node", language: language.id, nodeKind: query.nodeKind };
  }
  const text = JSON.stringify({ id: RULE_ID, language: language.id, rule: allOf(rules) });
  return { kind: "rules", language: language.id, text: await withSuppressionRule(language, text, printTree) };
}

/** Also finds the files with suppression comments, because a search by rules silently obeys them. */
async function withSuppressionRule(language: StructuralLanguage, text: string, printTree: PrintTree): Promise<string> {
  const [root] = parseTree(await printTree(""));
  if (root === undefined) return text;
  const rule = { kind: root.kind, regex: SUPPRESSION_COMMENT };
  return `${text}\n---\n${JSON.stringify({ id: SUPPRESSION_RULE_ID, language: language.id, rule })}`;
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
