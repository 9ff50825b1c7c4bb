import { complete } from "../../../base/coverage.ts";
import { ReticleError } from "../../../base/errors.ts";
import type { SourceDocument } from "../../../workspace/document.ts";
import type { ToolContext } from "../../core/context.ts";
import { type Answer, defineTool } from "../../core/declaration.ts";
import { guessedEndNotes } from "../../reading/body-coverage.ts";
import type { Place } from "../../reading/find-symbol.ts";
import { readSourceFile, type SourceFile } from "../../reading/source-file.ts";
import { commitTexts } from "../commit-texts.ts";
import { replaceSpans } from "../edit.ts";
import { countLines, lineAt, type UnifiedText, withLineFeeds } from "../line-ends.ts";
import { undoLine } from "../undo-line.ts";
import { chooseSymbol } from "./choose-symbol.ts";
import { parseNote } from "./parse-note.ts";
import { planInsert, planRemoval } from "./plan-insert.ts";
import { lineIndent, lineStart, planBody, planReplace, type Splice, type SymbolPlace } from "./plan-symbol-edit.ts";

type Action = "replace" | "replace_body" | "insert_before" | "insert_after";

interface Facts {
  readonly shown: string;
  readonly symbol: string;
  readonly done: string;
  /** 1-based lines of the new text in the file as it is now; undefined: all was removed. */
  readonly lines: { readonly startLine: number; readonly endLine: number } | undefined;
  readonly linesNow: number;
  readonly linesBefore: number;
  readonly undoId: string | undefined;
}

/** Kinds that stand beside each other with commas between them, in some language. */
const LISTED: ReadonlySet<string> = new Set(["enum member", "property", "key", "field", "method", "item"]);

export const editSymbol = defineTool({
  name: "edit_symbol",
  title: "Edit a symbol",
  tier: "write",
  description:
    "Replaces a symbol or its body, or inserts code before or after it, by name as read_symbol takes it; indentation is fitted.",
  example: { path: "src/server.ts", symbol: "Server.close", action: "replace_body", text: "this.#socket.end();" },
  input: {
    type: "object",
    properties: {
      path: { type: "string", minLength: 1 },
      symbol: { type: "string", minLength: 1, description: "Name, Owner.member, or a callback's handle." },
      action: { type: "string", enum: ["replace", "replace_body", "insert_before", "insert_after"] },
      text: {
        type: "string",
        description: "A body without its brackets, else whole declarations; an empty one with replace removes.",
      },
      kind: { type: "string", description: "E.g. method." },
      line: { type: "integer", minimum: 1, description: "In the one meant, where several have the name." },
    },
    required: ["path", "symbol", "action", "text"],
  },
  needs: ["workspace", "parser"],
  parallel: false,
  run: async (input, context, signal): Promise<Answer<Facts>> => {
    const source = await readSourceFile(input.path, context, signal);
    const { document, shown } = source;
    const place = chooseSymbol(source, input, context);
    const unified = withLineFeeds(document.text);
    const given = input.text.replaceAll("\r\n", "\n");
    const splice = planned(unified, place, { action: input.action, given, source, context });
    const span = { start: unified.toOriginal(splice.start), end: unified.toOriginal(splice.end) };
    const { after } = replaceSpans(document, [span], splice.replacement);
    const notes = [
      ...(await parseNote(source, after, { context, signal })),
      ...guessedEndNotes(source.facts, place),
      ...(splice.isMoved && holdsTextBlock(given) ? ["indented to fit; lines of a multi-line string moved too"] : []),
    ];
    const change = { path: source.absolute, shown, before: document, after };
    const { undoId, report } = await commitTexts("edit_symbol", [change], { context, signal });
    return {
      coverage: complete,
      report,
      notes,
      facts: {
        shown,
        symbol: `${place.kind} ${place.name}`,
        done: given.trim() === "" && input.action === "replace" ? "Removed" : DONE[input.action],
        lines: linesOf(unified.text, splice),
        linesNow: countLines(after),
        linesBefore: countLines(document.text),
        undoId,
      },
    };
  },
  format: ({ facts: { shown, symbol, done, lines, linesNow, linesBefore, undoId } }) => {
    if (undoId === undefined) return `${symbol} in ${shown} reads like this already; nothing was written.`;
    const where = lines === undefined ? "" : ` at ${rangeText(lines)}`;
    const grown = linesNow === linesBefore ? "" : `; ${linesNow} lines, before ${linesBefore}`;
    return [`${done} ${symbol} in ${shown}${where}${grown}`, ...undoLine(undoId)].join("\n");
  },
  details: ({ facts: { shown, symbol, lines, undoId } }) => ({
    path: shown,
    symbol,
    ...lines,
    ...(undoId === undefined ? {} : { undoId }),
  }),
  summary: ({ facts: { shown, symbol, done } }) => `${done} ${symbol} in ${shown}`,
});

