import type { SymbolFact, SymbolKind } from "../facts.ts";
import type { LanguageDefinition, OwnerSymbol } from "../language-definition.ts";
import type { Collected, Declaration } from "./collected.ts";
import { findDocComment, firstSentence } from "./doc-comment.ts";
import type { LineIndex } from "./line-index.ts";
import type { ExportLinks } from "./links.ts";
import type { Outline, OutlineNode } from "./outline.ts";
import { decoratorText, signatureOf } from "./signature.ts";

const FUNCTION_KINDS: ReadonlySet<SymbolKind> = new Set(["function", "method", "constructor"]);
const VALUE_KINDS: ReadonlySet<SymbolKind> = new Set(["variable", "constant"]);

/** A fact while its members and its exportedness are still being found. */
interface Draft {
  readonly fact: SymbolFact & { exported: boolean; exportedAs?: readonly string[]; members: SymbolFact[] };
  readonly owner: OwnerSymbol & { exported: boolean };
  readonly declaration: Declaration;
}

export interface SymbolSource {
  readonly text: string;
  readonly lines: LineIndex;
  readonly collected: Collected;
  readonly language: LanguageDefinition;
  readonly links: ExportLinks;
}

export interface BuiltSymbols {
  readonly symbols: readonly SymbolFact[];
  /** Top-level names that leave the module by their own declaration. */
  readonly marked: readonly { readonly name: string; readonly line: number }[];
}

export function buildSymbols(outline: Outline, source: SymbolSource): BuiltSymbols {
  const drafts = new Map<OutlineNode, Draft>();
  const top: Draft[] = [];
  for (const node of outline.nodes) {
    if (!isShown(node)) continue;
    const parent = node.parent === undefined ? undefined : drafts.get(node.parent);
    const draft = draftOf(node, parent, source);
    drafts.set(node, draft);
    if (parent === undefined) top.push(draft);
    else parent.fact.members.push(draft.fact);
  }
  exportAssigned(top, source);
  return { symbols: top.map(({ fact }) => fact), marked: markedNames(top, source) };
}

/** Variables of functions say nothing to a reader of an outline, nor does `a.b = {…}` without functions in it. */
function isShown({ declaration, isLocal, childCount }: OutlineNode): boolean {
  if (declaration.needsMembers && childCount === 0) return false;
  return !(isLocal && VALUE_KINDS.has(declaration.kind));
}

function draftOf(node: OutlineNode, parent: Draft | undefined, source: SymbolSource): Draft {
  const { text, lines, collected, language, links } = source;
  const { declaration, isLocal } = node;
  const { name, kind, modifiers } = declaration;
  const declared = { name, kind, modifiers };
  const scope = declaration.bodyId === undefined ? undefined : collected.scopes.get(declaration.bodyId);
  const isFunction = FUNCTION_KINDS.has(kind);
  const doc = findDocComment({ text, lines, comments: collected.comments }, declaration.start, language.comments);
  const docstring = declaration.docstring && text.slice(declaration.docstring.start, declaration.docstring.end);
  const docLine = firstSentence(docstring ?? doc?.text ?? "", language.comments.hasMarkup === true);
  const startLine = lines.lineOf(declaration.start);
  const visibility = language.visibilityOf(declared);
  const signature = signatureOf(declaration, text, collected.comments);
  const aliases = parent === undefined ? (links.namesOf.get(name) ?? []) : [];
  const isListed = aliases.length > 0 || declaration.isDefaultExport;
  const exported = !isLocal && (isListed || isExportedByItself(declared, parent, source));
  const exportedAs = exported ? otherNames(declaration, aliases) : [];
  const fact = {
    name,
    kind,
    startLine,
    endLine: lines.lineOf(Math.max(declaration.start, declaration.end - 1)),
    nameLine: lines.lineOf(declaration.nameStart),
    docStartLine: doc === undefined ? startLine : lines.lineOf(doc.start),
    exported,
    ...(exportedAs.length > 0 && { exportedAs }),
    ...(visibility !== undefined && { visibility }),
    ...(signature !== undefined && { signature }),
    ...(docLine !== undefined && { doc: docLine }),
    decorators: declaration.decorators.map((span) => decoratorText(span, text)),
    isAsync: isFunction && (modifiers.includes("async") || scope?.isAsync === true),
    ...(isFunction && scope !== undefined && { complexity: 1 + scope.branches }),
    isLocal,
    members: [],
  };
  return { fact, owner: { ...declared, exported }, declaration };
}

function isExportedByItself(
  declared: { name: string; kind: SymbolKind; modifiers: readonly string[] },
  parent: Draft | undefined,
  { language, links }: SymbolSource,
): boolean {
  if (parent === undefined && links.hasList && language.isExportListExclusive === true) return false;
  return language.isExported(declared, parent?.owner);
}

function otherNames(declaration: Declaration, aliases: readonly string[]): string[] {
  const names = new Set(aliases);
  if (declaration.isDefaultExport) names.add("default");
  names.delete(declaration.name);
  return [...names];
}

/** `res.send = …` leaves the module together with `res`, where the language would let it. */
function exportAssigned(top: readonly Draft[], { language }: SymbolSource): void {
  const exported = new Map<string, OwnerSymbol>();
  for (const { fact, owner } of top) if (fact.exported && !fact.name.includes(".")) exported.set(fact.name, owner);
  for (const { fact, owner } of top) {
    const dot = fact.name.indexOf(".");
    if (fact.exported || fact.isLocal || dot <= 0) continue;
    const root = exported.get(fact.name.slice(0, dot));
    if (root === undefined || !language.isExported({ ...owner, name: fact.name.slice(dot + 1) }, root)) continue;
    fact.exported = true;
    owner.exported = true;
    for (const member of fact.members) Object.assign(member, { exported: member.visibility === undefined });
  }
}

function markedNames(top: readonly Draft[], { language, links }: SymbolSource): { name: string; line: number }[] {
  if (links.hasList && language.isExportListExclusive === true) return [];
  const seen = new Set(links.facts.map(({ name }) => name));
  const marked: { name: string; line: number }[] = [];
  for (const { fact, declaration, owner } of top) {
    const isOwnName = fact.exported && !declaration.isDefaultExport && fact.kind !== "impl" && !fact.name.includes(".");
    if (!isOwnName || seen.has(fact.name) || !language.isExported({ ...owner }, undefined)) continue;
    seen.add(fact.name);
    marked.push({ name: fact.name, line: fact.nameLine });
  }
  return marked;
}
