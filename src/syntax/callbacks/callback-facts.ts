import type { CallbackFact } from "../facts.ts";
import type { LineIndex } from "../extract/line-index.ts";
import { oneLine, truncate } from "../extract/one-line.ts";
import type { CallbackMark, CallbackMarks } from "./callback-marks.ts";
import type { CallbackRules, CallRule } from "./callback-rules.ts";

const MAX_EVENT_LENGTH = 40;
const MAX_NAME_LENGTH = 80;
/** Enough of a function to see what it captures. */
const MAX_READ_LENGTH = 20_000;

export interface CallbackSource {
  readonly text: string;
  readonly lines: LineIndex;
  readonly rules: CallbackRules;
  /** Literals that the outline shows as symbols. */
  readonly isSymbol: (id: number) => boolean;
}

/** The function literals worth knowing of, in source order. */
export function callbackFacts({ callbacks, holders }: CallbackMarks, source: CallbackSource): CallbackFact[] {
  const { text, lines, isSymbol } = source;
  const facts: CallbackFact[] = [];
  const counts = new Map<string, number>();
  for (const mark of [...callbacks.values()].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (isSymbol(mark.id)) continue;
    const found = classify(mark, holders, source);
    if (found === undefined) continue;
    const startLine = lines.lineOf(mark.start);
    const end = endOf(mark, text);
    const handle = `${found.base}@${startLine}`;
    const count = (counts.get(handle) ?? 0) + 1;
    counts.set(handle, count);
    facts.push({
      handle: count === 1 ? handle : `${handle}#${count}`,
      kind: found.kind,
      startLine,
      endLine: lines.lineOf(Math.max(mark.start, end - 1)),
      start: mark.start,
      end,
      flags: found.flags,
    });
  }
  return facts;
}

/** Some grammars count the line end to a function without braces. */
function endOf({ start, end }: CallbackMark, text: string): number {
  return start + text.slice(start, end).trimEnd().length;
}

interface Classified {
  readonly base: string;
  readonly kind: string;
  readonly flags: readonly string[];
}

/** Undefined: an argument that nothing says anything about. */
function classify(
  mark: CallbackMark,
  holders: ReadonlyMap<number, string>,
  { text, rules }: CallbackSource,
): Classified | undefined {
  const call = mark.callee === undefined ? undefined : calledName(mark.callee);
  const event = mark.event === undefined ? undefined : eventText(mark.event);
  const label = mark.label?.replace(/\s*:\s*$/, "");
  const rule = call === undefined ? undefined : ruleFor(call, { event, label }, rules.calls);
  const own = flagsIn(text.slice(mark.start, Math.min(mark.end, mark.start + MAX_READ_LENGTH)), rules);
  const unused = mark.isUnused && rule?.flagWhenUnused !== undefined ? [rule.flagWhenUnused] : [];
  const flags = [...new Set([...unused, ...(rule?.flags ?? []), ...own.flags])];
  const isTest = rule?.kind === "test_callback";
  const base = call === undefined ? "callback" : callBase(call, { event, label, isTest });
  switch (mark.place) {
    case "argument": {
      const kind = rule === undefined ? (own.isSignal ? "callback" : undefined) : (rule.kind ?? signalKind(own));
      return kind === undefined ? undefined : { base, kind, flags };
    }
    case "property":
      return { base: propertyBase(mark, holders), kind: "object_property_callback", flags };
    case "attribute":
      return { base: propertyBase(mark, holders), kind: "event_handler", flags };
    case "subscribed":
      return { base: nameOf(mark.property ?? ""), kind: "event_handler", flags: ["lifecycle", ...flags] };
    case "assigned":
      return { base: nameOf(mark.property ?? ""), kind: "assigned_callback", flags };
    case "deferred":
      return { base: mark.callee === undefined ? "defer" : base, kind: "deferred_callback", flags };
    default:
      return { base: mark.callee === undefined ? mark.place : base, kind: mark.place, flags };
  }
}

function signalKind({ isSignal }: FoundFlags): string | undefined {
  return isSignal ? "callback" : undefined;
}

interface Called {
  /** "bus.on", without arguments. */
  readonly path: string;
  /** "on". */
  readonly last: string;
}

