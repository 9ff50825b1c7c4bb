import type { Span } from "../extract/span.ts";
import { hasAttribute, valueOf } from "./start-tag.ts";
import { type TemplateScript, TemplateScriptBuilder } from "./template-script.ts";
import { readVueBlocks, type VueBlock } from "./vue-blocks.ts";
import { VueMarkup } from "./vue-markup.ts";

/** What a Vue file's template, and the styles that are bound to values, say. Undefined: it has neither. */
export function readVueTemplate(text: string): TemplateScript | undefined {
  const builder = new TemplateScriptBuilder(text);
  const blocks = readVueBlocks(text);
  if (blocks === undefined) builder.noteUnread("a tag in it has no end");
  const scripts = (blocks ?? []).filter(({ tag }) => tag.name === "script");
  const setup = scripts.find(({ tag }) => hasAttribute(tag, "setup"));
  const setupTexts = setup === undefined ? [] : scripts.map(({ content }) => sliceOf(content, text));
  const setupWords = new Set(setupTexts.flatMap((script) => script.match(/[\p{L}\p{N}_$]+/gu) ?? []));
  for (const block of blocks ?? []) {
    if (block.tag.name === "template") readTemplate(block, { text, builder, setupWords });
    else if (block.tag.name === "style") readStyle(block, text, builder);
  }
  const isTyped = scripts.some(({ tag }) => /^ts|^typescript$/.test(valueOf(tag, "lang", text) ?? ""));
  if (isTyped && setup !== undefined) readGenerics(setup, builder);
  const { isEmpty } = builder;
  const script = builder.finish(isTyped ? "typescript" : "javascript", setup === undefined ? "members" : "script");
  return isEmpty && script.unread === undefined ? undefined : script;
}

interface TemplateSource {
  readonly text: string;
  readonly builder: TemplateScriptBuilder;
  readonly setupWords: ReadonlySet<string>;
}

function readTemplate({ tag, content }: VueBlock, { text, builder, setupWords }: TemplateSource): void {
  const language = valueOf(tag, "lang", text) ?? "html";
  const place = valueOf(tag, "src", text);
  if (place !== undefined) builder.noteUnread(`it is in ${place}`);
  else if (language !== "html") builder.noteUnread(`it is in ${language}`);
  else new VueMarkup({ text, builder, setupWords }).read(content);
}

/** `v-bind(color)` and `v-bind("theme.color")` in styles. */
function readStyle({ content }: VueBlock, text: string, builder: TemplateScriptBuilder): void {
  let behindComment = 0;
  for (const { 0: found, 1: value, index } of sliceOf(content, text).matchAll(/\/\*|\bv-bind\(([^)]{0,200})\)/g)) {
    const at = content.start + index;
    if (at < behindComment) continue;
    if (value === undefined) behindComment = endOfComment(text, at, content.end);
    else {
      const start = at + found.length - 1 - value.length;
      const [, quote = ""] = /^\s*(["'])/.exec(value) ?? [];
      const inside = quote === "" ? 0 : value.indexOf(quote) + 1;
      const end = quote === "" ? value.length : value.lastIndexOf(quote);
      builder.expression({ start: start + inside, end: start + end });
    }
  }
}

function endOfComment(text: string, at: number, end: number): number {
  const close = text.indexOf("*/", at);
  return close < 0 ? end : close;
}

/** `<script setup generic="T extends Item">`. */
function readGenerics({ tag }: VueBlock, builder: TemplateScriptBuilder): void {
  const value = tag.attributes.find(({ name }) => name === "generic")?.value;
  if (value === undefined) return;
  builder.write("type _<", value.start);
  builder.copyDecoded(value);
  builder.write("> = 0;\n", value.end);
}

function sliceOf({ start, end }: Span, text: string): string {
  return text.slice(start, end);
}
