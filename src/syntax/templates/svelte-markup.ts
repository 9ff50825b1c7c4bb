import type { Span } from "../extract/span.ts";
import { VOID_ELEMENTS } from "./element-names.ts";
import { closingBrace } from "./scan-code.ts";
import { type Attribute, readStartTag, type StartTag, valueOf } from "./start-tag.ts";
import { readAwaitHead, readEachHead } from "./svelte-blocks.ts";
import { type Closer, MAX_OPEN, type TemplateScriptBuilder } from "./template-script.ts";

/** An element, or a block such as `{#if}`. */
interface Open {
  readonly name: string;
  readonly isBlock: boolean;
  closers: readonly Closer[];
}

const RAW_ELEMENTS: ReadonlySet<string> = new Set(["script", "style"]);
/** Directives that call what they name. */
const CALLS: ReadonlySet<string> = new Set(["use", "transition", "in", "out", "animate"]);
/** Directives that mean a value of their own name where none is written. */
const SHORTHANDS: ReadonlySet<string> = new Set(["bind", "class", "style"]);
const PATH = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*/u;

/** Reads the markup of a Svelte file. */
export class SvelteMarkup {
  readonly #text: string;
  readonly #builder: TemplateScriptBuilder;
  readonly #open: Open[] = [];
  #isTyped = false;

  constructor(text: string, builder: TemplateScriptBuilder) {
    this.#text = text;
    this.#builder = builder;
  }

