import { passesParametersOn } from "../callbacks/forwarding.ts";
import type { SymbolFact, SymbolKind } from "../facts.ts";
import type { LanguageDefinition, OwnerSymbol } from "../language-definition.ts";
import type { Collected, Declaration } from "./collected.ts";
import { findDocComment, findFollowingDoc, firstSentence } from "./doc-comment.ts";
import type { LineIndex } from "./line-index.ts";
import type { ExportLinks } from "./links.ts";
import type { Outline, OutlineNode } from "./outline.ts";
import { decoratorText, signatureOf } from "./signature.ts";

const FUNCTION_KINDS = kinds("function", "method", "constructor");
const VALUE_KINDS = kinds("variable", "constant");
/** A dot in their names separates no owner. */
const MODULE_KINDS = kinds("module", "interface");
const FIELD_KINDS = kinds("field", "property");
/** Functions declared in these are methods. */
const TYPE_KINDS = kinds(
  "class",
  "interface",
  "struct",
  "enum",
  "enum member",
  "trait",
  "impl",
  "record",
  "annotation",
);

function kinds(...all: SymbolKind[]): ReadonlySet<SymbolKind> {
  return new Set(all);
}

/** A fact while its members and its exportedness are still being found. */
interface Draft {
  readonly fact: SymbolFact & { exported: boolean; exportedAs?: readonly string[]; members: SymbolFact[] };
  readonly symbol: OwnerSymbol & { exported: boolean };
  readonly declaration: Declaration;
  readonly parent: Draft | undefined;
  readonly inside: Siblings;
}

/** What is declared at one place. */
class Siblings {
  readonly values = new Set<string>();
  readonly types = new Map<string, Draft>();
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
  readonly declarationOf: ReadonlyMap<SymbolFact, Declaration>;
}

export function buildSymbols(outline: Outline, source: SymbolSource): BuiltSymbols {
  const drafts = new Map<OutlineNode, Draft>();
  const module = new Siblings();
  const defined = definedNames(outline);
  for (const node of outline.nodes) {
    if (node.declaration.isForward && defined.get(node.parent)?.has(node.declaration.name) === true) continue;
    const parent = nearestShown(node, drafts);
    if (!isShown(node, parent, parent?.inside ?? module)) continue;
    const draft = draftOf(node, parent, source);
    drafts.set(node, draft);
    parent?.fact.members.push(draft.fact);
    const { types } = parent?.inside ?? module;
    if (TYPE_KINDS.has(draft.fact.kind) && draft.fact.kind !== "impl") types.set(draft.fact.name, draft);
  }
  // A parent stands before its members, so its own answer is there when they ask.
  for (const draft of drafts.values()) markExported(draft, module, source);
  const top = [...drafts.values()].filter(({ parent }) => parent === undefined);
  exportAssigned(top, source);
  const declarationOf = new Map<SymbolFact, Declaration>();
  for (const { fact, declaration } of drafts.values()) declarationOf.set(fact, declaration);
  return { symbols: top.map(({ fact }) => fact), marked: markedNames(top, source), declarationOf };
}

/** What is in something that is not shown, as an object is in a local variable, belongs to what is around that. */
function nearestShown({ parent }: OutlineNode, drafts: ReadonlyMap<OutlineNode, Draft>): Draft | undefined {
  let around = parent;
  while (around !== undefined && !drafts.has(around)) around = around.parent;
  return around === undefined ? undefined : drafts.get(around);
}

/** By parent, the names that are declared in full. */
function definedNames({ nodes }: Outline): ReadonlyMap<OutlineNode | undefined, ReadonlySet<string>> {
  const defined = new Map<OutlineNode | undefined, Set<string>>();
  for (const { parent, declaration } of nodes) {
    if (declaration.isForward) continue;
    const names = defined.get(parent) ?? new Set();
    defined.set(parent, names.add(declaration.name));
  }
  return defined;
}

