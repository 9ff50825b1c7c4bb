import type { JsonValue } from "../definition.ts";

type Tree = { [key: string]: JsonValue };

/** `{"python.analysis": {…}}` as the one object that such sections are looked up in. */
export function settingsTree(sections: Readonly<Record<string, JsonValue>>): JsonValue {
  const tree: Tree = {};
  for (const [section, value] of Object.entries(sections)) {
    const path = section.split(".");
    const last = path.pop() ?? section;
    let node: Tree = tree;
    for (const key of path) {
      const next = node[key];
      const inner: Tree = isTree(next) ? { ...next } : {};
      node[key] = inner;
      node = inner;
    }
    node[last] = merge(node[last], value);
  }
  return tree;
}

/** What `workspace/configuration` gets for a section; all of it without one, null where there is nothing. */
export function settingsSection(tree: JsonValue, section: string | undefined): JsonValue {
  if (section === undefined || section === "") return tree;
  let node: JsonValue | undefined = tree;
  for (const key of section.split(".")) {
    if (!isTree(node)) return null;
    node = node[key];
  }
  return node ?? null;
}

/** The second wins where both say something. */
function merge(under: JsonValue | undefined, over: JsonValue): JsonValue {
  if (!isTree(under) || !isTree(over)) return over;
  const merged: Tree = { ...under };
  for (const [key, value] of Object.entries(over)) merged[key] = merge(merged[key], value);
  return merged;
}

function isTree(value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
