import type { TextSection } from "../core/declaration.ts";
import { namePlaces, syntaxErrorsText } from "../search/syntax-check.ts";
import type { RewriteReport } from "./plan-rewrite.ts";

const MAX_FILES = 100;

/** "12 replacements in 4 files" */
export function countReplacements({ replacements, files }: Pick<RewriteReport, "replacements" | "files">): string {
  return `${plural(replacements, "replacement")} in ${plural(files.size, "file")}`;
}

/** What is known about the result besides its text, a line each. */
export function reportLines(report: RewriteReport, language: string): string[] {
  const { nested, parse, emptied, leftOut, isTemplateReadable, files } = report;
  const lines: string[] = [];
  const { broken, unchecked, isThorough } = parse;
  if (broken.length > 0) {
    const files = broken.length === 1 ? "1 file would" : `${broken.length} files would`;
    lines.push(`WARNING: ${files} no longer parse as ${language}: ${syntaxErrorsText(broken)}.`);
  } else if (!isTemplateReadable && !isThorough) {
    lines.push(`WARNING: the rewrite by itself does not parse as ${language} in any context; look at the result.`);
  }
  if (leftOut.length > 0) {
    lines.push(
      `WARNING: ${plural(countLines(leftOut), "match", "matches")} of code with more than the pattern names, such as an \`else\` or a modifier, which the rewrite leaves out: ${namePlaces(leftOut)}.`,
    );
  }
  if (emptied.length > 0) {
    const count = countLines(emptied);
    lines.push(
      `WARNING: ${plural(count, "block")} without a statement, which ${language} does not allow, ${count === 1 ? "is" : "are"} left in ${namePlaces(emptied)}.`,
    );
  }
  if (unchecked > 0) lines.push(`Whether the result parses was not looked at in ${unchecked} of ${files.size} files.`);
  if (nested > 0) {
    const inside = nested === 1 ? "1 match inside another is" : `${nested} matches inside others are`;
    lines.push(`${inside} left as written; run it again afterwards to rewrite what is left.`);
  }
  return lines;
}

/** Counts for each file, then the first changes. */
export function reportSections({ files, diff }: RewriteReport): TextSection[] {
  const rows = [...files].slice(0, MAX_FILES).map(([shown, count]) => `${shown}  ${plural(count, "replacement")}`);
  const rest = files.size > MAX_FILES ? [`${files.size - MAX_FILES} more files`] : [];
  return [
    { label: "FILES", text: [...rows, ...rest].join("\n"), value: 20 },
    { label: "DIFF", text: `\n${diff}`, value: 10 },
  ];
}

function countLines(files: RewriteReport["emptied"]): number {
  return files.reduce((sum, { lines }) => sum + lines.length, 0);
}

export function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}
