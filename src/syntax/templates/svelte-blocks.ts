import type { Span } from "../extract/span.ts";
import { type CodeToken, scanCode } from "./scan-code.ts";

/** `{#each list as item, index (key)}`; what is not written is undefined. */
export interface EachHead {
  readonly list: Span;
  readonly item?: Span;
  readonly index?: Span;
  readonly key?: Span;
}

/** `{#await promise then value}`. */
export interface AwaitHead {
  readonly promise: Span;
  readonly value?: Span;
}

export function readEachHead(text: string, { start, end }: Span): EachHead {
  const tokens = topLevel(text, { start, end });
  // A type assertion in the list has the same word.
  const as = tokens.findLast((token) => token.text === "as");
  const comma = tokens.findLast((token) => token.text === "," && token.at > (as?.at ?? 0));
  if (as === undefined) {
    if (comma === undefined) return { list: { start, end } };
    return { list: { start, end: comma.at }, index: { start: comma.at + 1, end } };
  }
  const key = tokens.find((token) => token.text === "(" && token.at > as.at);
  const close = key === undefined ? undefined : tokens.find((token) => token.text === ")" && token.at > key.at);
  const last = key?.at ?? end;
  const item = { start: as.at + 2, end: comma?.at ?? last };
  return {
    list: { start, end: as.at },
    item,
    ...(comma !== undefined && { index: { start: comma.at + 1, end: last } }),
    ...(key !== undefined && { key: { start: key.at + 1, end: close?.at ?? end } }),
  };
}

export function readAwaitHead(text: string, { start, end }: Span): AwaitHead {
  const word = topLevel(text, { start, end }).find((token) => token.text === "then" || token.text === "catch");
  if (word === undefined) return { promise: { start, end } };
  return { promise: { start, end: word.at }, value: { start: word.at + word.text.length, end } };
}

/** Tokens outside of all brackets, and the brackets themselves; names of members are left out. */
function topLevel(text: string, { start, end }: Span): readonly CodeToken[] {
  const all = [...scanCode(text, start, end)];
  return all.filter(({ depth }, place) => depth === 0 && all[place - 1]?.text !== ".");
}