/**
 * Left out: variables of functions and fields of types they use in passing, `a.b = {…}` without a
 * function in it, and assignments to a variable that is already there.
 */
function isShown(node: OutlineNode, parent: Draft | undefined, { values }: Siblings): boolean {
  const { declaration, isLocal, childCount } = node;
  const { kind, name, needsMembers, isNeverLocal } = declaration;
  if ((needsMembers && childCount === 0) || (isNeverLocal && isLocal)) return false;
  const isValue = VALUE_KINDS.has(kind);
  if (isLocal && isValue) return false;
  const isField = FIELD_KINDS.has(kind);
  if (isLocal && isField && (parent === undefined || FUNCTION_KINDS.has(parent.fact.kind))) return false;
  if (!isValue && !isField) return true;
  // A field is no variable of the same name.
  const key = isField ? `.${name}` : name;
  const isNew = !values.has(key);
  values.add(key);
  return isNew;
}

function kindOf({ kind }: Declaration, parent: Draft | undefined): SymbolKind {
  return kind === "function" && parent !== undefined && TYPE_KINDS.has(parent.fact.kind) ? "method" : kind;
}

function draftOf({ declaration, isLocal }: OutlineNode, parent: Draft | undefined, source: SymbolSource): Draft {
  const { text, lines, collected, language } = source;
  const kind = kindOf(declaration, parent);
  const isFunction = FUNCTION_KINDS.has(kind);
  const decorators = declaration.decorators.map((span) => decoratorText(span, text));
  const symbol = { name: declaration.name, kind, modifiers: declaration.modifiers, decorators, exported: false };
  const scopes = [declaration.bodyId, ...declaration.clauseBodyIds].flatMap(
    (id) => collected.scopes.get(id ?? -1) ?? [],
  );
  const doc = docOf(declaration, parent, source);
  const startLine = lines.lineOf(declaration.start);
  const visibility = language.visibilityOf(symbol, parent?.symbol);
  const signature = signatureOf(declaration, {
    text,
    comments: collected.comments,
    scopeStarts: collected.scopeStarts,
  });
  const fact = {
    name: declaration.name,
    kind,
    startLine,
    endLine: lines.lineOf(Math.max(declaration.start, declaration.end - 1)),
    nameLine: lines.lineOf(declaration.nameStart),
    docStartLine: doc.startLine ?? startLine,
    start: declaration.start,
    end: declaration.end,
    ...bodyOf(declaration),
    exported: false,
    ...(visibility !== undefined && { visibility }),
    ...(signature !== undefined && { signature }),
    ...(doc.line !== undefined && { doc: doc.line }),
    decorators,
    isAsync: isFunction && (declaration.modifiers.includes("async") || scopes.some(({ isAsync }) => isAsync)),
    // Each clause is a way through.
    ...(isFunction && scopes.length > 0 && { complexity: scopes.reduce((sum, { branches }) => sum + 1 + branches, 0) }),
    ...(isForwarding(kind, declaration, source) && { isForwarding: true as const }),
    isLocal,
    members: [],
  };
  return { fact, symbol, declaration, parent, inside: new Siblings() };
}

/** Nothing where there are several, as of a function in clauses. */
function bodyOf({ bodyStart, bodyEnd, clauseBodyIds }: Declaration): Pick<SymbolFact, "bodyStart" | "bodyEnd"> {
  return bodyEnd === undefined || clauseBodyIds.length > 0 ? {} : { bodyStart, bodyEnd };
}

function isForwarding(
  kind: SymbolKind,
  { bodyId, clauseBodyIds }: Declaration,
  { collected, language }: SymbolSource,
): boolean {
  if (kind === "constructor" || !FUNCTION_KINDS.has(kind) || bodyId === undefined || clauseBodyIds.length > 0)
    return false;
  const mark = collected.callbackMarks.forwards.get(bodyId);
  return mark !== undefined && passesParametersOn(mark, language.namesParametersLast === true);
}

