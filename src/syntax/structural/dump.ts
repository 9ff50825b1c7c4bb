import { ReticleError } from "../../base/errors.ts";
import { countCodePoints, shortenText } from "../../base/code-points.ts";
import type { StructuralLanguage } from "./languages/language.ts";
import type { PrintTree } from "./ladder/pattern-request.ts";
import { isNamed, judge, type Reading, type Rung, rungsOf, sourceOf } from "./ladder/rung.ts";
import { isSameSpan, parseTree, PointMap, type SyntaxNode } from "./ladder/syntax-tree.ts";

/** The tree of a snippet, one node a line, indented by depth. */
export interface SyntaxDump {
  readonly lines: readonly string[];
  /** The context in which the snippet parses: "statement"; undefined when it parses in none. */
  readonly context: string | undefined;
  readonly hasErrors: boolean;
}

export interface DumpOptions {
  readonly snippet: string;
  readonly includeAnonymous: boolean;
}

const MAX_LEAF_CHARS = 60;

/** Parses the snippet in the first context that takes it; when none does, alone and with its errors. */
export async function dumpSnippet(
  language: StructuralLanguage,
  { snippet, includeAnonymous }: DumpOptions,
  printerOf: (form: "cst" | "ast") => PrintTree,
): Promise<SyntaxDump> {
  const fragment = snippet.trim();
  if (fragment === "") {
    throw new ReticleError("invalid_input", "`pattern` is empty, so there is nothing to dump", {
      hint: "put a representative piece of code into `pattern`",
    });
  }
  const printConcrete = printerOf("cst");
  for (const rung of rungsOf(language, fragment)) {
    const judgement = judge(rung, await printConcrete(rung.text));
    if (!judgement.accepted) continue;
    const roots = rootsOf(judgement.reading);
    const shown = includeAnonymous ? roots : await namedOnly(judgement.reading, roots, printerOf("ast"));
    const lines = shown.flatMap((root) => printNode(judgement.reading, root, root.depth));
    return { lines, context: rung.name, hasErrors: judgement.reading.hasToleratedErrors };
  }
  return await dumpWithErrors(bareRung(language, fragment), printerOf(includeAnonymous ? "cst" : "ast"));
}

/** The fragment's own nodes; the root of the file is left out when the fragment is all of it. */
function rootsOf({ chain, sequence }: Reading): readonly SyntaxNode[] {
  const [outermost, next] = chain;
  if (outermost === undefined) return sequence;
  return [outermost.depth === 0 && next !== undefined ? next : outermost];
}

async function namedOnly(
  reading: Reading,
  roots: readonly SyntaxNode[],
  printAbstract: PrintTree,
): Promise<SyntaxNode[]> {
  const nodes = parseTree(await printAbstract(reading.rung.text));
  return roots.flatMap((root) => {
    const span = reading.points.span(root);
    const same = nodes.find((node) => node.kind === root.kind && isSameSpan(reading.points.span(node), span));
    return same === undefined ? [] : [same];
  });
}

function bareRung(language: StructuralLanguage, fragment: string): Rung {
  const rungs = rungsOf({ ...language, scaffolds: [{ name: "code", template: "·" }] }, fragment);
  const [rung] = rungs;
  if (rung === undefined) throw new ReticleError("internal", "a scaffold made no rung");
  return rung;
}

async function dumpWithErrors(rung: Rung, print: PrintTree): Promise<SyntaxDump> {
  const nodes = parseTree(await print(rung.text));
  const points = new PointMap(rung.text);
  const reading: Reading = { rung, points, nodes, chain: [], sequence: [], hasToleratedErrors: false };
  const [root] = nodes;
  return { lines: root === undefined ? [] : printNode(reading, root, 0), context: undefined, hasErrors: true };
}

function printNode(reading: Reading, node: SyntaxNode, baseDepth: number): string[] {
  const indent = "  ".repeat(node.depth - baseDepth);
  const span = reading.points.span(node);
  const field = node.field === undefined ? "" : `${node.field}: `;
  const source = sourceOf(reading, span);
  const isToken = !isNamed(node, reading.points);
  const kind = node.isMissing ? `MISSING ${node.kind}` : isToken ? JSON.stringify(node.kind) : node.kind;
  const leaf =
    node.children.length === 0 && !isToken && !node.isMissing
      ? ` ${JSON.stringify(shortenText(source, MAX_LEAF_CHARS))}`
      : "";
  const line = `${indent}${field}${kind}${leaf} ${at(reading, span.start)}-${at(reading, span.end)}`;
  return [line, ...node.children.flatMap((child) => printNode(reading, child, baseDepth))];
}

/** A byte offset as line and column of the snippet as written, 1-based. */
function at(reading: Reading, offset: number): string {
  const { start, end } = reading.rung.fragment;
  const before = sourceOf(reading, { start, end: Math.min(Math.max(offset, start), end) });
  const lineStart = before.lastIndexOf("\n") + 1;
  return `${before.split("\n").length}:${countCodePoints(before.slice(lineStart)) + 1}`;
}
