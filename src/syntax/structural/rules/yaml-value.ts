import type { PrintTree } from "../ladder/pattern-request.ts";
import { parseTree, PointMap, type SyntaxNode } from "../ladder/syntax-tree.ts";

/** A value of a YAML document. What stands behind an alias, a tag or nothing at all is a scalar without meaning. */
export type YamlValue =
  | { readonly kind: "scalar"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly YamlValue[] }
  | { readonly kind: "map"; readonly entries: readonly YamlEntry[] };
export interface YamlEntry {
  readonly key: string;
  readonly value: YamlValue;
}

const NOTHING: YamlValue = { kind: "scalar", text: "" };

/**
 * The documents of a text, without those that are empty; undefined when it is no YAML, or too long for its tree to be
 * printed. `printTree` prints abstract trees of YAML.
 */
export async function readYaml(text: string, printTree: PrintTree): Promise<readonly YamlValue[] | undefined> {
  // A metavariable for the engine, which writes it as another character in the meantime.
  const nodes = parseTree(await printTree(text.replaceAll("$", "_")));
  const [root] = nodes;
  if (root === undefined || nodes.some(({ kind, isMissing }) => kind === "ERROR" || isMissing)) return undefined;
  const points = new PointMap(text);
  const documents = root.kind === "stream" ? root.children.filter(({ kind }) => kind === "document") : [root];
  return documents.flatMap((document) => {
    const value = readValue(document, points);
    return value === NOTHING ? [] : [value];
  });
}

function readValue(node: SyntaxNode, points: PointMap): YamlValue {
  const text = () => points.slice(points.span(node));
  switch (node.kind) {
    case "block_mapping":
    case "flow_mapping":
      return { kind: "map", entries: node.children.flatMap((pair) => readEntry(pair, points)) };
    case "block_sequence":
    case "flow_sequence":
      return { kind: "list", items: node.children.flatMap((item) => readItem(item, points)) };
    case "plain_scalar":
    case "block_scalar":
      return { kind: "scalar", text: text() };
    case "single_quote_scalar":
      return { kind: "scalar", text: text().slice(1, -1).replaceAll("''", "'") };
    case "double_quote_scalar":
      return { kind: "scalar", text: unescape(text()) };
    default: {
      const [value] = node.children.flatMap((child) => (isContent(child) ? [readValue(child, points)] : []));
      return value ?? NOTHING;
    }
  }
}

/** A key without a colon, as in `{a, b: 1}`, has no value. */
function readEntry(pair: SyntaxNode, points: PointMap): YamlEntry[] {
  if (!isContent(pair)) return [];
  const isPair = pair.kind === "block_mapping_pair" || pair.kind === "flow_pair";
  const key = isPair ? pair.children.find(({ field }) => field === "key") : pair;
  const value = isPair ? pair.children.find(({ field }) => field === "value") : undefined;
  const name = key === undefined ? NOTHING : readValue(key, points);
  return [
    { key: name.kind === "scalar" ? name.text : "", value: value === undefined ? NOTHING : readValue(value, points) },
  ];
}

/** A pair in a list is a mapping of its own: `[a: 1]`. */
function readItem(item: SyntaxNode, points: PointMap): YamlValue[] {
  if (!isContent(item)) return [];
  return [item.kind === "flow_pair" ? { kind: "map", entries: readEntry(item, points) } : readValue(item, points)];
}

function isContent({ kind }: SyntaxNode): boolean {
  return kind !== "comment" && kind !== "anchor" && kind !== "tag" && kind !== "alias" && !kind.endsWith("_directive");
}

function unescape(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    // An escape or a line break that JSON lacks: near enough for what is looked up here.
    return quoted.slice(1, -1);
  }
}
