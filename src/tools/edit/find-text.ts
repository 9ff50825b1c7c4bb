import { ReticleError } from "../../base/errors.ts";
import { findRun } from "./find-run.ts";
import { lineAt, linesAt } from "./line-ends.ts";

const MAX_NAMED_LINES = 10;
const MAX_EXCERPT_LINES = 5;
const MAX_EXCERPT_CHARS = 200;
/** The engine's own search is fast, but long text that repeats costs it the product of both lengths. */
const MAX_CHARS_OF_PLAIN_SEARCH = 200;

export interface TextQuery {
  /** With LF alone, as is `text`. */
  readonly wanted: string;
  readonly replacement: string;
  readonly shown: string;
  /** The host's name of the argument, for messages. */
  readonly argument: string;
}

/** Where a text stands in another, without overlaps. */
export function occurrencesOf(text: string, wanted: string): readonly number[] {
  if (wanted.length > MAX_CHARS_OF_PLAIN_SEARCH) return withoutOverlaps(findRun(text, wanted), wanted.length);
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) found.push(at);
  return found;
}

function withoutOverlaps(offsets: readonly number[], length: number): readonly number[] {
  let end = 0;
  return offsets.filter((at) => {
    if (at < end) return false;
    end = at + length;
    return true;
  });
}

export function severalFound(text: string, offsets: readonly number[], query: TextQuery): ReticleError {
  const lines = [...new Set(linesAt(text, offsets))];
  const named = lines.slice(0, MAX_NAMED_LINES).join(", ");
  const more = lines.length > MAX_NAMED_LINES ? " …" : "";
  const where = `${lines.length === 1 ? "line" : "lines"} ${named}${more}`;
  return new ReticleError(
    "conflict",
    `\`${query.argument}\` stands ${offsets.length} times in ${query.shown} (${where})`,
    {
      hint: "add lines around it until it is the only one, or pass replace_all",
      data: { lines: lines.slice(0, MAX_NAMED_LINES), count: offsets.length },
    },
  );
}

/** Says what comes nearest: the same lines with other whitespace, the change already made, or the first line alone. */
export function noneFound(text: string, query: TextQuery): ReticleError {
  const { wanted, replacement, shown, argument } = query;
  const what = `\`${argument}\` does not stand in ${shown}`;
  const lines = text.split("\n");
  const alike = findAlike(lines, wanted.split("\n"));
  if (alike !== undefined) {
    return notFound(`${what}; it differs in whitespace only from what stands at line ${alike.line}`, {
      hint: `copy it as it is there:\n${excerpt(lines, alike)}`,
      line: alike.line,
    });
  }
  const [done] = replacement.trim() === "" ? [] : occurrencesOf(text, replacement);
  if (done !== undefined) {
    const line = lineAt(text, done);
    return notFound(`${what}, but the new text does, at line ${line}`, {
      hint: "the change may have been made already",
      line,
    });
  }
  const first =
    wanted
      .split("\n")
      .find((one) => one.trim() !== "")
      ?.trim() ?? "";
  const at = lines.findIndex((one) => one.trim() === first);
  if (first !== "" && at !== -1) {
    return notFound(`${what}; its first line does, at line ${at + 1}, and goes on differently`, {
      hint: `there it reads:\n${excerpt(lines, { line: at + 1, count: wanted.split("\n").length })}`,
      line: at + 1,
    });
  }
  return notFound(what, { hint: "read the file again: the text must be there character by character" });
}

interface Place {
  /** 1-based. */
  readonly line: number;
  readonly count: number;
}

/** The first place where the lines are the same but for whitespace at their ends. */
function findAlike(lines: readonly string[], wanted: readonly string[]): Place | undefined {
  const trimmed = lines.map((line) => line.trim());
  const parts = wanted.map((line) => line.trim());
  while (parts.length > 0 && parts.at(-1) === "") parts.pop();
  const first = parts.findIndex((part) => part !== "");
  if (first === -1) return undefined;
  parts.splice(0, first);
  const [at] = findRun(trimmed, parts);
  return at === undefined ? undefined : { line: at + 1, count: parts.length };
}

function excerpt(lines: readonly string[], { line, count }: Place): string {
  return lines
    .slice(line - 1, line - 1 + Math.min(count, MAX_EXCERPT_LINES))
    .map((text) => text.slice(0, MAX_EXCERPT_CHARS))
    .join("\n");
}

function notFound(message: string, { hint, line }: { readonly hint: string; readonly line?: number }): ReticleError {
  return new ReticleError("not_found", message, { hint, ...(line === undefined ? {} : { data: { line } }) });
}
