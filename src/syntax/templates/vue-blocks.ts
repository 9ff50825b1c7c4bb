import type { Span } from "../extract/span.ts";
import { readStartTag, type StartTag } from "./start-tag.ts";

/** A part of a Vue file, at its top. */
export interface VueBlock {
  readonly tag: StartTag;
  readonly content: Span;
}

const PLAIN = { hasHoles: false } as const;

/** Undefined: one of them has no end. */
export function readVueBlocks(text: string): readonly VueBlock[] | undefined {
  const blocks: VueBlock[] = [];
  const opening = /<!--|<(?=[a-z])/gi;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    if (found[0] === "<!--") {
      const end = text.indexOf("-->", found.index);
      if (end < 0) return blocks;
      opening.lastIndex = end;
      continue;
    }
    const tag = readStartTag(text, found.index, PLAIN);
    const block = tag === undefined ? undefined : blockOf(text, tag);
    if (block === undefined) return undefined;
    blocks.push(block);
    opening.lastIndex = Math.max(block.content.end, block.tag.end);
  }
  return blocks;
}

function blockOf(text: string, tag: StartTag): VueBlock | undefined {
  if (tag.isSelfClosing) return { tag, content: { start: tag.end, end: tag.end } };
  const end = endOfContent(text, tag);
  return end < 0 ? undefined : { tag, content: { start: tag.end, end } };
}

/** Templates stand in templates; what other blocks hold is no markup. */
function endOfContent(text: string, { name, end: start }: StartTag): number {
  const escaped = name.replace(/[^\w]/g, "\\$&");
  const tags = new RegExp(`<!--|<(/?)${escaped}(?=[\\s/>])`, "gi");
  tags.lastIndex = start;
  let depth = 0;
  for (let found = tags.exec(text); found !== null; found = tags.exec(text)) {
    if (found[1] === "/") {
      if (depth === 0) return found.index;
      depth -= 1;
    } else if (name === "template") {
      const end = found[0] === "<!--" ? text.indexOf("-->", found.index) : endOfNested(text, found.index);
      if (end < 0) return -1;
      if (found[0] !== "<!--" && text[end - 2] !== "/") depth += 1;
      tags.lastIndex = end;
    }
  }
  return -1;
}

function endOfNested(text: string, start: number): number {
  return readStartTag(text, start, PLAIN)?.end ?? -1;
}