function docOf(
  declaration: Declaration,
  parent: Draft | undefined,
  { text, lines, collected, language }: SymbolSource,
) {
  const commented = { text, lines, comments: collected.comments };
  const found = findDocComment(commented, declaration.start, language.comments);
  const { docstring } = declaration;
  const following =
    found === undefined && language.comments.mayFollow === true && parent?.declaration.end !== declaration.end
      ? findFollowingDoc(commented, declaration.end, language.comments)
      : undefined;
  const words = docstring === undefined ? (found?.text ?? following) : text.slice(docstring.start, docstring.end);
  return {
    startLine: found?.isAttached === true ? lines.lineOf(found.start) : undefined,
    line: firstSentence(words ?? "", language.comments.hasMarkup === true),
  };
}

function markExported(draft: Draft, module: Siblings, source: SymbolSource): void {
  const { fact, declaration, parent } = draft;
  if (fact.isLocal) return;
  const names = parent === undefined ? (source.links.namesOf.get(fact.name) ?? []) : [];
  const isListed = names.length > 0 || declaration.isDefaultExport;
  const exported = isListed || isExportedByItself(draft, module, source);
  setExported(draft, exported);
  const others = new Set(names);
  if (declaration.isDefaultExport) others.add("default");
  others.delete(fact.name);
  if (others.size > 0) fact.exportedAs = [...others];
}

function isExportedByItself(draft: Draft, module: Siblings, { language, links }: SymbolSource): boolean {
  const { fact, symbol, parent } = draft;
  if (symbol.kind === "impl") {
    const implemented = (parent?.inside ?? module).types.get(symbol.name);
    // The type of another file: its members say themselves whether they can be reached.
    if (implemented === undefined) return fact.visibility !== "private" && (parent?.symbol.exported ?? true);
    return language.isExported(implemented.symbol, parent?.symbol);
  }
  if (parent === undefined && links.hasList && language.isExportListExclusive === true) return false;
  return language.isExported(symbol, parent?.symbol);
}

function setExported({ fact, symbol }: Draft, exported: boolean): void {
  fact.exported = exported;
  symbol.exported = exported;
}

/** `res.send = …` leaves the module together with `res`, where the language would let it. */
function exportAssigned(top: readonly Draft[], { language }: SymbolSource): void {
  const exported = new Map<string, OwnerSymbol>();
  for (const { fact, symbol } of top) if (fact.exported && !fact.name.includes(".")) exported.set(fact.name, symbol);
  for (const draft of top) {
    const { fact, symbol } = draft;
    const dot = fact.name.indexOf(".");
    if (fact.exported || fact.isLocal || dot <= 0) continue;
    const root = exported.get(fact.name.slice(0, dot));
    const member = { ...symbol, name: fact.name.slice(dot + 1), kind: "method" } as const;
    if (root === undefined || !language.isExported(member, root)) continue;
    setExported(draft, true);
    for (const inner of fact.members)
      Object.assign(inner, { exported: inner.visibility === undefined && !inner.isLocal });
  }
}

function markedNames(top: readonly Draft[], { language, links }: SymbolSource): { name: string; line: number }[] {
  if (links.hasList && language.isExportListExclusive === true) return [];
  const seen = new Set(links.facts.map(({ name }) => name));
  const marked: { name: string; line: number }[] = [];
  for (const { fact, declaration, symbol } of top) {
    const isOwnName =
      fact.exported &&
      !declaration.isDefaultExport &&
      fact.kind !== "impl" &&
      (MODULE_KINDS.has(fact.kind) || !fact.name.includes("."));
    if (!isOwnName || seen.has(fact.name) || !language.isExported(symbol, undefined)) continue;
    seen.add(fact.name);
    marked.push({ name: fact.name, line: fact.nameLine });
  }
  return marked;
}
