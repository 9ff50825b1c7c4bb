import type { Span } from "../extract/span.ts";
import { ELEMENT_NAMES, toCamelCase, toPascalCase, VOID_ELEMENTS } from "./element-names.ts";
import { type Attribute, hasAttribute, readStartTag, type StartTag } from "./start-tag.ts";
import { type Closer, MAX_OPEN, type TemplateScriptBuilder } from "./template-script.ts";
import { readDirective, type VueDirective } from "./vue-directive.ts";

export interface VueMarkupSource {
  readonly text: string;
  readonly builder: TemplateScriptBuilder;
  /** In the scripts of a file with `<script setup>`, whose names the template sees; of other files none. */
  readonly setupWords: ReadonlySet<string>;
}

interface OpenElement {
  readonly name: string;
  readonly closers: readonly Closer[];
  /** Nothing in it is code. */
  readonly isVerbatim: boolean;
}

/** Directives of which the value declares names or is none. */
const WITHOUT_EXPRESSION: ReadonlySet<string> = new Set(["for", "slot", "on", "pre", "cloak", "once", "else"]);
const BUILT_IN: ReadonlySet<string> = new Set(
  "text html show if else else-if for on bind model slot pre once memo cloak is".split(" "),
);
/** Elements of which the tags inside are text. */
const TEXT_ELEMENTS: ReadonlySet<string> = new Set(["textarea", "title"]);
const RAW_ELEMENTS: ReadonlySet<string> = new Set(["script", "style"]);
const NO_COMPONENTS: ReadonlySet<string> = new Set(["component", "slot", "template"]);
/** Longer ones are no code that anybody wrote. */
const MAX_LOOP_LENGTH = 2_000;
const LOOP = /^([^]*?)\s+(?:in|of)\s+([^]*)$/;
const FUNCTION = /^\s*(?:(?:async\s*)?(?:\([^)]*\)|[\w$]+)\s*(?::[^=]+)?=>|(?:async\s+)?function\b)/;

/** Reads the markup of a Vue template. */
export class VueMarkup {
  readonly #text: string;
  readonly #builder: TemplateScriptBuilder;
  readonly #setupWords: ReadonlySet<string>;
  readonly #open: OpenElement[] = [];

  constructor({ text, builder, setupWords }: VueMarkupSource) {
    this.#text = text;
    this.#builder = builder;
    this.#setupWords = setupWords;
  }

