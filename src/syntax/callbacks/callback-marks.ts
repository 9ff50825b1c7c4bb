import type { SyntaxNode } from "../tree/syntax-tree.ts";
import type { PatternMatch } from "../extract/match.ts";

/** A function literal that a query found, in the place where it stands. */
export interface CallbackMark {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  /** "argument", "property", "assigned", "subscribed", "attribute", or a kind of its own. */
  place: string;
  callee: string | undefined;
  event: string | undefined;
  /** The name an argument is passed by. */
  label: string | undefined;
  property: string | undefined;
  owner: string | undefined;
  /** The object it is a property of. */
  holderId: number | undefined;
  isUnused: boolean;
}

/** A function whose body is one call. */
export interface ForwardMark {
  /** As written, with their parentheses where they have some. */
  parameters: string;
  /** Undefined: nothing says that its body is one call. */
  arguments: string | undefined;
}

export interface CallbackMarks {
  /** By the literal's node. */
  readonly callbacks: Map<number, CallbackMark>;
  /** Who holds an object: its name, by the object's node. */
  readonly holders: Map<number, string>;
  /** By the function's body. */
  readonly forwards: Map<number, ForwardMark>;
}

const CALLBACK = "callback.";
/** Parameters and arguments that are longer are no names passed on. */
const MAX_TEXT_LENGTH = 2_000;
/** Of what stands before the arguments of a call, enough to hold the name of what is called. */
const MAX_CALLEE_LENGTH = 200;
/** `bus.on`, `.listen`, `x&.any?`, with the spaces before arguments that stand without parentheses. */
const CALLEE = /[\w$.:?!&@]+[ \t]*$/;
/** Of several places of one literal any other counts before these, and the later of these before the first. */
const WEAK_PLACES: readonly string[] = ["argument", "property"];

export function createCallbackMarks(): CallbackMarks {
  return { callbacks: new Map(), holders: new Map(), forwards: new Map() };
}

/** False: the match is about something else. */
export function markCallback({ captures }: PatternMatch, text: string, into: CallbackMarks): boolean {
  const literal = captures.find(({ name }) => name.startsWith(CALLBACK));
  const nodeOf = (wanted: string): SyntaxNode | undefined => captures.find(({ name }) => name === wanted)?.node;
  const read = (wanted: string): string | undefined => {
    const node = nodeOf(wanted);
    return node === undefined ? undefined : endsOf(text.slice(node.startIndex, node.endIndex));
  };
  if (literal !== undefined) {
    const mark = markOf(literal.node, literal.name.slice(CALLBACK.length), into);
    mark.callee ??= read("callee") ?? textBefore(nodeOf("arguments"), text);
    mark.event ??= read("event");
    mark.label ??= read("label");
    mark.property ??= read("property");
    mark.owner ??= read("owner");
    mark.holderId ??= nodeOf("holder")?.id;
    mark.isUnused ||= nodeOf("unused") !== undefined;
    return true;
  }
  const held = nodeOf("held");
  if (held !== undefined) {
    into.holders.set(held.id, read("owner") ?? "");
    return true;
  }
  const forward = nodeOf("forward");
  if (forward === undefined) return false;
  const known = into.forwards.get(forward.id) ?? { parameters: "", arguments: undefined };
  into.forwards.set(forward.id, known);
  const parameter = read("forward.parameter");
  if (parameter !== undefined) known.parameters += known.parameters === "" ? parameter : `, ${parameter}`;
  known.parameters ||= read("forward.parameters") ?? "";
  known.arguments ??= read("forward.arguments");
  return true;
}

/** Of a long text its two ends: what a chain of a thousand calls is about stands there. */
function endsOf(text: string): string {
  return text.length <= MAX_TEXT_LENGTH
    ? text
    : `${text.slice(0, MAX_TEXT_LENGTH / 2)})${text.slice(-MAX_TEXT_LENGTH / 2)}`;
}

function textBefore(node: SyntaxNode | undefined, text: string): string | undefined {
  if (node === undefined) return undefined;
  return CALLEE.exec(text.slice(Math.max(0, node.startIndex - MAX_CALLEE_LENGTH), node.startIndex))?.[0];
}

function strength(place: string): number {
  const at = WEAK_PLACES.indexOf(place);
  return at < 0 ? WEAK_PLACES.length : at;
}

function markOf({ id, startIndex, endIndex }: SyntaxNode, place: string, { callbacks }: CallbackMarks): CallbackMark {
  const known = callbacks.get(id);
  if (known !== undefined) {
    if (strength(place) > strength(known.place)) known.place = place;
    return known;
  }
  const mark: CallbackMark = {
    id,
    start: startIndex,
    end: endIndex,
    place,
    callee: undefined,
    event: undefined,
    label: undefined,
    property: undefined,
    owner: undefined,
    holderId: undefined,
    isUnused: false,
  };
  callbacks.set(id, mark);
  return mark;
}
