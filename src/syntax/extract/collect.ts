import type { SyntaxNode } from "../tree/syntax-tree.ts";
import { createCallbackMarks, markCallback } from "../callbacks/callback-marks.ts";
import type { SymbolKind } from "../facts.ts";
import type { CaptureMap, Collected, Declaration, ExportMark } from "./collected.ts";
import type { Capture, PatternMatch } from "./match.ts";
import type { Pattern } from "./pattern.ts";
import type { Span } from "./span.ts";

const SYMBOL = "symbol.";
const MAX_NAME_LENGTH = 120;

export interface CollectedSource {
  readonly text: string;
  readonly path: string;
  readonly nameOf?: (written: string) => string;
}

/** Sorts the matches of a query by what they say. Vocabulary: queries/README.md. */
export function collect(matches: readonly PatternMatch[], source: CollectedSource): Collected {
  const { text } = source;
  const into: Collected = {
    declarations: [],
    scopes: new Map(),
    scopeStarts: [],
    unscopedIds: new Set(),
    branches: [],
    comments: [],
    modifiers: [],
    sections: [],
    decorators: [],
    docstrings: [],
    nextDocstrings: [],
    laterModifiers: [],
    wrappers: new Map(),
    wrapperOf: new Map(),
    imports: new Map(),
    importTexts: [],
    importIds: new Set(),
    exports: new Map(),
    errors: [],
    callbackMarks: createCallbackMarks(),
    packageName: undefined,
  };
  for (const match of matches) {
    let first: Capture | undefined;
    let count = 0;
    for (const capture of match.captures) {
      if (capture.name.startsWith("_")) continue;
      first ??= capture;
      count += 1;
    }
    if (first === undefined) continue;
    if (count === 1 && collectSingle(match.pattern, first, text, into)) continue;
    collectGroup(match, source, into);
  }
  into.comments.sort((a, b) => a.start - b.start);
  into.sections.sort((a, b) => a.start - b.start);
  for (const id of into.unscopedIds) into.scopes.delete(id);
  for (const { start } of into.scopes.values()) into.scopeStarts.push(start);
  into.scopeStarts.sort((a, b) => a - b);
  return into;
}

/** The captures that stand alone. False: the pattern is one of the others. */
function collectSingle({ properties }: Pattern, { name, node }: Capture, text: string, into: Collected): boolean {
  switch (name) {
    case "comment":
      into.comments.push(spanOf(node));
      return true;
    case "branch":
      into.branches.push(node.startIndex);
      return true;
    case "modifier":
      into.modifiers.push({ start: node.startIndex, text: properties["modifier"] ?? textOf(node, text) });
      return true;
    case "decorator":
      into.decorators.push(spanOf(node));
      return true;
    case "docstring":
      into.docstrings.push(spanOf(node));
      return true;
    case "docstring.next":
      into.nextDocstrings.push(spanOf(node));
      return true;
    case "error":
      into.errors.push(spanOf(node));
      return true;
    case "package":
      into.packageName = textOf(node, text);
      return true;
    case "import.text":
      into.importTexts.push({ start: node.startIndex, text: textOf(node, text) });
      return true;
    default:
      return false;
  }
}

function collectGroup(match: PatternMatch, source: CollectedSource, into: Collected): void {
  const { text } = source;
  const captures = new Map<string, SyntaxNode>();
  let kind: SymbolKind | undefined;
  let symbol: SyntaxNode | undefined;
  for (const { name, node } of match.captures) {
    if (name.startsWith(SYMBOL)) {
      kind = name.slice(SYMBOL.length).replace("-", " ") as SymbolKind;
      symbol = node;
    } else {
      captures.set(name, node);
    }
  }
  const unscoped = captures.get("unscoped");
  if (unscoped !== undefined) into.unscopedIds.add(unscoped.id);
  if (symbol !== undefined && kind !== undefined) {
    const declaration = declarationOf(match, { symbol, kind, captures }, source);
    if (declaration !== undefined) into.declarations.push(declaration);
    return;
  }
  if (captures.has("scope")) addScope(captures, into);
  else if (captures.has("section")) addSection(captures, match, text, into);
  else if (captures.has("modified")) addLaterModifier(captures, match, source, into);
  else if (captures.has("wrapped")) addWrapper(captures, text, into);
  else if (captures.has("import")) addImport(captures, text, into);
  else if (markCallback(match, text, into.callbackMarks)) return;
  else if (captures.has("export") || captures.has("export.listed")) addExport(captures, match, text, into);
}

