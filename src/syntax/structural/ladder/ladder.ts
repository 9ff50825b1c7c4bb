import { anyOf, type PatternObject, type Rule } from "../rule.ts";
import type { ListTail, ListTails } from "./comma-lists.ts";
import { fixedWords } from "./fixed-words.ts";
import { isBareSignature, isDeclarationKind, startsLikeControl, startsLikeDeclaration } from "./kinds.ts";
import { compileLoneBlocks, isLoneBlock, misreadsLoneBlock } from "./lone-block.ts";
import type { CompiledPattern, LadderContext, PatternRequest, RungFailure } from "./pattern-request.ts";
import { isSelectable, judge, type Reading, type Rung, rungsOf } from "./rung.ts";
import { readLists } from "./read-lists.ts";
import { compileSequence } from "./sequence.ts";
import { isSameSpan, type SyntaxNode } from "./syntax-tree.ts";

/** Contexts whose trees are asked for before they are needed. */
const LOOK_AHEAD = 2;

export type Compilation =
  | { readonly isParseable: true; readonly pattern: CompiledPattern }
  | { readonly isParseable: false; readonly failures: readonly RungFailure[] };

interface Candidate {
  readonly reading: Reading;
  readonly rule: Rule;
  readonly single: PatternObject | undefined;
  readonly kind: string;
}

/** Climbs the scaffolds of the language until one reads the fragment as what it most likely means. */
export async function compilePattern(request: PatternRequest, context: LadderContext): Promise<Compilation> {
  const { clean, doubtful, failures } = await climbAll(request, context);
  const readings = chooseKinds(request, clean.length > 0 ? clean : doubtful);
  const isMisread = misreadsLoneBlock(
    request,
    readings.map(({ reading }) => reading),
  );
  const { rules: blocks, tails: blockTails } = isMisread
    ? await compileLoneBlocks(request, context)
    : { rules: [], tails: [] };
  // Beside blocks, the literals that a block alone is taken for are not what is meant.
  const chosen = blocks.length > 0 && isLoneBlock(request) ? [] : readings;
  if (chosen.length === 0 && blocks.length === 0) return { isParseable: false, failures };
  const listings = (await Promise.all(chosen.map((one) => withLists(one, request, context)))).flat();
  const rules = [...listings.map(({ rule }) => rule), ...blocks];
  return {
    isParseable: true,
    pattern: {
      rule: anyOf(rules),
      single: rules.length === 1 ? listings[0]?.single : undefined,
      parts: listings.flatMap(({ name, single }) => (single === undefined ? [] : [{ rung: name, pattern: single }])),
      hasToleratedErrors: chosen.some(({ reading }) => reading.hasToleratedErrors),
      singleStatements: [...new Set(listings.flatMap(({ oneStatement }) => oneStatement))],
      literals: literalsOf(chosen.map(({ reading }) => reading)),
      isSequence: chosen.some(({ reading }) => reading.sequence.length > 0),
      tails: withAny([...listings.map(({ tails }) => tails), ...blockTails]),
      // What blocks are made of was read in other ways; of what the parser stumbles over nobody knows what the engine makes.
      fixedWords:
        blocks.length > 0 || listings.some(({ reading }) => reading.hasToleratedErrors)
          ? []
          : fixedWords(
              request,
              listings.map(({ reading }) => reading),
            ),
    },
  };
}

/** Those that are no node of their own in any of the readings. */
function literalsOf(readings: readonly Reading[]): string[] {
  const [first] = readings;
  if (first === undefined) return [];
  const isNode = ({ rung, nodes, points }: Reading, index: number): boolean => {
    const placeholder = rung.placeholders[index];
    return placeholder === undefined || nodes.some((node) => isSameSpan(points.span(node), placeholder));
  };
  return first.rung.placeholders.flatMap(({ source }, index) =>
    readings.some((reading) => isNode(reading, index)) ? [] : [source],
  );
}

function withAny(tails: ListTails): ListTails {
  return tails.some((some) => some.length > 0) ? tails : [];
}