/** What a call is named by: the last of a chain of calls, `test.each` for `test.each([1])`. */
function calledName(callee: string): Called {
  const plain = oneLine(callee).replace(/\?\./g, ".").replaceAll("::", ".");
  const tail = /(?:^|[.:\s)\]>])((?:[\w$]+\.)*[\w$#!]+)(?:<[^()]*>)?$/.exec(plain)?.[1];
  const path = tail ?? /^[\w$]+(?:\s*\.\s*[\w$]+)*/.exec(plain)?.[0] ?? "";
  return { path, last: path.slice(path.lastIndexOf(".") + 1) };
}

interface PassedAs {
  /** The string before it. */
  readonly event: string | undefined;
  /** The name it is passed by. */
  readonly label: string | undefined;
}

function ruleFor({ path, last }: Called, { event, label }: PassedAs, calls: readonly CallRule[]): CallRule | undefined {
  return calls.find(
    (rule) =>
      (rule.needsEvent !== true || event !== undefined) &&
      (rule.label === undefined || (label !== undefined && rule.label.test(label))) &&
      (rule.name === undefined || rule.name.test(last)) &&
      (rule.path === undefined || rule.path.test(path)),
  );
}

/** "on(data)", "setTimeout", "it.only(adds)", "Box.new", "Button.onClick" for what is passed by a name. */
function callBase({ path, last }: Called, { event, label, isTest }: PassedAs & { readonly isTest: boolean }): string {
  const saysLittle = last === "new" || (isTest && /^(?:only|skip|each|todo|concurrent|failing|serial)$/.test(last));
  const name = (saysLittle ? path : last) || "callback";
  if (label !== undefined) return `${name}.${label}`;
  return event === undefined ? name : `${name}(${event})`;
}

function eventText(written: string): string {
  return truncate(unquoted(written), MAX_EVENT_LENGTH);
}

function unquoted(written: string): string {
  return oneLine(written).replace(/^[a-zA-Z$@]*(["'`])(.*)\1$/s, "$2");
}

function propertyBase({ property, owner, holderId }: CallbackMark, holders: ReadonlyMap<number, string>): string {
  const holder = owner ?? (holderId === undefined ? undefined : holders.get(holderId));
  const own = nameOf(property ?? "");
  const by = holder === undefined ? "" : calledName(unquoted(holder)).last;
  return by === "" ? own : `${by}.${own}`;
}

/** `this.socket.onmessage` as "socket.onmessage", `(a as B).done` as "done", `"key"` as "key", `[x]` as it is. */
function nameOf(written: string): string {
  const plain = unquoted(written)
    .replace(/^(?:\$?this|self)(?:[?!]?\.|\??->)|^@+|^:(?=\w)|(?<=^\w+):$/g, "")
    .replace(/^\(.*\)[?!]?\.(?=[\w.]+$)/, "");
  return truncate(plain === "" ? "callback" : plain, MAX_NAME_LENGTH);
}

interface FoundFlags {
  readonly flags: readonly string[];
  readonly isSignal: boolean;
}

function flagsIn(literal: string, { flags }: CallbackRules): FoundFlags {
  const found: string[] = [];
  let isSignal = false;
  let parameters: string | undefined;
  for (const { pattern, flag, isCapture, isSignal: counts } of flags) {
    const match = pattern.exec(literal);
    if (match === null) continue;
    parameters ??= parametersOf(literal);
    if (isCapture === true && hasWord(parameters, match[1] ?? "")) continue;
    // What captures its UI captures the context as well; one flag says it.
    if (flag === "captures context" && found.includes("captures UI context")) continue;
    found.push(flag);
    isSignal ||= counts === true;
  }
  return { flags: found, isSignal };
}

function hasWord(text: string, word: string): boolean {
  return text.split(/[^\w$]+/).includes(word);
}

/**
 * The parameter list of a function literal in any of the languages: in parentheses, in bars, before the arrow,
 * or all that behind the brace that opens the function. What it captures stands in brackets before it.
 */
function parametersOf(whole: string): string {
  const bars = /^(?:(?:async|move|static)\s+)*(?:(?:\{|do\b)\s*)?\|([^|]*)\|/.exec(whole);
  if (bars !== null) return bars[1] as string;
  const inside = /^\{\s*(?:\[[^\]]*\]\s*)?([^{}"';]*?)(?:->|=>|\bin\b)/.exec(whole);
  if (inside !== null) return inside[1] as string;
  const literal = whole.replace(/^\[[^\]]*\]\s*/, "");
  const open = literal.indexOf("(");
  const arrow = literal.search(/=>|->|:|\{/);
  if (open < 0 || (arrow >= 0 && arrow < open)) return literal.slice(0, Math.max(0, arrow));
  let depth = 0;
  for (let at = open; at < literal.length; at += 1) {
    if (literal[at] === "(") depth += 1;
    if (literal[at] === ")") depth -= 1;
    if (depth === 0) return literal.slice(open, at);
  }
  return literal.slice(open);
}