function declarationOf(
  match: PatternMatch,
  found: { symbol: SyntaxNode; kind: SymbolKind; captures: CaptureMap },
  source: CollectedSource,
): Declaration | undefined {
  const { symbol, kind, captures } = found;
  const { properties } = match.pattern;
  const span = spanOf(symbol);
  const start = properties["from"] === "line" ? firstOnLine(span.start, source.text) : span.start;
  const head = captures.get("head");
  const body = captures.get("body");
  const keyword = captures.get("modifier");
  const counted = captures.get("counted") ?? body;
  const bodyStart = body?.startIndex ?? head?.endIndex ?? span.end;
  const nameNode = captures.get("name");
  const named =
    nameNode === undefined ? { start: span.start, end: head === body ? span.start : bodyStart } : spanOf(nameNode);
  const name = nameIn(captures, properties, { source, named });
  if (name === undefined || name === "" || name.length > MAX_NAME_LENGTH) return undefined;
  return {
    pattern: match.pattern.index,
    id: symbol.id,
    nameId: nameNode?.id ?? symbol.id,
    kind,
    name,
    nameStart: named.start,
    nameEnd: named.end,
    bodyId: body?.id ?? head?.id,
    bodyStart,
    bodyEnd: body?.endIndex,
    clausesOf: clausesOf(captures, properties, name),
    clauseBodyIds: [],
    containsFrom:
      captures.get("members")?.startIndex ??
      (body === undefined && head === undefined ? Math.max(named.end, span.start) : bodyStart),
    valueId: captures.get("value")?.id,
    withinId: captures.get("within")?.id,
    needsMembers: properties["keep"] === "with-members",
    isForward: properties["keep"] === "if-only",
    isNeverLocal: properties["keep"] === "if-only" || properties["keep"] === "outside-functions",
    level: properties["level"] === undefined ? undefined : Number(properties["level"]),
    count: counted === undefined ? undefined : countIn(counted, properties["count"]),
    signature: properties["signature"],
    headStart: start,
    start,
    end: captures.get("end")?.endIndex ?? span.end,
    isDefaultExport: false,
    modifiers: [
      ...(captures.has("async") ? ["async"] : []),
      ...(keyword === undefined ? [] : [textOf(keyword, source.text)]),
      ...(properties["modifier"] === undefined ? [] : [properties["modifier"]]),
    ],
    decorators: [],
    docstring: undefined,
  };
}

/** What the clauses of one function have in common: the name, and how many parameters where that counts. */
function clausesOf(
  captures: CaptureMap,
  properties: Readonly<Record<string, string>>,
  name: string,
): string | undefined {
  if (properties["join-clauses"] === undefined) return undefined;
  const arity = captures.get("arity");
  return `${name}/${arity === undefined ? 0 : childCountOf(arity)}`;
}

function nameIn(
  captures: CaptureMap,
  properties: Readonly<Record<string, string>>,
  { source, named }: { source: CollectedSource; named: Span },
): string | undefined {
  const { text, path, nameOf } = source;
  if (properties["name"] === "file") return fileStem(path);
  if (properties["name"] !== "head" && !captures.has("name")) return undefined;
  const isGiven = properties["name"] !== undefined && properties["name"] !== "head";
  const written = isGiven ? (properties["name"] as string) : sliceOf(named, text);
  const own = nameOf === undefined ? unquote(written) : nameOf(written);
  const owner = captures.get("owner");
  return owner === undefined ? own : `${textOf(owner, text)}${properties["join"] ?? "."}${own}`;
}

/** The first character on the line of an offset that is not white space. */
function firstOnLine(offset: number, text: string): number {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  return offset - text.slice(lineStart, offset).trimStart().length;
}

/** "Card" for "/src/Card.vue". */
function fileStem(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).replace(/\.[^.]*$/, "");
}

/** "12 keys", "1 key". */
function countIn(body: SyntaxNode, what: string | undefined): string | undefined {
  if (what === undefined) return undefined;
  const count = childCountOf(body);
  return `${count} ${count === 1 ? what.replace(/s$/, "") : what}`;
}

function childCountOf({ namedChildren }: SyntaxNode): number {
  return namedChildren.filter(({ type }) => type !== "comment").length;
}

function addLaterModifier(
  captures: CaptureMap,
  match: PatternMatch,
  { text, nameOf = unquote }: CollectedSource,
  into: Collected,
): void {
  const node = captures.get("modified") as SyntaxNode;
  const keyword = captures.get("modifier");
  const modifier = match.pattern.properties["modifier"] ?? (keyword === undefined ? "" : textOf(keyword, text));
  into.laterModifiers.push({ start: node.startIndex, name: nameOf(textOf(node, text)), modifier });
}