const DONE: Readonly<Record<Action, string>> = {
  replace: "Replaced",
  replace_body: "Replaced the body of",
  insert_before: "Inserted before",
  insert_after: "Inserted after",
};

interface Wish {
  readonly action: Action;
  readonly given: string;
  readonly source: SourceFile;
  readonly context: ToolContext;
}

function planned(unified: UnifiedText, found: Place, { action, given, source, context }: Wish): Splice {
  const { text } = unified;
  const place = placeIn(source.document, text, found);
  const isEmpty = given.trim() === "";
  switch (action) {
    case "replace":
      return isEmpty ? planRemoval(text, place) : planReplace(text, place, given);
    case "replace_body": {
      if (place.body === undefined) throw withoutBody(found, source);
      return planBody(text, place.body, given, place.start);
    }
    case "insert_before":
    case "insert_after": {
      if (isEmpty) {
        throw new ReticleError("invalid_input", `\`${context.argumentName("text")}\` is empty: nothing to insert`, {
          hint: `pass the code that shall stand ${action === "insert_before" ? "before" : "after"} ${found.name}`,
        });
      }
      if (found.isCallback) throw cannotHaveNeighbour(found, source, "is a function inside an expression");
      const splice = planInsert(text, place, given, action === "insert_before" ? "before" : "after");
      if (splice === undefined) throw cannotHaveNeighbour(found, source, "shares its line with other code");
      return splice;
    }
  }
}

/** The place in the text with LF alone. */
function placeIn({ text: original }: SourceDocument, text: string, found: Place): SymbolPlace {
  const unify = (offset: number): number => offset - (original.slice(0, offset).match(/\r\n/g)?.length ?? 0);
  const start = unify(found.start);
  const { bodyStart, bodyEnd } = found;
  return {
    docStart: found.startLine < lineAt(text, start) ? startOfLine(text, found.startLine) : start,
    start,
    end: unify(found.end),
    body:
      bodyStart === undefined || bodyEnd === undefined ? undefined : { start: unify(bodyStart), end: unify(bodyEnd) },
    isListed: LISTED.has(found.kind),
  };
}

/** Where a line starts, behind its indentation. */
function startOfLine(text: string, line: number): number {
  let at = 0;
  for (let number = 1; number < line; number += 1) at = text.indexOf("\n", at) + 1;
  return at + lineIndent(text, at).length;
}

function withoutBody({ kind, name }: Place, { shown }: SourceFile): ReticleError {
  return new ReticleError("invalid_input", `${kind} ${name} in ${shown} has no body of its own to replace`, {
    hint: 'pass action "replace" with the whole declaration',
  });
}

function cannotHaveNeighbour({ kind, name, startLine }: Place, { shown }: SourceFile, why: string): ReticleError {
  return new ReticleError("invalid_input", `${kind} ${name} in ${shown} ${why} at line ${startLine}`, {
    hint: "replace it, or the symbol around it, with text that holds the addition",
  });
}

/** Where the new text stands: from its first line with code to its last. */
function linesOf(text: string, { start, replacement }: Splice): Facts["lines"] {
  const code = replacement.trim();
  if (code === "") return undefined;
  const lead = replacement.indexOf(code);
  const isOwnLine = lead > 0 || lineStart(text, start) === start;
  const first = lineAt(text, start) + countBreaks(replacement.slice(0, lead));
  return { startLine: isOwnLine ? first : lineAt(text, start), endLine: first + countBreaks(code) };
}

function countBreaks(text: string): number {
  return text.split("\n").length - 1;
}

function rangeText({ startLine, endLine }: { readonly startLine: number; readonly endLine: number }): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`;
}

/** Whether moving its lines may change what a string says. */
function holdsTextBlock(text: string): boolean {
  return /`[^`]*\n[^`]*`|"""[^]*?\n|'''[^]*?\n|<<[-~]?['"]?\w/.test(text);
}
