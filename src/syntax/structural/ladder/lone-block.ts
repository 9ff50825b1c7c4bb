import { allOf, type Rule } from "../rule.ts";
import type { ListTail, ListTails } from "./comma-lists.ts";
import { isDeclarationKind } from "./kinds.ts";
import type { LadderContext, PatternRequest } from "./pattern-request.ts";
import { readLists } from "./read-lists.ts";
import { readAs } from "./read-as.ts";
import { findMetavariables } from "./metavariables.ts";
import { isNamed, judge, type Reading, rungsOf, sourceOf } from "./rung.ts";
import type { Span, SyntaxNode } from "./syntax-tree.ts";

const LONE_BLOCK = /\{\s*\$\$\$([A-Z_][A-Z0-9_]*)?\s*\}/g;
const BLOCK_KIND = /block|body|compound|_list$/;
const LITERAL_KIND = /initializer|literal|collection/;

/** A block captured whole; its text without the braces is what `$$$NAME` stands for. */
export const BLOCK_SUFFIX = "__BLOCK";

/** Whether the fragment is a `{ $$$BODY }` and nothing else: any block, where the language has blocks. */
export function isLoneBlock({ fragment, selector }: PatternRequest): boolean {
  return selector === undefined && fragment.trim().replace(LONE_BLOCK, "") === "";
}

/** Whether there is a `{ $$$BODY }` in the fragment that no reading, or not every reading, takes for a block. */
export function misreadsLoneBlock(request: PatternRequest, readings: readonly Reading[]): boolean {
  const { language, fragment, selector } = request;
  if (selector !== undefined || !(language.isLoneBlockLiteral === true || isLoneBlock(request))) return false;
  const blocks = [...fragment.matchAll(LONE_BLOCK)].map(([block]) => block);
  if (blocks.length === 0) return false;
  return !(readings.length > 0 && readings.every((reading) => blocks.every((block) => isReadAsBlock(reading, block))));
}

function isReadAsBlock(reading: Reading, block: string): boolean {
  const nodes = reading.nodes.filter((node) => sourceOf(reading, reading.points.span(node)) === block);
  return nodes.some(({ kind }) => BLOCK_KIND.test(kind)) && !nodes.some(({ kind }) => LITERAL_KIND.test(kind));
}

export interface LoneBlocks {
  readonly rules: readonly Rule[];
  /** For each rule. */
  readonly tails: ListTails;
}

/**
 * Where `{ $$$BODY }` parses as a set or an initialiser, the pattern silently finds nothing. The
 * fragment is read with `{}` in its place, and the node is described by its children instead.
 */
export async function compileLoneBlocks(request: PatternRequest, context: LadderContext): Promise<LoneBlocks> {
  const names = [...request.fragment.matchAll(LONE_BLOCK)].map((match) => match[1] ?? "");
  const emptied = { ...request, fragment: request.fragment.replaceAll(LONE_BLOCK, "{}") };
  const kinds = new Set<string>();
  const rules: Rule[] = [];
  const tails: (readonly ListTail[])[] = [];
  for (const rung of rungsOf(request.language, emptied.fragment)) {
    const judgement = judge(rung, await context.printTree(rung.text));
    if (!judgement.accepted) continue;
    const kind = judgement.reading.chain.at(-1)?.kind;
    if (kind === undefined || kinds.has(kind)) continue;
    for (const { fragment, reading, tails: found } of await readLists(emptied, judgement.reading, context.printTree)) {
      const node = reading.chain.at(-1);
      const rule = node && (await new NodeRule({ ...request, fragment }, reading, names).write(node, context));
      if (rule === undefined) continue;
      kinds.add(kind);
      rules.push(rule);
      tails.push(found);
    }
    if (kinds.has(kind) && !isDeclarationKind(kind)) break;
  }
  return { rules, tails };
}

/** Describes a node by its kind and its children. */
class NodeRule {
  readonly #request: PatternRequest;
  readonly #reading: Reading;
  readonly #blocks: readonly { readonly node: SyntaxNode; readonly name: string }[];

  constructor(request: PatternRequest, reading: Reading, names: readonly string[]) {
    this.#request = request;
    this.#reading = reading;
    const empty = reading.nodes.filter(
      (node) => isBlockKind(node.kind) && this.#text(node) === "{}" && this.#isInside(node),
    );
    const innermost = empty.filter((node) => !empty.some((other) => isAncestor(node, other)));
    this.#blocks = innermost.map((node, index) => ({ node, name: names[index] ?? "" }));
  }

  async write(node: SyntaxNode, context: LadderContext): Promise<Rule | undefined> {
    if (this.#blocks.length === 0) return undefined;
    if (this.#blocks.some((block) => block.node === node)) return await this.#describeChild(node, context);
    return await this.#describe(node, context);
  }

  async #describe(node: SyntaxNode, context: LadderContext): Promise<Rule | undefined> {
    const rules: Rule[] = [{ kind: node.kind }];
    for (const child of node.children) {
      if (!isNamed(child, this.#reading.points)) continue;
      const rule = await this.#describeChild(child, context);
      if (rule === undefined) return undefined;
      rules.push({ has: { ...(child.field === undefined ? {} : { field: child.field }), ...rule } });
    }
    const hasAlternative = node.children.some((child) => child.field === "alternative");
    if (node.kind === "if_statement" && !hasAlternative) {
      rules.push({ not: { has: { field: "alternative", regex: "" } } });
    }
    return allOf(rules);
  }

  async #describeChild(child: SyntaxNode, context: LadderContext): Promise<Rule | undefined> {
    const block = this.#blocks.find(({ node }) => node === child);
    if (block !== undefined) {
      const isCaptured = block.name !== "" && !block.name.startsWith("_");
      return allOf([{ kind: child.kind }, ...(isCaptured ? [{ pattern: `$${block.name}${BLOCK_SUFFIX}` }] : [])]);
    }
    if (this.#blocks.some(({ node }) => isAncestor(child, node))) return await this.#describe(child, context);
    const source = sourceOf(this.#reading, this.#span(child));
    const [variable] = findMetavariables(source);
    if (variable?.sigil === "$" && variable.start === 0 && variable.end === source.length) return { pattern: source };
    const pattern = await readAs(this.#request, { source, node: child }, context);
    if (pattern !== undefined) return { pattern };
    return this.#isFirstOfKind(child)
      ? { pattern: { context: this.#reading.rung.context, selector: child.kind } }
      : undefined;
  }

  #isFirstOfKind(node: SyntaxNode): boolean {
    return this.#reading.nodes.find((one) => one.kind === node.kind) === node;
  }

  #span(node: SyntaxNode): Span {
    return this.#reading.points.span(node);
  }

  #text(node: SyntaxNode): string {
    return this.#reading.points.slice(this.#span(node));
  }

  #isInside(node: SyntaxNode): boolean {
    const span = this.#span(node);
    return span.start >= this.#reading.rung.fragment.start && span.end <= this.#reading.rung.fragment.end;
  }
}

function isBlockKind(kind: string): boolean {
  return BLOCK_KIND.test(kind) && !LITERAL_KIND.test(kind);
}

function isAncestor(node: SyntaxNode, descendant: SyntaxNode): boolean {
  for (let at = descendant.parent; at !== undefined; at = at.parent) if (at === node) return true;
  return false;
}