function addScope(captures: CaptureMap, into: Collected): void {
  const node = captures.get("scope") as SyntaxNode;
  const isAsync = captures.has("async");
  const known = into.scopes.get(node.id);
  if (known !== undefined) known.isAsync ||= isAsync;
  else {
    const end = captures.get("end")?.endIndex ?? node.endIndex;
    into.scopes.set(node.id, { start: node.startIndex, end, id: node.id, isAsync, branches: 0 });
  }
}

function addSection(captures: CaptureMap, match: PatternMatch, text: string, into: Collected): void {
  const node = captures.get("section") as SyntaxNode;
  const { parent } = node;
  if (parent === undefined) return;
  into.sections.push({
    start: node.startIndex,
    end: parent.endIndex,
    parentId: parent.id,
    modifier: match.pattern.properties["modifier"] ?? textOf(node, text),
  });
}

function addWrapper(captures: CaptureMap, text: string, into: Collected): void {
  const statement = captures.get("statement");
  const node = statement ?? captures.get("wrapper");
  const wrapped = captures.get("wrapped");
  if (node === undefined || wrapped === undefined) return;
  const modifier = captures.get("modifier");
  const isDefault = captures.has("default");
  // One node can be named by several patterns: once for each declarator and each modifier.
  const wrapper = into.wrappers.get(node.id) ?? {
    ...spanOf(node),
    id: node.id,
    isHead: statement !== undefined,
    wrappedIds: [],
    modifiers: [],
    isDefault: false,
  };
  into.wrappers.set(node.id, wrapper);
  into.wrapperOf.set(wrapped.id, wrapper);
  if (!wrapper.wrappedIds.includes(wrapped.id)) wrapper.wrappedIds.push(wrapped.id);
  if (modifier !== undefined) wrapper.modifiers.push(textOf(modifier, text));
  wrapper.isDefault ||= isDefault;
}

function addImport(captures: CaptureMap, text: string, into: Collected): void {
  const node = captures.get("import") as SyntaxNode;
  const source = captures.get("source") ?? node;
  const name = captures.get("name");
  const mark = into.imports.get(source.id) ?? { start: node.startIndex, source: undefined, names: [] };
  into.imports.set(source.id, mark);
  into.importIds.add(node.id);
  mark.source ??= unquote(textOf(source, text));
  const bound = captures.get("all") ?? name;
  if (bound === undefined) return;
  const word = bound === name ? unquote(textOf(name, text)) : "*";
  if (!mark.names.some((known) => known.name === word)) mark.names.push({ name: word, start: bound.startIndex });
}

function addExport(captures: CaptureMap, match: PatternMatch, text: string, into: Collected): void {
  const node = (captures.get("export") ?? captures.get("export.listed")) as SyntaxNode;
  const read = (name: string): string | undefined => {
    const found = captures.get(name);
    return found === undefined ? undefined : unquote(textOf(found, text));
  };
  const mark: ExportMark = into.exports.get(node.id) ?? {
    start: node.startIndex,
    name: undefined,
    local: undefined,
    from: undefined,
    isListed: false,
  };
  into.exports.set(node.id, mark);
  mark.local ??= read("export.local");
  mark.name ??= match.pattern.properties["export"] ?? read("export.name") ?? read("export.listed");
  if (captures.has("default")) mark.name ??= "default";
  // All of a module under a name is the module itself.
  if (captures.has("all") && mark.name !== undefined && mark.name !== "*") mark.local ??= "*";
  if (captures.has("all")) mark.name ??= "*";
  mark.from ??= read("source");
  mark.isListed ||= captures.has("export.listed");
}

function spanOf(node: SyntaxNode): Span {
  return { start: node.startIndex, end: node.endIndex };
}

function textOf(node: SyntaxNode, text: string): string {
  return sliceOf(spanOf(node), text);
}

function sliceOf({ start, end }: Span, text: string): string {
  return text.slice(start, end).replace(/\s+/g, " ").trim();
}

/** `"a"`, `'a'` and `` `a` `` as `a`; anything else as it is. */
export function unquote(name: string): string {
  const quote = name[0];
  if (name.length < 2 || name.at(-1) !== quote) return name;
  return quote === '"' || quote === "'" || quote === "`" ? name.slice(1, -1) : name;
}
