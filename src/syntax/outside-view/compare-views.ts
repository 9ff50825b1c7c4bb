import { hash } from "node:crypto";
import type { SourceDocument } from "../../workspace/document.ts";
import type { FileFacts, SymbolFact, SymbolKind } from "../facts.ts";
import { outsideView } from "./outside-view.ts";

type FactsOf = (document: SourceDocument) => Promise<FileFacts>;

interface Span {
  readonly start: number;
  readonly end: number;
}
/** The top-level declarations of a file that was understood whole, as it was with one content. */
interface Layout {
  readonly hash: string;
  readonly declarations: readonly Span[];
}
interface Cut {
  /** Offset of the first character that differs. */
  readonly start: number;
  /** Offset behind the last one that differs, in the old text. */
  readonly oldEnd: number;
  /** How much longer the new text is. */
  readonly growth: number;
}

const MAX_LAYOUTS = 100;
/** Uses of such a name see what its own declaration shows; uses of others may see a value through it. */
const opaque: ReadonlySet<SymbolKind> = new Set(["function", "class", "interface", "type", "enum", "namespace"]);

/**
 * Compares what other files can see of two versions of a file. The first look parses both; after that, a change inside
 * of one declaration costs the parse of that declaration.
 */
export class OutsideViews {
  readonly #layouts = new Map<string, Layout>();

  /** False also where it is not known. Rejects as `factsOf` does. */
  async isSame(before: SourceDocument, after: SourceDocument, factsOf: FactsOf): Promise<boolean> {
    if (before.hash === after.hash) return true;
    const known = await this.#compareDeclarations(before, after, factsOf);
    if (known !== undefined) return known;
    const [was, is] = await Promise.all([factsOf(before), factsOf(after)]);
    const view = outsideView(after.text, is);
    if (view !== undefined) this.#remember(after, is.symbols);
    return view !== undefined && view === outsideView(before.text, was);
  }

  /** Undefined: both files have to be read whole. */
  async #compareDeclarations(
    before: SourceDocument,
    after: SourceDocument,
    factsOf: FactsOf,
  ): Promise<boolean | undefined> {
    const layout = this.#layouts.get(before.path);
    if (layout?.hash !== before.hash) return undefined;
    const cut = cutOf(before.text, after.text);
    const { declarations } = layout;
    const touched = declarations.filter(({ start, end }) => start <= cut.oldEnd && cut.start <= end);
    const [one] = touched;
    if (one === undefined || touched.length > 1 || cut.start <= one.start || one.end <= cut.oldEnd) return undefined;
    const [was, is] = await Promise.all([
      viewOfOne(excerpt(before, one), factsOf),
      viewOfOne(excerpt(after, { start: one.start, end: one.end + cut.growth }), factsOf),
    ]);
    if (was === undefined || is === undefined) return undefined;
    const isOpaque = opaque.has(was.kind) && opaque.has(is.kind);
    if (!isOpaque && (was.name !== is.name || isNamedElsewhere(was.name, before.text, one))) return undefined;
    this.#remember(
      after,
      declarations.map((each) => (each === one ? { start: each.start, end: each.end + cut.growth } : moved(each, cut))),
    );
    return was.view === is.view;
  }

  #remember({ path, hash: of }: SourceDocument, declarations: readonly Span[]): void {
    this.#layouts.delete(path);
    this.#layouts.set(path, { hash: of, declarations: declarations.map(({ start, end }) => ({ start, end })) });
    const [oldest] = this.#layouts.keys();
    if (this.#layouts.size > MAX_LAYOUTS && oldest !== undefined) this.#layouts.delete(oldest);
  }
}

function cutOf(before: string, after: string): Cut {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { start, oldEnd: before.length - tail, growth: after.length - before.length };
}

function moved(span: Span, { oldEnd, growth }: Cut): Span {
  return span.start < oldEnd ? span : { start: span.start + growth, end: span.end + growth };
}

function excerpt(document: SourceDocument, { start, end }: Span): SourceDocument {
  const text = document.text.slice(start, end);
  return { ...document, text, hash: hash("sha1", text, "hex"), bytes: Buffer.byteLength(text) };
}

interface View {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly view: string;
}

/** Undefined unless the text is one whole declaration and nothing else: then nothing else in its file is read in another way. */
async function viewOfOne({ text, ...document }: SourceDocument, factsOf: FactsOf): Promise<View | undefined> {
  const facts = await factsOf({ text, ...document });
  const [symbol] = facts.symbols;
  const view = outsideView(text, facts);
  if (view === undefined || symbol === undefined || !isWhole(symbol, facts, text)) return undefined;
  return { name: symbol.name, kind: symbol.kind, view };
}

function isWhole({ start, end }: SymbolFact, { symbols }: FileFacts, text: string): boolean {
  return symbols.length === 1 && start === 0 && end === text.length;
}

function isNamedElsewhere(name: string, text: string, { start, end }: Span): boolean {
  const words = `${text.slice(0, start)} ${text.slice(end)}`.split(/[^\w$]+/);
  return words.includes(name);
}
