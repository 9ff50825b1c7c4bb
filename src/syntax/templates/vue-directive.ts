import type { Span } from "../extract/span.ts";

/** What an attribute of a Vue template says. */
export interface VueDirective {
  /** "bind", "on", "slot", "for", "if" or the name of another one: what follows "v-". */
  readonly name: string;
  /** "click" in `@click.stop`, a place in the file too; undefined: it has none. */
  readonly argument?: Span;
  /** The argument is code, in brackets. */
  readonly isDynamic: boolean;
}

const SHORTHANDS: ReadonlyMap<string, string> = new Map([
  [":", "bind"],
  [".", "bind"],
  ["@", "on"],
  ["#", "slot"],
]);

/** Undefined: the attribute is a plain one. */
export function readDirective(attribute: string, start: number): VueDirective | undefined {
  const short = SHORTHANDS.get(attribute.slice(0, 1));
  if (short !== undefined) return { name: short, ...argumentOf(attribute, 1, start) };
  const [head, name = ""] = /^v-([\w-]+)/.exec(attribute) ?? [];
  if (head === undefined) return undefined;
  if (attribute[head.length] !== ":") return { name, isDynamic: false };
  return { name, ...argumentOf(attribute, head.length + 1, start) };
}

function argumentOf(attribute: string, from: number, start: number): Omit<VueDirective, "name"> {
  if (attribute[from] === "[") {
    const end = attribute.lastIndexOf("]");
    if (end < 0) return { isDynamic: false };
    return { argument: { start: start + from + 1, end: start + end }, isDynamic: true };
  }
  const dot = attribute.indexOf(".", from);
  const end = dot < 0 ? attribute.length : dot;
  return end === from
    ? { isDynamic: false }
    : { argument: { start: start + from, end: start + end }, isDynamic: false };
}
