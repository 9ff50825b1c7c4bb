import { findMetavariables, type Metavariable } from "./metavariables.ts";
import { isNamed, type Reading } from "./rung.ts";
import { isSameSpan, type SyntaxNode } from "./syntax-tree.ts";

/** A change of a fragment after which one of its lists is written with fewer elements. */
export interface ListEdit {
  readonly fragment: string;
  /** The list, in the reading of the fragment as it was. */
  readonly list: SyntaxNode;
  /** Children that the list loses. */
  readonly lost: number;
}
export interface EmptyRun extends ListEdit {
  /** "$$$REST", "$$$". */
  readonly variable: string;
  /** The fragment without the run, and with the comma. */
  readonly withComma: string;
}
export interface ListTail extends ListEdit {
  /** Name of the run as written, empty for a bare `$$$`. */
  readonly run: string;
  /** Names of what stands behind it, as written. */
  readonly names: readonly string[];
  /** The only name of both together in `fragment`. */
  readonly engineName: string;
}

/** For each reading of a pattern the tails in it. */
export type ListTails = readonly (readonly ListTail[])[];

export const TAIL_MARK = "TAIL";

/** One `$$$` that is an element of a list. */
interface Run {
  readonly list: SyntaxNode;
  /** Of its element in the list. */
  readonly at: number;
  readonly variable: Metavariable;
  /** Of the metavariable among those of the fragment. */
  readonly index: number;
}

/** Whether a fragment may have any. */
export function mayHaveCommaLists(fragment: string): boolean {
  return /[,;]\s*\$\$\$|\$\$\$\w*\s*[,;]/.test(fragment);
}

/** A run with a semicolon of its own is one statement to the engine; without it, it is any number of them. */
export function statementRuns(reading: Reading, fragment: string): EmptyRun[] {
  return runsOf(reading, fragment).flatMap(({ list: statement, variable }) => {
    const after = fragment.slice(variable.end);
    const [, terminator, ...others] = statement.children;
    const isStatement = terminator?.kind === ";" && others.length === 0 && /^\s*;/.test(after);
    if (!isStatement || statement.parent === undefined) return [];
    const written = fragment.slice(variable.start, variable.end);
    const edited = `${fragment.slice(0, variable.end)}\n${after.replace(/^\s*;/, "")}`;
    return [{ fragment: edited, list: statement.parent, lost: 0, variable: written, withComma: fragment }];
  });
}

/** Whether a run is an element of a list of this kind. */
export function isElement(reading: Reading, fragment: string, { variable, list }: EmptyRun): boolean {
  return runsOf(reading, fragment).some(
    (run) => fragment.slice(run.variable.start, run.variable.end) === variable && run.list.kind === list.kind,
  );
}

/** The fragment without one of the runs that stand beside a separator, and without that: once for each of them. */
export function emptyRuns(reading: Reading, fragment: string): EmptyRun[] {
  return runsOf(reading, fragment).flatMap((run) => {
    const { list, at, variable } = run;
    const [before, after] = [fragment.slice(0, variable.start), fragment.slice(variable.end)];
    const written = fragment.slice(variable.start, variable.end);
    const edit = (rest: string) => ({ fragment: rest, list, lost: 2, variable: written, withComma: before + after });
    if (isSeparator(list.children[at - 1]) && /[,;]\s*$/.test(before)) {
      return [edit(before.replace(/[,;]\s*$/, "") + after)];
    }
    if (isSeparator(list.children[at + 1]) && /^\s*[,;]/.test(after)) {
      return [edit(before + after.replace(/^\s*[,;]\s*/, ""))];
    }
    return [];
  });
}

/**
 * The engine never gives an element back that a metavariable took, so that `$$$REST, $LAST` matches one element only.
 * The first such list with one name for all of it; what its names stand for is told apart afterwards. The name holds what
 * tells it from others: `place` of the pattern in its query, and all that it stands for.
 */
export function listTail(reading: Reading, fragment: string, place: number): ListTail | undefined {
  const variables = findMetavariables(fragment);
  for (const { list, at, variable, index } of runsOf(reading, fragment)) {
    const behind = list.children.slice(at + 1);
    const end = behind.findIndex((child) => !isComma(child) && !isPlaceholder(reading, child));
    const tail = end < 0 ? behind : behind.slice(0, end);
    const isLast = behind.slice(tail.length).every((child) => !isNamed(child, reading.points));
    const followers = variables.slice(index + 1, index + 1 + tail.length / 2);
    const last = followers.at(-1);
    if (!isLast || tail.length % 2 === 1 || last === undefined) continue;
    const between = followers.map((one, i) => fragment.slice((followers[i - 1] ?? variable).end, one.start));
    if (!followers.every(({ sigil }) => sigil === "$") || !between.every((text) => text.trim() === ",")) continue;
    const names = followers.map(({ name }) => name);
    const engineName = [TAIL_MARK, place, index, variable.name, ...names].join("__");
    return {
      fragment: `${fragment.slice(0, variable.start)}$$$${engineName}${fragment.slice(last.end)}`,
      list,
      lost: tail.length,
      run: variable.name,
      names,
      engineName,
    };
  }
  return undefined;
}

/** Whether the reading of an edited fragment still has the list, in the same place and with the rest of its children. */
export function hasList({ nodes, points }: Reading, { list, lost }: ListEdit, before: Reading): boolean {
  const start = before.points.offset(list.start);
  return nodes.some(
    (node) =>
      node.children.length === list.children.length - lost &&
      points.offset(node.start) === start &&
      isSamePath(node, list),
  );
}

function isSamePath(a: SyntaxNode | undefined, b: SyntaxNode | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.kind === b.kind && isSamePath(a.parent, b.parent);
}

function runsOf(reading: Reading, fragment: string): Run[] {
  return findMetavariables(fragment).flatMap((variable, index) => {
    const span = reading.rung.placeholders[index];
    if (variable.sigil !== "$$$" || span === undefined) return [];
    const element = reading.nodes.find((node) => isSameSpan(reading.points.span(node), span));
    const list = element?.parent;
    return element === undefined || list === undefined
      ? []
      : [{ list, at: list.children.indexOf(element), variable, index }];
  });
}

/** Of elements; in some languages of statements, too. */
function isSeparator(node: SyntaxNode | undefined): boolean {
  return isComma(node) || node?.kind === ";";
}

function isComma(node: SyntaxNode | undefined): boolean {
  return node?.kind === ",";
}

function isPlaceholder({ rung, points }: Reading, node: SyntaxNode): boolean {
  const span = points.span(node);
  return rung.placeholders.some((one) => isSameSpan(one, span));
}