interface Listing {
  /** The rung's, and which runs are empty. */
  readonly name: string;
  readonly reading: Reading;
  readonly rule: Rule;
  readonly single: PatternObject | undefined;
  readonly tails: readonly ListTail[];
  readonly oneStatement: readonly string[];
}

/** The candidate in all the ways in which its lists can be read. */
async function withLists(
  candidate: Candidate,
  request: PatternRequest,
  context: LadderContext,
): Promise<readonly Listing[]> {
  const listings: Listing[] = [];
  for (const { fragment, reading, tails, empty, single: oneStatement } of await readLists(
    request,
    candidate.reading,
    context.printTree,
  )) {
    const name = [reading.rung.name, ...empty.map((run) => `without ${run}`)].join(" ");
    const isAsWritten = fragment === request.fragment;
    if (!isAsWritten && context.refused.has(name)) continue;
    const made = isAsWritten ? candidate : await toCandidate({ ...request, fragment }, reading, context);
    if (typeof made === "string") continue;
    listings.push({ name, reading: made.reading, rule: made.rule, single: made.single, tails, oneStatement });
  }
  return listings;
}

interface Climb {
  readonly clean: readonly Candidate[];
  /** The parser stumbled over a stand-in; used when nothing is clean. */
  readonly doubtful: readonly Candidate[];
  readonly failures: readonly RungFailure[];
}

async function climbAll(request: PatternRequest, context: LadderContext): Promise<Climb> {
  const clean: Candidate[] = [];
  const doubtful: Candidate[] = [];
  const failures: RungFailure[] = [];
  const rungs = await withoutLowerRungs(rungsOf(request.language, request.fragment), request, context);
  for (const [index, rung] of rungs.entries()) {
    const [first] = clean;
    const isWanted = (one: Rung) => first === undefined || mayJoin(request, first, one);
    if (!isWanted(rung)) continue;
    // Most fragments need one look. Where that was not enough, the next are on their way while one is waited for.
    const ahead = index === 0 ? [] : rungs.slice(index + 1, index + 1 + LOOK_AHEAD);
    for (const next of ahead.filter(isWanted)) void look(next, context);
    const outcome = await climb(request, rung, context);
    if ("reason" in outcome) {
      failures.push(outcome);
      continue;
    }
    const list = outcome.reading.hasToleratedErrors ? doubtful : clean;
    list.push(outcome);
    if (clean.length === 1 && clean[0] === outcome && !isAmbiguous(request, outcome)) break;
  }
  return { clean, doubtful, failures };
}

/** A fragment that is what it looks like is not read in the ways that come before. */
async function withoutLowerRungs(
  rungs: readonly Rung[],
  request: PatternRequest,
  context: LadderContext,
): Promise<readonly Rung[]> {
  const usual = rungs.findIndex(({ usualKind }) => usualKind !== undefined);
  const rung = rungs[usual];
  if (rung === undefined || usual === 0) return rungs;
  const outcome = await climb(request, rung, context);
  const isAsUsual = "reading" in outcome && outcome.kind === rung.usualKind && !outcome.reading.hasToleratedErrors;
  return isAsUsual ? rungs.slice(usual) : rungs;
}

/** The tree is kept for whoever asks for the same text; why it cannot be had is told there. */
async function look(rung: Rung, { printTree, refused }: LadderContext): Promise<void> {
  if (!refused.has(rung.name)) await printTree(rung.text).catch(() => {});
}

async function climb(request: PatternRequest, rung: Rung, context: LadderContext): Promise<Candidate | RungFailure> {
  const refusal = context.refused.get(rung.name);
  if (refusal !== undefined) return { rung: rung.name, reason: refusal, line: 1, column: 1 };
  const judgement = judge(rung, await context.printTree(rung.text));
  if (!judgement.accepted) {
    return { rung: rung.name, reason: judgement.reason, line: judgement.line, column: judgement.column };
  }
  const candidate = await toCandidate(request, judgement.reading, context);
  if (typeof candidate !== "string") return candidate;
  return { rung: rung.name, reason: candidate, lacksSelector: request.selector !== undefined, line: 1, column: 1 };
}

