import { countCodePoints } from "../../../base/code-points.ts";
import type { Scaffold, StructuralLanguage } from "../languages/language.ts";
import { findMetavariables, standIn } from "./metavariables.ts";
import { isSameSpan, parseTree, PointMap, type Span, type SyntaxNode } from "./syntax-tree.ts";

/** One scaffold with the fragment in it. */
export interface Rung {
  /** "statement", or "statement;" with a terminator behind the fragment. */
  readonly name: string;
  /** What is given to the engine as context: the scaffold with the fragment as written. */
  readonly context: string;
  /** The same with stand-ins for metavariables. */
  readonly text: string;
  /** Bytes of `text`. */
  readonly fragment: Span;
  readonly placeholders: readonly Placeholder[];
  readonly hasTerminator: boolean;
  /** The fragment stands alone, as the engine itself would read it. */
  readonly isBare: boolean;
  /** The kind of node that fragments which look like this one are here, as a rule. */
  readonly usualKind: string | undefined;
  /** Words that name nothing. */
  readonly keywords: readonly string[];
}
export interface Placeholder extends Span {
  /** The metavariable as written. */
  readonly source: string;
}

/** Stands for the fragment in a template. */
export const HOLE = "·";
/** Whether a scaffold leaves the fragment as it is. */
export function isBareTemplate(template: string | undefined): boolean {
  return template === HOLE;
}

const STATEMENT_LIST = /^(statements|statement_list|body_statement|chunk)$/;

export function rungsOf(language: StructuralLanguage, fragment: string): Rung[] {
  return language.scaffolds.flatMap((scaffold) => {
    if (scaffold.isForUsual === true && scaffold.usually?.looksLike.test(fragment) !== true) return [];
    const isTerminated = fragment.endsWith(";");
    const terminators = scaffold.orTerminated === true && !isTerminated ? (["", ";"] as const) : ([""] as const);
    return terminators.map((terminator) => ({
      ...toRung(scaffold, fragment, terminator),
      keywords: language.keywords ?? [],
    }));
  });
}

function toRung(scaffold: Scaffold, fragment: string, terminator: "" | ";"): Omit<Rung, "keywords"> {
  const hole = scaffold.template.indexOf(HOLE);
  const before = scaffold.template.slice(0, hole);
  const after = terminator + scaffold.template.slice(hole + HOLE.length);
  const held = standIn(fragment);
  const sources = findMetavariables(fragment).map(({ start, end }) => fragment.slice(start, end));
  const base = Buffer.byteLength(before);
  const at = (index: number) => base + Buffer.byteLength(held.text.slice(0, index));
  return {
    name: scaffold.name + terminator,
    context: before + fragment + after,
    text: before + held.text + after,
    fragment: { start: base, end: at(held.text.length) },
    placeholders: held.placeholders.map(({ start, end }, index) => ({
      start: at(start),
      end: at(end),
      source: sources[index] ?? "",
    })),
    hasTerminator: terminator !== "",
    isBare: isBareTemplate(scaffold.template) && terminator === "",
    usualKind: scaffold.usually?.looksLike.test(fragment) === true ? scaffold.usually.kind : undefined,
  };
}

export type Judgement =
  | { readonly accepted: true; readonly reading: Reading }
  /** `line` and `column` are 1-based within the fragment. */
  | { readonly accepted: false; readonly reason: string; readonly line: number; readonly column: number };

/** How a rung reads the fragment. */
export interface Reading {
  readonly rung: Rung;
  readonly points: PointMap;
  /** All nodes in pre-order. */
  readonly nodes: readonly SyntaxNode[];
  /** Nodes that span exactly the fragment, the outermost first; several siblings when it is a sequence. */
  readonly chain: readonly SyntaxNode[];
  readonly sequence: readonly SyntaxNode[];
  /** The parser stumbled over a stand-in only; the engine may stumble as well and still match. */
  readonly hasToleratedErrors: boolean;
}

