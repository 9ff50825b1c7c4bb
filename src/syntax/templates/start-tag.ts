import type { Span } from "../extract/span.ts";
import { closingBrace } from "./scan-code.ts";

export interface StartTag {
  readonly name: string;
  readonly nameStart: number;
  readonly attributes: readonly Attribute[];
  readonly isSelfClosing: boolean;
  /** Behind its last character. */
  readonly end: number;
}

export interface Attribute {
  /** Empty: it is nothing but a hole. */
  readonly name: string;
  readonly start: number;
  /** Without quotes; undefined: it has only a name. */
  readonly value?: Span;
  /** Code in braces, without them. */
  readonly holes: readonly Span[];
}

export interface TagDialect {
  /** Braces in a tag hold code. */
  readonly hasHoles: boolean;
}

const SPACE = /(?:\s|\/(?![>/*]))*/y;
const TAG_NAME = /[^\s/>]+/y;
const ATTRIBUTE_NAME = { plain: /[^\s/>=]+/y, withHoles: /[^\s/>={"']+/y } as const;

/** The tag of which "<" stands at an offset. Undefined: it has no end. */
export function readStartTag(text: string, start: number, dialect: TagDialect): StartTag | undefined {
  const name = match(TAG_NAME, text, start + 1);
  const attributes: Attribute[] = [];
  let at = start + 1 + name.length;
  while (at < text.length) {
    at += match(SPACE, text, at).length;
    if (at >= text.length) return undefined;
    if (text[at] === ">" || text.startsWith("/>", at)) {
      const isSelfClosing = text[at] === "/";
      return { name, nameStart: start + 1, attributes, isSelfClosing, end: at + (isSelfClosing ? 2 : 1) };
    }
    if (dialect.hasHoles && text[at] === "/") {
      at = endOfComment(text, at);
      continue;
    }
    const read = readAttribute(text, at, dialect);
    if (read === undefined) return undefined;
    attributes.push(read.attribute);
    at = read.end;
  }
  return undefined;
}

interface Read {
  readonly attribute: Attribute;
  readonly end: number;
}

function readAttribute(text: string, start: number, dialect: TagDialect): Read | undefined {
  if (dialect.hasHoles && text[start] === "{") {
    const end = closingBrace(text, start + 1);
    if (end < 0) return undefined;
    return { attribute: { name: "", start, holes: [{ start: start + 1, end }] }, end: end + 1 };
  }
  const pattern = dialect.hasHoles ? ATTRIBUTE_NAME.withHoles : ATTRIBUTE_NAME.plain;
  // What no name begins with is one character of nonsense.
  const name = match(pattern, text, start) || (text[start] as string);
  let at = start + name.length;
  const equals = /\s*=\s*/y;
  const sign = match(equals, text, at);
  if (sign === "") return { attribute: { name, start, holes: [] }, end: at };
  at += sign.length;
  const quote = text[at] === '"' || text[at] === "'" ? text[at] : undefined;
  const value = readValue(text, quote === undefined ? at : at + 1, { quote, dialect });
  if (value === undefined) return undefined;
  return { attribute: { name, start, ...value }, end: value.value.end + (quote === undefined ? 0 : 1) };
}

function readValue(
  text: string,
  start: number,
  { quote, dialect }: { quote: string | undefined; dialect: TagDialect },
): { readonly value: Span; readonly holes: readonly Span[] } | undefined {
  const holes: Span[] = [];
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] as string;
    if (quote === undefined ? /[\s>]/.test(character) || text.startsWith("/>", at) : character === quote) {
      return { value: { start, end: at }, holes };
    }
    if (!dialect.hasHoles || character !== "{") continue;
    const end = closingBrace(text, at + 1);
    if (end < 0) return undefined;
    holes.push({ start: at + 1, end });
    at = end;
  }
  return undefined;
}

function endOfComment(text: string, at: number): number {
  const end = text[at + 1] === "*" ? text.indexOf("*/", at) : text.indexOf("\n", at);
  if (end < 0) return text.length;
  return text[at + 1] === "*" ? end + 2 : end;
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

/** What an attribute without code is set to. */
export function valueOf({ attributes }: StartTag, name: string, text: string): string | undefined {
  const found = attributes.find((attribute) => attribute.name === name);
  return found?.value === undefined ? undefined : text.slice(found.value.start, found.value.end);
}

export function hasAttribute({ attributes }: StartTag, name: string): boolean {
  return attributes.some((attribute) => attribute.name === name);
}