async function toCandidate(
  request: PatternRequest,
  reading: Reading,
  context: LadderContext,
): Promise<Candidate | string> {
  const { selector, strictness } = request;
  const pattern = (kind: string | undefined): PatternObject => ({
    context: reading.rung.context,
    ...(kind === undefined ? {} : { selector: kind }),
    ...(strictness === undefined ? {} : { strictness }),
  });
  if (selector !== undefined) {
    const single = pattern(selector);
    if (isInFragment(reading, selector)) return { reading, kind: selector, single, rule: { pattern: single } };
    return `there is no \`${selector}\` in it`;
  }
  const innermost = reading.chain.at(-1);
  if (innermost === undefined) {
    const rule = await compileSequence(request, reading, context);
    return rule === undefined ? "is not one piece of syntax" : { reading, kind: "sequence", single: undefined, rule };
  }
  if (startsLikeControl(request.fragment) && isDeclarationKind(innermost.kind)) return "is no declaration";
  const selectable = reading.chain.filter((node) => isSelectable(reading, node));
  if (request.asStatement === true && selectable.length > 1) {
    const rule = anyOf([...new Set(selectable.map((node) => node.kind))].map((kind) => ({ pattern: pattern(kind) })));
    return { reading, kind: innermost.kind, single: undefined, rule };
  }
  if (reading.rung.isBare) {
    const single = pattern(undefined);
    return { reading, kind: innermost.kind, single, rule: { pattern: single } };
  }
  if (!selectable.includes(innermost)) return `another \`${innermost.kind}\` comes before it in this context`;
  const single = pattern(innermost.kind);
  return { reading, kind: innermost.kind, single, rule: { pattern: single } };
}

function isInFragment({ nodes, points, rung }: Reading, kind: string): boolean {
  const first = nodes.find((node) => node.kind === kind);
  if (first === undefined) return false;
  const span = points.span(first);
  return span.start >= rung.fragment.start && span.end <= rung.fragment.end + 1;
}

/** Whether further scaffolds may give the same declaration as another kind of node. */
function isAmbiguous({ language, fragment, selector }: PatternRequest, { kind, reading }: Candidate): boolean {
  if (selector !== undefined || reading.sequence.length > 0) return false;
  if (language.unlikelyKinds?.includes(kind) === true) return true;
  return isDeclarationKind(kind) || (startsLikeDeclaration(fragment) && !/call|expression/.test(kind));
}

function mayJoin({ language }: PatternRequest, first: Candidate, rung: Rung): boolean {
  if (language.unlikelyKinds?.includes(first.kind) === true) return true;
  const scaffold = rung.name.replace(/;$/, "");
  return language.declarationScaffolds?.includes(scaffold) ?? true;
}

/** The first candidate; of a declaration one per kind, signatures without a body only when there is nothing else. */
function chooseKinds(request: PatternRequest, candidates: readonly Candidate[]): Candidate[] {
  const [first] = candidates;
  if (first === undefined) return [];
  if (!isAmbiguous(request, first)) return [first];
  const joining = candidates.filter(
    ({ reading }) => reading === first.reading || mayJoin(request, first, reading.rung),
  );
  const byKind = new Map<string, Candidate>();
  const { unlikelyKinds = [], headKinds = [] } = request.language;
  const isUnlikely = unlikelyKinds.includes(first.kind);
  for (const candidate of joining) {
    const key = isUnlikely ? shapeOf(candidate) : candidate.kind;
    if (!byKind.has(key)) byKind.set(key, candidate);
  }
  const distinct = [...byKind.values()].filter(({ reading }) => reading.sequence.length === 0);
  if (isUnlikely) return distinct;
  const declarations = distinct.filter(({ kind }) => isDeclarationKind(kind));
  const whole = declarations.filter(({ kind }) => !isBareSignature(kind) && !headKinds.includes(kind));
  if (whole.length > 0) return whole;
  return declarations.length > 0 ? declarations : [first];
}

/** The kinds of the node and of all below it. */
function shapeOf({ reading, kind }: Candidate): string {
  const below = (node: SyntaxNode): string => `${node.kind}(${node.children.map(below).join()})`;
  const innermost = reading.chain.at(-1);
  return innermost === undefined ? kind : below(innermost);
}