/** Decides whether the printed tree of `rung.text` reads the fragment as one node or a run of siblings. */
export function judge(rung: Rung, stderr: string): Judgement {
  const nodes = parseTree(stderr);
  const points = new PointMap(rung.text);
  const refuse = (reason: string, at: number): Judgement => ({ accepted: false, reason, ...place(rung, at) });
  if (nodes.length === 0) return refuse("it is empty", rung.fragment.start);
  const isTolerated = (node: SyntaxNode): boolean => {
    const span = points.span(node);
    if (node.isMissing) {
      // What lacks something and is a metavariable as a whole, the engine takes for that metavariable.
      const whole = node.parent && points.span(node.parent);
      if (whole !== undefined && rung.placeholders.some((one) => isSameSpan(one, whole))) return true;
      return (
        /^(;|\s*|\\n|_.*(semicolon|newline|terminator).*)$/.test(node.kind) &&
        rung.placeholders.some((one) => one.end === span.start)
      );
    }
    return rung.placeholders.some((one) => isSameSpan(one, span));
  };
  const faults = nodes.filter((node) => node.isMissing || node.kind === "ERROR");
  const fault = faults.find((node) => !isTolerated(node));
  if (fault !== undefined) {
    const span = points.span(fault);
    return refuse(fault.isMissing ? `${fault.kind} is missing` : "does not parse", span.start);
  }
  const misread = nodes.find((node) => isMisreadKeyword(node, rung, points));
  if (misread !== undefined) {
    const span = points.span(misread);
    return refuse(`\`${points.slice(span)}\` would be a name`, span.start);
  }
  const chain = chainOf(rung, nodes, points);
  const sequence = chain.length > 0 ? [] : sequenceOf(rung, nodes, points);
  if (chain.length === 0 && sequence.length === 0) return refuse("is not one piece of syntax", rung.fragment.start);
  return {
    accepted: true,
    reading: { rung, points, nodes, chain, sequence, hasToleratedErrors: faults.some((node) => !node.isMissing) },
  };
}

/** A parser in trouble takes a keyword for a name. */
function isMisreadKeyword({ kind, ...node }: SyntaxNode, { keywords, fragment }: Rung, points: PointMap): boolean {
  if (kind !== "identifier" && kind !== "type_identifier" && kind !== "name") return false;
  const span = points.span({ kind, ...node });
  return span.start >= fragment.start && span.end <= fragment.end && keywords.includes(points.slice(span));
}

/** The nodes that span the fragment, else the fragment and its terminator or line end, else the fragment without its own. */
function chainOf(rung: Rung, nodes: readonly SyntaxNode[], points: PointMap): SyntaxNode[] {
  const { start, end } = rung.fragment;
  const spans = [rung.fragment];
  const isLine = points.slice({ start: end, end: end + 1 }) === "\n";
  if (rung.hasTerminator || isLine) spans.push({ start, end: end + 1 });
  else if (points.slice({ start: end - 1, end }) === ";") spans.push({ start, end: end - 1 });
  for (const span of spans) {
    const chain = nodes.filter((node) => isSameSpan(points.span(node), span) && isNamed(node, points));
    const innermost = chain.at(-1);
    if (innermost !== undefined) return isList(innermost, points) ? [] : chain;
  }
  return [];
}

/** A file, or the inside of a block: nothing by itself when it holds several statements. */
function isList(node: SyntaxNode, points: PointMap): boolean {
  if (node.depth > 0 && !STATEMENT_LIST.test(node.kind)) return false;
  return node.children.filter((child) => isNamed(child, points)).length > 1;
}

function sequenceOf(rung: Rung, nodes: readonly SyntaxNode[], points: PointMap): SyntaxNode[] {
  const { start, end } = rung.fragment;
  for (const parent of nodes) {
    const inside = parent.children.filter((child) => {
      const span = points.span(child);
      return span.start >= start && span.end <= end + 1 && span.end > span.start && isNamed(child, points);
    });
    const first = inside[0];
    const last = inside.at(-1);
    if (first === undefined || last === undefined || inside.length < 2) continue;
    const tail = points.slice({ start: points.span(last).end, end: Math.max(end, points.span(last).end) }).trim();
    if (points.span(first).start === start && (tail === "" || tail === ";")) return inside;
  }
  return [];
}

/** The part of the fragment as written that `span` of the rung's text stands for. */
export function sourceOf({ rung, points }: Reading, span: Span): string {
  let source = "";
  let from = span.start;
  for (const one of rung.placeholders) {
    if (one.start < from || one.end > span.end) continue;
    source += points.slice({ start: from, end: one.start }) + one.source;
    from = one.end;
  }
  return source + points.slice({ start: from, end: span.end });
}

/** Whether a selector for the node's kind, which takes the first of that kind, would take this one. */
export function isSelectable({ nodes, points }: Reading, node: SyntaxNode): boolean {
  const first = nodes.find((one) => one.kind === node.kind);
  return first !== undefined && isSameSpan(points.span(first), points.span(node));
}

/** Tokens are printed with their own text as kind. */
export function isNamed(node: SyntaxNode, points: PointMap): boolean {
  return node.children.length > 0 || points.slice(points.span(node)) !== node.kind;
}

/** A byte offset of the rung's text as a place in the fragment; what lies outside counts as its nearest end. */
function place(rung: Rung, offset: number): { line: number; column: number } {
  const bytes = Buffer.from(rung.text);
  const at = Math.min(Math.max(offset, rung.fragment.start), rung.fragment.end);
  const before = bytes.toString("utf8", rung.fragment.start, at);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: countCodePoints(before.slice(lineStart)) + 1 };
}
