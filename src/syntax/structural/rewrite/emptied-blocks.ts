/** How a language whose blocks are what is indented writes the lines around them. */
interface BlockSyntax {
  /** Ends the line above a block; there may be a comment behind it. */
  readonly headEnd: string;
  /** Begins the head of a block that may stand on the same line. */
  readonly headStart: RegExp;
  readonly comment: string;
}

const syntaxes: Readonly<Record<string, BlockSyntax>> = {
  python: {
    headEnd: ":",
    headStart:
      /^\s*(async\s|class\b|def\b|elif\b|else\b|except\b|finally\b|for\b|if\b|match\b|case\b|try\b|while\b|with\b)/,
    comment: "#",
  },
};

/** What was replaced by nothing, or by comments alone. */
export interface Removal {
  /** Where it stood, in the new text. */
  readonly at: number;
  /** The indentation of its line. */
  readonly indent: string;
}

/** Whether there is no code in what takes a place, so that a block may be left empty: no parser sees that. */
export function isRemoval(text: string, language: string): boolean {
  const syntax = syntaxes[language];
  return syntax !== undefined && text.split("\n").every((line) => isBlank(line, syntax.comment));
}

/** The 1-based lines above blocks that the removals have left without a statement, in the new text. */
export function emptiedBlocks(text: string, removals: readonly Removal[], language: string): readonly number[] {
  const syntax = syntaxes[language];
  if (syntax === undefined || removals.length === 0) return [];
  const lines = text.split("\n");
  const heads = new Set<number>();
  let row = 0;
  let start = 0;
  for (const { at, indent } of removals) {
    for (; row < lines.length - 1 && start + (lines[row] ?? "").length < at; row += 1) {
      start += (lines[row] ?? "").length + 1;
    }
    const head = headOf({ lines, row, column: at - start, indent }, syntax);
    if (head !== undefined) heads.add(head + 1);
  }
  return [...heads];
}

interface Spot {
  readonly lines: readonly string[];
  /** 0-based. */
  readonly row: number;
  readonly column: number;
  readonly indent: string;
}

/** The line above the empty block that the spot lies in, if it does. */
function headOf({ lines, row, column, indent }: Spot, syntax: BlockSyntax): number | undefined {
  const line = lines[row] ?? "";
  const before = line.slice(0, column);
  if (before.trim() !== "") {
    const isHead = syntax.headStart.test(before) && before.trimEnd().endsWith(syntax.headEnd);
    if (!isHead || !isBlank(line.slice(column), syntax.comment)) return undefined;
    return indentOfNext(lines, row + 1, syntax) <= indentOf(line) ? row : undefined;
  }
  let head = row - 1;
  while (head >= 0 && isBlank(lines[head] ?? "", syntax.comment)) head -= 1;
  const isEmpty = indentOfNext(lines, row, syntax) < indent.length;
  return head >= 0 && isEmpty && isHeadEnd(lines[head] ?? "", indent, syntax) ? head : undefined;
}

function isHeadEnd(line: string, indent: string, { headEnd, comment }: BlockSyntax): boolean {
  const endsHead = (code: string): boolean => code.trimEnd().endsWith(headEnd);
  if (!line.includes(comment)) return endsHead(line);
  // A statement beside the removed one may end with such a comment, or hold the sign of one in a string.
  return indentOf(line) < indent.length && (endsHead(line.slice(0, line.indexOf(comment))) || endsHead(line));
}

/** -1: there is none. */
function indentOfNext(lines: readonly string[], from: number, { comment }: BlockSyntax): number {
  for (let row = from; row < lines.length; row += 1) {
    const line = lines[row] ?? "";
    if (!isBlank(line, comment)) return indentOf(line);
  }
  return -1;
}

function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}

function isBlank(line: string, comment: string): boolean {
  const code = line.trim();
  return code === "" || code.startsWith(comment);
}
