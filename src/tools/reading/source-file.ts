import { complete, type Coverage } from "../../base/coverage.ts";
import type { FileFacts } from "../../syntax/facts.ts";
import type { SourceDocument } from "../../workspace/document.ts";
import type { ToolContext } from "../core/context.ts";

/** One file as the reading tools see it: where it is, what it says, what a parse of it tells. */
export interface SourceFile {
  /** Canonical absolute path. */
  readonly absolute: string;
  /** The path as answers show it. */
  readonly shown: string;
  /** The host's name of our `path` argument, for calls that an answer proposes. */
  readonly pathArgument: string;
  readonly document: SourceDocument;
  readonly facts: FileFacts;
}

/**
 * Resolves, reads and parses the file a call names. Throws what the workspace and the parser throw:
 * `invalid_input`, `not_found`, `refused`, `too_large`, `unsupported`, `timeout`.
 */
export async function readSourceFile(path: string, context: ToolContext, signal: AbortSignal): Promise<SourceFile> {
  const pathArgument = context.argumentName("path");
  const file = await context.workspace.resolve(path, pathArgument, context.cwd);
  const document = await context.workspace.read(file, pathArgument);
  const facts = await context.phase("syntax", async () => (await context.syntax()).facts(document, signal));
  return { absolute: file.absolute, shown: file.shown, pathArgument, document, facts };
}

/** What a reader must know about the bytes before quoting the text back into an edit. */
export function encodingNotes({ encoding, hasBom }: SourceDocument): string[] {
  if (encoding === "utf-8") return [];
  return [`encoding: ${encoding}${hasBom ? " with a byte order mark" : ""}, shown as UTF-8`];
}

/** As `encodingNotes`, with the line ends that the shown lines do not carry. */
export function verbatimNotes(document: SourceDocument): string[] {
  const notes = encodingNotes(document);
  if (document.eol === "\r\n") notes.push("line ends: CRLF, shown as LF");
  if (document.eol === "mixed") notes.push("line ends: mixed CRLF and LF, shown as LF");
  return notes;
}

/** Complete when the whole file parsed, else partial and naming what is not in the facts. */
export function parseCoverage({ shown, facts }: SourceFile): Coverage {
  const unparsed = unparsedTexts(facts);
  const more = omittedText(facts);
  if (unparsed.length === 0 && more === undefined) return complete;
  return {
    state: "partial",
    looked: more === undefined ? "what parses" : "the outermost entries",
    whole: shown,
    missing: [...unparsed, ...(more === undefined ? [] : [more])].join(" and "),
  };
}

/** What no facts tell of: "code around 1 syntax error (line 4)", parts in a language that cannot be read. */
export function unparsedTexts(facts: FileFacts): string[] {
  const errors = facts.syntaxErrorCount === 0 ? [] : [`code around ${syntaxErrorText(facts)}`];
  return [...errors, ...(facts.unread ?? [])];
}

/** "; the file has 1 syntax error (line 4)", "; not read: its CSS parts …"; empty when all of it was parsed. */
export function unparsedNote(facts: FileFacts): string {
  const errors = facts.syntaxErrorCount === 0 ? "" : `; the file has ${syntaxErrorText(facts)}`;
  return facts.unread === undefined ? errors : `${errors}; not read: ${facts.unread.join("; ")}`;
}

/** "41233 more entries": what a large data file has beyond its facts. */
export function omittedText({ omittedCount = 0 }: FileFacts): string | undefined {
  return omittedCount === 0 ? undefined : `${omittedCount} more ${omittedCount === 1 ? "entry" : "entries"}`;
}

/** Places that facts name at most; beyond them they are only counted. */
const MAX_NAMED_ERRORS = 20;

/** "2 syntax errors (lines 4, 9)"; names the first places only, counts them all. */
export function syntaxErrorText({ syntaxErrors, syntaxErrorCount }: FileFacts): string {
  const lines = [...new Set(syntaxErrors.map((error) => error.line))];
  const more = syntaxErrors.length >= MAX_NAMED_ERRORS && syntaxErrorCount > syntaxErrors.length ? " …" : "";
  const where = `${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}${more}`;
  return `${syntaxErrorCount} syntax ${syntaxErrorCount === 1 ? "error" : "errors"} (${where})`;
}