  read({ start, end }: Span): void {
    const next = /\{\{|<!--|<\/|<(?=[a-z])/gi;
    next.lastIndex = start;
    for (let found = next.exec(this.#text); found !== null && found.index < end; found = next.exec(this.#text)) {
      const behind = this.#open.length > MAX_OPEN ? -1 : this.#take(found[0], found.index, end);
      if (behind < 0) {
        this.#builder.noteUnread("something in it has no end");
        break;
      }
      next.lastIndex = behind;
    }
    while (this.#open.length > 0) this.#close(end);
  }

  /** Returns the offset behind it; -1: it has no end. */
  #take(beginning: string, at: number, end: number): number {
    switch (beginning) {
      case "<!--":
        return behind("-->", this.#text, at);
      case "</":
        return this.#takeEndTag(at);
      case "{{":
        return this.#takeInterpolation(at, end);
      default: {
        const tag = readStartTag(this.#text, at, { hasHoles: false });
        return tag === undefined ? -1 : this.#takeStartTag(tag, end);
      }
    }
  }

  #takeInterpolation(at: number, end: number): number {
    const close = this.#text.indexOf("}}", at);
    if (close < 0 || close >= end) return -1;
    if (!this.#isVerbatim) this.#builder.expression({ start: at + 2, end: close });
    return close + 2;
  }

  #takeEndTag(at: number): number {
    const close = behind(">", this.#text, at);
    if (close < 0) return -1;
    const name = this.#text.slice(at + 2, close - 1).trim();
    if (this.#open.some((element) => element.name === name)) {
      while (this.#open.at(-1)?.name !== name) this.#close(at);
      this.#close(at);
    }
    return close;
  }

  #takeStartTag(tag: StartTag, end: number): number {
    const isVerbatim = this.#isVerbatim || hasAttribute(tag, "v-pre");
    const closers = isVerbatim ? [] : this.#readElement(tag);
    this.#open.push({ name: tag.name, closers, isVerbatim });
    if (tag.isSelfClosing || VOID_ELEMENTS.has(tag.name)) this.#close(tag.end);
    else if (RAW_ELEMENTS.has(tag.name)) return this.#endOfText(tag, end);
    else if (TEXT_ELEMENTS.has(tag.name)) {
      const close = this.#endOfText(tag, end);
      for (let at = this.#text.indexOf("{{", tag.end); at >= 0 && at < close; at = this.#text.indexOf("{{", at)) {
        const behindIt = this.#takeInterpolation(at, close);
        if (behindIt < 0) break;
        at = behindIt;
      }
      return close;
    }
    return tag.end;
  }

  #endOfText({ name, end }: StartTag, last: number): number {
    const close = this.#text.indexOf(`</${name}`, end);
    return close < 0 || close > last ? -1 : close;
  }

  get #isVerbatim(): boolean {
    return this.#open.at(-1)?.isVerbatim === true;
  }

  #close(at: number): void {
    for (const closer of this.#open.pop()?.closers.toReversed() ?? []) this.#builder.close(closer, at);
  }

  /** Returns what ends the scopes that were opened for the element. */
  #readElement(tag: StartTag): readonly Closer[] {
    const closers: Closer[] = [];
    const directives = tag.attributes.map((attribute) => ({
      attribute,
      directive: readDirective(attribute.name, attribute.start),
    }));
    for (const { attribute, directive } of directives) {
      // Before Vue 3 the attributes of the element itself see them.
      const isOldScope = attribute.name === "slot-scope" || (attribute.name === "scope" && tag.name === "template");
      if (isOldScope && attribute.value !== undefined) closers.push(this.#builder.openFunction(attribute.value));
      if (directive?.name === "for" && attribute.value !== undefined) closers.push(this.#openLoop(attribute.value));
    }
    this.#useComponent(tag);
    for (const { attribute, directive } of directives) {
      if (directive === undefined) this.#readPlain(attribute, tag);
      else this.#readDirective(directive, attribute);
    }
    for (const { attribute, directive } of directives) {
      const isSlot = directive?.name === "slot" && attribute.value !== undefined;
      if (isSlot) closers.push(this.#builder.openFunction(attribute.value));
    }
    return closers;
  }

  #openLoop(value: Span): Closer {
    const written = this.#text.slice(value.start, value.end);
    const [, variables, list] = (written.length > MAX_LOOP_LENGTH ? null : LOOP.exec(written)) ?? [];
    if (variables === undefined || list === undefined) {
      this.#builder.expression(value);
      return this.#builder.openBlock(value.end);
    }
    this.#builder.expression({ start: value.end - list.length, end: value.end });
    const [, opening = "", inside = ""] = /^(\s*\(?)([^]*?)\)?\s*$/.exec(variables) ?? [];
    const start = value.start + opening.length;
    return this.#builder.openFunction({ start, end: start + inside.length });
  }

  #useComponent({ name, nameStart, attributes }: StartTag): void {
    if (NO_COMPONENTS.has(name)) return;
    const is = attributes.find((attribute) => attribute.name === "is")?.value;
    if (is !== undefined && this.#text.startsWith("vue:", is.start))
      this.#useNamed(this.#text.slice(is.start + 4, is.end), is.start);
    else if (/^[\w$]+(?:\.[\w$]+)+$/.test(name)) this.#builder.call(name, nameStart);
    else if (!ELEMENT_NAMES.has(name)) this.#useNamed(name, nameStart);
  }

  /** A component by any of the ways to write its name. */
  #useNamed(name: string, at: number): void {
    if (!/^[a-z][\w-]*$/i.test(name)) return;
    const pascal = toPascalCase(name);
    const isCamel = !this.#isInSetup(pascal) && this.#isInSetup(toCamelCase(name));
    this.#builder.call(isCamel ? toCamelCase(name) : pascal, at);
  }

  #readPlain({ name, value }: Attribute, tag: StartTag): void {
    if (value === undefined) return;
    const written = this.#text.slice(value.start, value.end);
    if (name === "is" && tag.name === "component") this.#useNamed(written, value.start);
    else if (name === "ref" && this.#isInSetup(written)) this.#builder.use(written, value.start);
  }

  #readDirective({ name, argument, isDynamic }: VueDirective, { value, start }: Attribute): void {
    const own = toCamelCase(`v-${name}`);
    if (!BUILT_IN.has(name) && this.#isInSetup(own)) this.#builder.use(own, start);
    if (argument !== undefined && isDynamic) this.#builder.expression(argument);
    if (name === "on" && value !== undefined) this.#readHandler(value, argument !== undefined);
    else if (name === "bind" && value === undefined && argument !== undefined && !isDynamic) {
      const prop = toCamelCase(this.#text.slice(argument.start, argument.end));
      if (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(prop)) this.#builder.use(prop, argument.start);
    } else if (value !== undefined && !WITHOUT_EXPRESSION.has(name)) this.#builder.expression(value);
  }

  /** A function, or statements. */
  #readHandler(value: Span, hasEvent: boolean): void {
    const isFunction = FUNCTION.test(this.#text.slice(value.start, value.end));
    if (isFunction || !hasEvent) this.#builder.expression(value);
    else this.#builder.statements(value);
  }

  #isInSetup(name: string): boolean {
    return this.#setupWords.has(name);
  }
}

function behind(closing: string, text: string, at: number): number {
  const found = text.indexOf(closing, at);
  return found < 0 ? -1 : found + closing.length;
}
