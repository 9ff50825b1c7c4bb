import { complete } from "../../base/coverage.ts";
import { ReticleError } from "../../base/errors.ts";
import type { SourceDocument } from "../../workspace/document.ts";
import { type Answer, defineTool } from "../core/declaration.ts";
import { commitTexts } from "./commit-texts.ts";
import { noneFound, occurrencesOf, severalFound } from "./find-text.ts";
import { countLines, linesAt, withLineFeeds } from "./line-ends.ts";
import { undoLine } from "./undo-line.ts";

const MAX_NAMED_LINES = 20;

interface Facts {
  readonly shown: string;
  /** 1-based, in the file as it is now. */
  readonly lines: readonly number[];
  readonly linesNow: number;
  readonly linesBefore: number;
  readonly undoId: string | undefined;
}

export const edit = defineTool({
  name: "edit",
  title: "Edit a file",
  tier: "write",
  pi: false,
  description:
    "Replaces text that stands exactly once in a file (or every time, with replace_all); line ends and encoding are kept.",
  example: { path: "src/server.ts", old_text: "const port = 80;", new_text: "const port = 8080;" },
  input: {
    type: "object",
    properties: {
      path: { type: "string", minLength: 1 },
      old_text: { type: "string", minLength: 1, description: "Character by character, without line numbers." },
      new_text: { type: "string" },
      replace_all: { type: "boolean", default: false },
    },
    required: ["path", "old_text", "new_text"],
  },
  needs: ["workspace"],
  parallel: false,
  run: async (input, context, signal): Promise<Answer<Facts>> => {
    const argument = context.argumentName("path");
    const file = await context.workspace.resolve(input.path, argument, context.cwd);
    const before = await context.workspace.read(file, argument);
    const { shown } = file;
    const query = {
      wanted: input.old_text.replaceAll("\r\n", "\n"),
      replacement: input.new_text.replaceAll("\r\n", "\n"),
      shown,
      argument: context.argumentName("old_text"),
    };
    if (query.wanted === query.replacement) {
      throw new ReticleError("invalid_input", `\`${query.argument}\` and the new text are the same`, {
        hint: "pass the text as it shall be in `new_text`",
      });
    }
    const unified = withLineFeeds(before.text);
    const offsets = occurrencesOf(unified.text, query.wanted);
    if (offsets.length === 0) throw noneFound(unified.text, query);
    if (offsets.length > 1 && !input.replace_all) throw severalFound(unified.text, offsets, query);
    const spans = offsets.map((offset) => ({
      start: unified.toOriginal(offset),
      end: unified.toOriginal(offset + query.wanted.length),
    }));
    const { after, starts } = replaceSpans(before, spans, query.replacement);
    const change = { path: file.absolute, shown, before, after };
    const { undoId, report } = await commitTexts("edit", [change], { context, signal });
    const lines = linesAt(after, starts);
    const counts = { linesNow: countLines(after), linesBefore: countLines(before.text) };
    return { coverage: complete, facts: { shown, lines, ...counts, undoId }, report };
  },
  format: ({ facts: { shown, lines, linesNow, linesBefore, undoId } }) => {
    const named = lines.slice(0, MAX_NAMED_LINES).join(", ");
    const more = lines.length > MAX_NAMED_LINES ? ` … (${lines.length} places)` : "";
    const grown = linesNow === linesBefore ? "" : `; ${linesNow} lines, before ${linesBefore}`;
    const where = `${lines.length === 1 ? "line" : "lines"} ${named}${more}`;
    return [`Edited ${shown} at ${where}${grown}`, ...undoLine(undoId)].join("\n");
  },
  details: ({ facts: { shown, lines, undoId } }) => ({
    path: shown,
    lines,
    ...(undoId === undefined ? {} : { undoId }),
  }),
  summary: ({ facts: { shown, lines } }) => `${shown}: ${lines.length} ${lines.length === 1 ? "place" : "places"}`,
});

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The text with all spans replaced, and where the new pieces begin in it. */
export function replaceSpans(
  { text, eol }: SourceDocument,
  spans: readonly Span[],
  replacement: string,
): { readonly after: string; readonly starts: readonly number[] } {
  let after = "";
  let at = 0;
  const starts: number[] = [];
  for (const { start, end } of spans) {
    const hasCrlf = eol === "\r\n" || (eol === "mixed" && isCrlfAt(text, start, end));
    after += text.slice(at, start);
    starts.push(after.length);
    after += hasCrlf ? replacement.replaceAll("\n", "\r\n") : replacement;
    at = end;
  }
  return { after: after + text.slice(at), starts };
}

/** In a file with both line ends: those of the span, or of the line that it ends in. */
function isCrlfAt(text: string, start: number, end: number): boolean {
  const inside = text.slice(start, end);
  if (inside.includes("\n")) return inside.includes("\r\n");
  const next = text.indexOf("\n", end);
  return next > 0 && text[next - 1] === "\r";
}