  /** `isTyped`: its scripts are TypeScript. */
  read(): { readonly isTyped: boolean } {
    const next = /\{|<!--|<\/|<(?=[a-z])/gi;
    for (let found = next.exec(this.#text); found !== null; found = next.exec(this.#text)) {
      const end = this.#open.length > MAX_OPEN ? -1 : this.#take(found[0], found.index);
      if (end < 0) {
        this.#builder.noteUnread("something in it has no end");
        break;
      }
      next.lastIndex = end;
    }
    while (this.#open.length > 0) this.#close(this.#text.length);
    return { isTyped: this.#isTyped };
  }

  /** Returns the offset behind it; -1: it has no end. */
  #take(beginning: string, at: number): number {
    switch (beginning) {
      case "<!--":
        return behind("-->", this.#text, at);
      case "</":
        return this.#takeEndTag(at);
      case "{":
        return this.#takeBraces(at);
      default: {
        const tag = readStartTag(this.#text, at, { hasHoles: true });
        return tag === undefined ? -1 : this.#takeStartTag(tag);
      }
    }
  }

  #takeStartTag(tag: StartTag): number {
    const { name, end } = tag;
    if (RAW_ELEMENTS.has(name)) return this.#takeRaw(tag);
    const language = name === "template" ? valueOf(tag, "lang", this.#text) : undefined;
    if (language !== undefined && language !== "html") {
      this.#builder.noteUnread(`it is in ${language}`);
      return behind("</template", this.#text, end);
    }
    if (/^\p{Lu}/u.test(name) || name.includes(".")) this.#useComponent(tag);
    const closers = this.#readAttributes(tag);
    this.#open.push({ name, isBlock: false, closers });
    if (tag.isSelfClosing || VOID_ELEMENTS.has(name)) this.#close(end);
    return end;
  }

  #takeRaw(tag: StartTag): number {
    if (tag.name === "script") {
      this.#isTyped ||= /^ts$|^typescript$/.test(valueOf(tag, "lang", this.#text) ?? "");
      const generics = tag.attributes.find(({ name }) => name === "generics")?.value;
      if (generics !== undefined && this.#isTyped) {
        this.#builder.write("type _<", generics.start);
        this.#builder.copyDecoded(generics);
        this.#builder.write("> = 0;\n", generics.end);
      }
    }
    return tag.isSelfClosing ? tag.end : behind(`</${tag.name}`, this.#text, tag.end);
  }

  #takeEndTag(at: number): number {
    const end = behind(">", this.#text, at);
    if (end < 0) return -1;
    const name = this.#text.slice(at + 2, end - 1).trim();
    const place = this.#open.findLastIndex((open) => open.isBlock || open.name === name);
    if (this.#open[place]?.isBlock === false) while (this.#open.length > place) this.#close(at);
    return end;
  }

  #useComponent({ name, nameStart }: StartTag): void {
    if (PATH.exec(name)?.[0] === name) this.#builder.call(name, nameStart);
  }

  #readAttributes({ attributes }: StartTag): readonly Closer[] {
    const declared: Attribute[] = [];
    for (const attribute of attributes) {
      const { name, start, value, holes } = attribute;
      const [, kind = "", rest = ""] = /^([a-z]+):([^|]*)/.exec(name) ?? [];
      if (kind === "let") {
        declared.push(attribute);
        continue;
      }
      const restAt = start + kind.length + 1;
      const path = PATH.exec(rest)?.[0];
      if (path !== undefined && CALLS.has(kind)) this.#builder.call(path, restAt);
      else if (path !== undefined && value === undefined && SHORTHANDS.has(kind)) this.#builder.use(path, restAt);
      for (const hole of holes) this.#readAttributeHole(hole);
    }
    return declared.length === 0 ? [] : [this.#openLet(declared)];
  }

  #readAttributeHole({ start, end }: Span): void {
    const [opening = ""] = /^\s*(?:\.\.\.|@attach\s)?/.exec(this.#text.slice(start, end)) ?? [];
    this.#builder.expression({ start: start + opening.length, end });
  }

  /** `let:item` and `let:item={pattern}`. */
  #openLet(attributes: readonly Attribute[]): Closer {
    for (const [place, { name, start, holes }] of attributes.entries()) {
      this.#builder.write(place === 0 ? "((" : ", ", start);
      const [hole] = holes;
      if (hole === undefined) this.#builder.copy({ start: start + 4, end: start + name.length });
      else this.#builder.copy(hole);
    }
    this.#builder.write(") => {\n", attributes[0]?.start ?? 0);
    return "});\n";
  }

  #takeBraces(at: number): number {
    const beginning = /\s*([#:/@])(\w+(?:\s+if\b)?)\s*/y;
    beginning.lastIndex = at + 1;
    const [head = "", sign = "", word = ""] = beginning.exec(this.#text) ?? [];
    const end = closingBrace(this.#text, at + 1 + head.length);
    if (end < 0) return -1;
    const rest = { start: at + 1 + head.length, end };
    if (sign === "#") this.#openBlock(word, rest);
    else if (sign === ":") this.#continueBlock(word, rest);
    else if (sign === "/") this.#closeBlock(word, at);
    else if (sign === "@" && word === "const") {
      this.#builder.write("const ", at);
      this.#builder.copy(rest);
      this.#builder.write("\n;\n", end);
    } else if (sign === "@") this.#builder.expression(rest);
    else this.#builder.expression({ start: at + 1, end });
    return end + 1;
  }

  #openBlock(name: string, rest: Span): void {
    this.#open.push({ name, isBlock: true, closers: this.#openScope(name, rest) });
  }

  #openScope(name: string, rest: Span): readonly Closer[] {
    switch (name) {
      case "each": {
        const { list, item, index, key } = readEachHead(this.#text, rest);
        this.#builder.expression(list);
        const closer = this.#openFunction([item, index], rest.start);
        if (key !== undefined) this.#builder.expression(key);
        return [closer];
      }
      case "await": {
        const { promise, value } = readAwaitHead(this.#text, rest);
        this.#builder.expression(promise);
        return [this.#openFunction([value], rest.start)];
      }
      case "snippet":
        return [this.#openSnippet(rest)];
      default:
        this.#builder.expression(rest);
        return [this.#builder.openBlock(rest.start)];
    }
  }

  #openFunction(parameters: readonly (Span | undefined)[], at: number): Closer {
    this.#builder.write("((", at);
    for (const span of parameters) {
      if (span === undefined || this.#text.slice(span.start, span.end).trim() === "") continue;
      this.#builder.copy(span);
      this.#builder.write(",\n", span.end);
    }
    this.#builder.write(") => {\n", at);
    return "});\n";
  }

  /** `row(item, index)`: who calls it finds it by the file's symbols. */
  #openSnippet({ start, end }: Span): Closer {
    const [name = ""] = /^[^(<]*/.exec(this.#text.slice(start, end)) ?? [];
    this.#builder.write("(", start);
    this.#builder.copy({ start: start + name.length, end });
    this.#builder.write(" => {\n", end);
    return "});\n";
  }

  /** `{:else}`, `{:else if x}`, `{:then value}`, `{:catch error}`. */
  #continueBlock(word: string, rest: Span): void {
    const block = this.#closeElements();
    if (block === undefined) return;
    this.#closeScopes(block, rest.start);
    const hasNames = word === "then" || word === "catch";
    if (hasNames) block.closers = [this.#openFunction([rest], rest.start)];
    else {
      this.#builder.expression(rest);
      block.closers = [this.#builder.openBlock(rest.start)];
    }
  }

  #closeBlock(name: string, at: number): void {
    if (!this.#open.some((open) => open.isBlock && open.name === name)) return;
    for (;;) {
      const last = this.#open.at(-1);
      this.#close(at);
      if (last === undefined || (last.isBlock && last.name === name)) return;
    }
  }

  /** Elements that nobody closed end with the part of the block that they stand in. */
  #closeElements(): Open | undefined {
    if (!this.#open.some(({ isBlock }) => isBlock)) return undefined;
    while (this.#open.at(-1)?.isBlock === false) this.#close(0);
    return this.#open.at(-1);
  }

  #close(at: number): void {
    const open = this.#open.pop();
    if (open !== undefined) this.#closeScopes(open, at);
  }

  #closeScopes({ closers }: Open, at: number): void {
    for (const closer of closers.toReversed()) this.#builder.close(closer, at);
  }
}

function behind(closing: string, text: string, at: number): number {
  const found = text.indexOf(closing, at);
  return found < 0 ? -1 : found + closing.length;
}
