import { ReticleError } from "../../../base/errors.ts";
import { type JsonArrayNode, type JsonMember, type JsonNode, type JsonObjectNode, parseJsonTree } from "./json-tree.ts";

type Container = JsonObjectNode | JsonArrayNode;
type Path = readonly (string | number)[];

/**
 * Sets the value at a path, making objects on the way; an index one past the end appends. Everything else of the text
 * stays as it is: comments, order, layout. Throws `invalid_input` where something else is on the way.
 */
export function setJson(text: string, path: Path, value: unknown): string {
  const root = parseJsonTree(text);
  const { node, rest } = descend(root, path);
  const [key, ...inner] = rest;
  if (key === undefined) return splice(text, node.start, node.end, render(value, text, indentAt(text, node.start)));
  const needed = typeof key === "number" ? "array" : "object";
  if (node.kind !== needed) throw notAContainer(path, rest, needed === "array" ? "a list" : "an object");
  const made = inner.reduceRight<unknown>((below, name) => ({ [name]: below }), value);
  return insert(text, node, key, made);
}

/** Removes the value at a path, and the objects and lists above it that hold nothing else; the root stays. */
export function removeJson(text: string, path: Path): string {
  const { node, rest } = descend(parseJsonTree(text), path.slice(0, -1));
  const key = path.at(-1);
  if (rest.length > 0 || node.kind === "scalar" || key === undefined) return text;
  const index = node.members.findLastIndex((member) => member.key === String(key));
  if (index === -1) return text;
  if (node.members.length === 1 && path.length > 1) return removeJson(text, path.slice(0, -1));
  return removeMember(text, node, index);
}

/** As far down the path as the text goes, and what of the path is left. */
function descend(root: JsonNode, path: Path): { readonly node: JsonNode; readonly rest: Path } {
  let node = root;
  for (const [depth, key] of path.entries()) {
    const next: JsonMember | undefined =
      node.kind === "scalar" ? undefined : node.members.findLast((member) => member.key === String(key));
    if (next === undefined) return { node, rest: path.slice(depth) };
    node = next.value;
  }
  return { node, rest: [] };
}

/** Behind what stands last in the container, comments included. */
function insert(text: string, node: Container, key: string | number, value: unknown): string {
  const { eol, unit } = layoutOf(text);
  const closing = node.end - 1;
  const inner = text.slice(node.start + 1, closing);
  const tail = inner.slice(inner.trimEnd().length);
  const outer = indentAt(text, node.start);
  const name = node.kind === "object" ? `${JSON.stringify(String(key))}: ` : "";
  const member = `${eol}${outer}${unit}${name}${render(value, text, outer + unit)}`;
  const inserted = splice(text, closing - tail.length, closing, member + (tail.includes("\n") ? tail : eol + outer));
  const last = node.members.at(-1);
  return last === undefined || last.comma !== undefined ? inserted : splice(inserted, last.end, last.end, ",");
}

function removeMember(text: string, { members, start: opening }: Container, index: number): string {
  const { start, end, comma } = members[index] as JsonMember;
  const left = dropBlankLine(splice(text, start, comma === undefined ? end : comma + 1, ""), start);
  const previous = members[index - 1];
  if (previous === undefined) return members.length > 1 ? left : left.replace(/^(\s*[{[])\s*([}\]]\s*)$/, "$1$2");
  // Without one behind it, the comma before it is left over.
  const leftOver = comma === undefined ? previous.comma : undefined;
  const whole = leftOver === undefined ? left : splice(left, leftOver, leftOver + 1, "");
  return comma === undefined ? closeOnSameLine(whole, opening, previous.end) : whole;
}

/** In a container that begins on the line of its first member, the line that ours stood on goes as well. */
function closeOnSameLine(text: string, opening: number, end: number): string {
  const [gap = ""] = /^\s*/.exec(text.slice(opening + 1)) ?? [];
  const [tail = ""] = /^\s*(?=[}\]])/.exec(text.slice(end)) ?? [];
  return gap.includes("\n") || !tail.includes("\n") ? text : splice(text, end, end + tail.length, gap);
}

/** Takes away the line at `at` when nothing is left on it. */
function dropBlankLine(text: string, at: number): string {
  const from = text.lastIndexOf("\n", at - 1);
  const to = text.indexOf("\n", at);
  if (from === -1 || to === -1 || text.slice(from, to).trim() !== "") return text;
  return splice(text, from, to, "");
}

function render(value: unknown, text: string, indent: string): string {
  const { eol, unit } = layoutOf(text);
  return JSON.stringify(value, undefined, unit).replaceAll("\n", eol + indent);
}

function layoutOf(text: string): { readonly eol: string; readonly unit: string } {
  return { eol: text.includes("\r\n") ? "\r\n" : "\n", unit: /^([ \t]+)"/m.exec(text)?.[1] ?? "  " };
}

/** The white space at the start of the line that holds the offset. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function splice(text: string, start: number, end: number, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}

function notAContainer(path: Path, rest: Path, wanted: string): ReticleError {
  const name = path.slice(0, path.length - rest.length).join(".");
  return new ReticleError("invalid_input", `holds \`${name}\`, which is not ${wanted}`);
}
