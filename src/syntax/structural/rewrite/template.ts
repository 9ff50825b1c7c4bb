import { ReticleError } from "../../../base/errors.ts";
import type { PatternQuery } from "../compile-query.ts";
import { findMetavariables, isCaptured } from "../ladder/metavariables.ts";

/** A part of a template: text as it stands, or a metavariable. */
export type TemplatePart = { readonly text: string } | TemplateVariable;
export interface TemplateVariable {
  /** "$X" or "$$$ARGS", as captures are called. */
  readonly variable: string;
  /** White space at the start of its line in the template. */
  readonly indent: string;
  /** Nothing else stands before it on its line, and that is not the first line. */
  readonly isFirstOnLine: boolean;
  /** Where it stands in the template, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

export interface Template {
  /** Commas beside what stands for nothing are already gone where they may go. */
  readonly hasOnlyNeededCommas?: boolean;
  /** As written, with LF at the ends of lines. */
  readonly source: string;
  readonly parts: readonly TemplatePart[];
}

/** Variables of PHP's own that look like metavariables which capture nothing. */
const SUPERGLOBAL = /^\$_(GET|POST|SERVER|SESSION|COOKIE|FILES|ENV|REQUEST)$/;

/** Takes a rewrite apart. Throws `invalid_input` that names a metavariable which no pattern of the query captures. */
export function parseTemplate(rewrite: string, query: PatternQuery, language: string): Template {
  const source = rewrite.replaceAll("\r\n", "\n");
  const captured = capturedBy(query);
  const parts: TemplatePart[] = [];
  let from = 0;
  for (const { start, end } of findMetavariables(source)) {
    const variable = source.slice(start, end);
    if (language === "php" && SUPERGLOBAL.test(variable)) continue;
    if (!captured.has(variable)) throw unknownVariable(variable, captured);
    if (start > from) parts.push({ text: source.slice(from, start) });
    const indent = indentAt(source, start);
    parts.push({ variable, indent, isFirstOnLine: source[start - indent.length - 1] === "\n", start, end });
    from = end;
  }
  if (from < source.length) parts.push({ text: source.slice(from) });
  return { source, parts };
}

function capturedBy({ pattern, follows, precedes }: PatternQuery): ReadonlySet<string> {
  const names = [pattern, follows, precedes].flatMap((text) =>
    text === undefined
      ? []
      : findMetavariables(text)
          .filter(isCaptured)
          .map(({ start, end }) => text.slice(start, end)),
  );
  return new Set(names);
}

function unknownVariable(variable: string, captured: ReadonlySet<string>): ReticleError {
  const name = variable.replace(/^\$+/, "");
  const other = [...captured].find((one) => one.replace(/^\$+/, "") === name);
  const listed = captured.size === 0 ? "it captures none" : `it captures ${[...captured].join(", ")}`;
  return new ReticleError(
    "invalid_input",
    `\`rewrite\` uses ${variable}, which the pattern does not capture; ${listed}`,
    {
      hint:
        other === undefined
          ? "use metavariables of the pattern, or name this one there"
          : `write ${other}, as in the pattern`,
      data: { variable },
    },
  );
}

/** The white space that the line of `at` begins with. */
export function indentAt(text: string, at: number): string {
  const lineStart = text.lastIndexOf("\n", at - 1) + 1;
  let end = lineStart;
  while (end < at && (text[end] === " " || text[end] === "\t")) end += 1;
  return text.slice(lineStart, end);
}
