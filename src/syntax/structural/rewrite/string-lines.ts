/** How a language writes what may hold line breaks, and what hides quotes. */
interface StringSyntax {
  /** Delimiters of literals that may go over several lines. */
  readonly multiline: readonly string[];
  /** Delimiters of literals that end with their line. */
  readonly single: readonly string[];
  readonly lineComments: readonly string[];
}

const SLASHES: readonly string[] = ["//"];
const C_LIKE: StringSyntax = { multiline: [], single: ['"'], lineComments: SLASHES };
const SCRIPT: StringSyntax = { multiline: ["`"], single: ['"', "'"], lineComments: SLASHES };
const TRIPLE_DOUBLE: StringSyntax = { multiline: ['"""'], single: ['"'], lineComments: SLASHES };
const SHELL: StringSyntax = { multiline: ['"', "'"], single: [], lineComments: ["#"] };

const syntaxes: Readonly<Record<string, StringSyntax>> = {
  bash: SHELL,
  csharp: TRIPLE_DOUBLE,
  dart: { multiline: ['"""', "'''"], single: ['"', "'"], lineComments: SLASHES },
  elixir: { multiline: ['"""', '"'], single: [], lineComments: ["#"] },
  go: { multiline: ["`"], single: ['"'], lineComments: SLASHES },
  java: TRIPLE_DOUBLE,
  javascript: SCRIPT,
  kotlin: TRIPLE_DOUBLE,
  nix: { multiline: ["''", '"'], single: [], lineComments: ["#"] },
  php: { multiline: ['"', "'"], single: [], lineComments: ["//", "#"] },
  python: { multiline: ['"""', "'''"], single: ['"', "'"], lineComments: ["#"] },
  ruby: SHELL,
  rust: { multiline: ['"'], single: [], lineComments: SLASHES },
  scala: TRIPLE_DOUBLE,
  swift: TRIPLE_DOUBLE,
  tsx: SCRIPT,
  typescript: SCRIPT,
};

/** Indexes of the lines that begin inside a string literal: their white space is a part of what it says. */
export function linesInsideStrings(text: string, language: string): ReadonlySet<number> {
  const { multiline, single, lineComments } = syntaxes[language] ?? C_LIKE;
  const inside = new Set<number>();
  const starts = (words: readonly string[], at: number) => words.find((word) => text.startsWith(word, at));
  let line = 0;
  let open: { readonly delimiter: string; readonly isMultiline: boolean } | undefined;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "\n") {
      line += 1;
      if (open?.isMultiline === true) inside.add(line);
      else open = undefined;
    } else if (open !== undefined) {
      if (text[at] === "\\") at += text[at + 1] === "\n" ? 0 : 1;
      else if (text.startsWith(open.delimiter, at)) {
        at += open.delimiter.length - 1;
        open = undefined;
      }
    } else if (starts(lineComments, at) !== undefined) {
      const end = text.indexOf("\n", at);
      at = (end < 0 ? text.length : end) - 1;
    } else if (text.startsWith("/*", at) && lineComments.includes("//")) {
      const end = text.indexOf("*/", at + 2);
      line += text.slice(at, end < 0 ? text.length : end).split("\n").length - 1;
      at = end < 0 ? text.length : end + 1;
    } else {
      const delimiter = starts(multiline, at) ?? starts(single, at);
      if (delimiter === undefined) continue;
      open = { delimiter, isMultiline: multiline.includes(delimiter) };
      at += delimiter.length - 1;
    }
  }
  return inside;
}
