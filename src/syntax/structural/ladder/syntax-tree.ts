/** One node of a printed tree. Rows and columns are 0-based; columns count UTF-8 bytes. */
export interface SyntaxNode {
  readonly kind: string;
  readonly field: string | undefined;
  readonly isMissing: boolean;
  readonly start: Point;
  readonly end: Point;
  readonly depth: number;
  readonly children: SyntaxNode[];
  readonly parent: SyntaxNode | undefined;
}
export interface Point {
  readonly row: number;
  readonly column: number;
}

const LINE = /^( *)(?:([A-Za-z_][\w-]*): )?([\s\S]+) \((\d+),(\d+)\)-\((\d+),(\d+)\)$/;
const HEADER = /^Debug (?:CST|AST):$/;
const INDENT = 2;
const MISSING = "MISSING ";

/** Reads the tree that the engine prints on stderr: its nodes in pre-order, the root first. Empty when there is none. */
export function parseTree(stderr: string): SyntaxNode[] {
  const lines = stderr.split("\n");
  const header = lines.findIndex((line) => HEADER.test(line));
  const nodes: SyntaxNode[] = [];
  const path: SyntaxNode[] = [];
  let pending = "";
  for (const line of header < 0 ? [] : lines.slice(header + 1)) {
    if (line === "" && pending === "") break;
    // A token that is itself a line break is printed as one, so its line comes in two pieces.
    pending = pending === "" ? line : `${pending}\n${line}`;
    const match = LINE.exec(pending);
    if (match === null) {
      if (pending.length > 200) break;
      continue;
    }
    pending = "";
    const node = toNode(match, path);
    path.splice(node.depth, path.length, node);
    node.parent?.children.push(node);
    nodes.push(node);
  }
  return nodes;
}

function toNode(match: RegExpExecArray, path: readonly SyntaxNode[]): SyntaxNode {
  const [, indent = "", field, printed = "", ...numbers] = match;
  const [startRow = 0, startColumn = 0, endRow = 0, endColumn = 0] = numbers.map(Number);
  const depth = indent.length / INDENT;
  const isMissing = printed.startsWith(MISSING);
  return {
    kind: isMissing ? printed.slice(MISSING.length) : printed,
    field,
    isMissing,
    start: { row: startRow, column: startColumn },
    end: { row: endRow, column: endColumn },
    depth,
    children: [],
    parent: depth === 0 ? undefined : path[depth - 1],
  };
}

/** Byte offsets of the points of one text. */
export class PointMap {
  readonly #bytes: Buffer;
  readonly #lineStarts: number[] = [0];

  constructor(text: string) {
    this.#bytes = Buffer.from(text);
    for (let at = this.#bytes.indexOf(10); at >= 0; at = this.#bytes.indexOf(10, at + 1)) this.#lineStarts.push(at + 1);
  }

  offset({ row, column }: Point): number {
    return Math.min((this.#lineStarts[row] ?? this.#bytes.length) + column, this.#bytes.length);
  }

  span(node: SyntaxNode): Span {
    return { start: this.offset(node.start), end: this.offset(node.end) };
  }

  slice({ start, end }: Span): string {
    return this.#bytes.toString("utf8", start, end);
  }
}

/** Half-open, in bytes. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
export function isSameSpan(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}
