/** Why an oracle's definition is none of Reticle's, where a rule over the text can tell. */
import type { Comparison } from "./comparisons.ts";
import type { Missed } from "./compare.ts";
import type { Definition } from "./definitions.ts";

export interface MissedAt extends Missed {
  readonly comparison: Comparison;
  /** Of the file; `definition.firstLine` is 1-based. */
  readonly lines: readonly string[];
  readonly own: readonly Definition[];
}

interface Reason {
  readonly text: string;
  /** When not given, every language. */
  readonly languages?: readonly string[];
  readonly holds: (missed: MissedAt) => boolean;
}

const C_FAMILY = ["c", "cpp"];

const escape = (name: string): string => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
const lineOf = ({ lines, definition }: MissedAt): string => lines[definition.firstLine - 1] ?? "";

/** The first that holds is given. */
const REASONS: readonly Reason[] = [
  {
    text: "the macro that guards a header against being read twice: left out on purpose",
    languages: C_FAMILY,
    holds: ({ definition, lines }) => {
      const before = lines.slice(0, definition.firstLine - 1).findLast((line) => line.trim() !== "") ?? "";
      return (
        definition.kind === "macro" &&
        /^\s*#\s*if(?:ndef|\s+!\s*defined)\b/.test(before) &&
        before.includes(definition.name)
      );
    },
  },
  {
    text: "the oracle takes `#pragma weak` for a definition",
    languages: C_FAMILY,
    holds: (missed) => /^\s*#\s*pragma\b/.test(lineOf(missed)),
  },
  {
    text: "the oracle takes an instantiation or a specialization's argument for a variable",
    languages: ["cpp"],
    holds: (missed) => /^\s*(?:extern\s+)?template\s+(?:class|struct)\b/.test(lineOf(missed)),
  },
  {
    text: "a function whose name stands in parentheses, for the oracle a variable",
    languages: C_FAMILY,
    holds: (missed) =>
      missed.definition.kind === "variable" &&
      new RegExp(`\\(\\s*${escape(missed.definition.name)}\\s*\\)\\s*\\(`).test(lineOf(missed)),
  },
  {
    text: "a macro call without a body, for the oracle a definition",
    languages: C_FAMILY,
    holds: (missed) => {
      const { name, firstLine } = missed.definition;
      const rest = missed.lines.slice(firstLine - 1, firstLine + 1).join(" ");
      return new RegExp(`^\\s*(?:static\\s+)?${escape(name)}\\s*\\([^{]*$`).test(rest) && /^[A-Z_\d]+$/.test(name);
    },
  },
  {
    text: "the oracle takes the word after a lifetime for the name",
    languages: ["rust"],
    holds: (missed) => /:\s*&'\w+\s/.test(lineOf(missed)) && missed.definition.kind === "variable",
  },
  {
    text: "an implementation for a slice or a reference, named by all of its type here and by a word of it there",
    languages: ["rust"],
    holds: ({ definition, nearest }) => definition.kind === "implementation" && nearest?.kind === "impl",
  },
  {
    text: "the oracle cuts the name of an alias at `?`, `!` or `=`",
    languages: ["ruby"],
    holds: (missed) =>
      missed.definition.kind === "alias" &&
      new RegExp(`\\b${escape(missed.definition.name)}[?!=]`).test(lineOf(missed)),
  },
  {
    text: "the blank identifier declares nothing",
    languages: ["go"],
    holds: ({ definition }) => definition.name === "_",
  },
  {
    text: "the oracle takes a type parameter for the name",
    languages: ["csharp"],
    holds: (missed) => new RegExp(`<[^>]*\\b${escape(missed.definition.name)}\\b`).test(lineOf(missed)),
  },
  {
    text: "in a documentation string, where the oracle reads it as code",
    languages: ["elixir"],
    holds: ({ lines, definition }) =>
      lines.slice(0, definition.firstLine - 1).filter((line) => /"""|'''/.test(line)).length % 2 === 1,
  },
  {
    text: "the name is computed when the code runs",
    languages: ["elixir"],
    holds: ({ definition }) => definition.name === "unquote",
  },
  {
    text: 'the oracle takes a call or a string with the word "function" in it for a definition',
    languages: ["lua", "bash"],
    holds: (missed) =>
      missed.comparison.language === "bash"
        ? !/^\s*(?:function\s+)?[\w.:-]+\s*\(\)/.test(lineOf(missed))
        : !/^[^"'(]*(?:=\s*function\s*\(|function\s+[\w.:]+\s*\()/.test(lineOf(missed)),
  },
  {
    text: "a field of a table that has no name",
    languages: ["lua"],
    holds: (missed) => /^\s+[\w"'[\]]+\s*=\s*function\b/.test(lineOf(missed)),
  },
  {
    text: "the oracle takes a keyword or a type for the name",
    languages: ["haskell"],
    holds: ({ definition }) => /^(?:class|infix[lr]?|[A-Z[].*)$/.test(definition.name),
  },
  {
    text: "a second definition of the same name, under another condition of the preprocessor",
    languages: [...C_FAMILY, "haskell"],
    holds: ({ definition, nearest, lines }) =>
      /^(?:variable|macro|function)$/.test(definition.kind) &&
      nearest?.name.endsWith(definition.name) === true &&
      nearest.place === "top" &&
      isConditional(lines, definition.firstLine),
  },
  {
    text: "a variable of a function",
    holds: ({ definition, own }) =>
      definition.families.every((family) => family === "value") &&
      own.some(
        ({ families, firstLine, endLine = firstLine }) =>
          families.includes("function") && firstLine < definition.firstLine && definition.firstLine <= endLine,
      ),
  },
];

export const OPEN = "not told by a rule";

export function reasonOf(missed: MissedAt): string {
  const { language } = missed.comparison;
  const reason = REASONS.find(({ languages, holds }) => languages?.includes(language) !== false && holds(missed));
  return reason?.text ?? OPEN;
}

/** Inside an `#if` that is not there to guard the header. */
function isConditional(lines: readonly string[], line: number): boolean {
  const open: boolean[] = [];
  for (const [index, text] of lines.slice(0, line - 1).entries()) {
    const guarded = /^\s*#\s*ifndef\s+(\w+)/.exec(text)?.[1];
    const isGuard =
      guarded !== undefined && new RegExp(`^\\s*#\\s*define\\s+${guarded}\\s*$`).test(lines[index + 1] ?? "");
    if (/^\s*#\s*if/.test(text)) open.push(!isGuard);
    else if (/^\s*#\s*endif/.test(text)) open.pop();
  }
  return open.includes(true);
}
