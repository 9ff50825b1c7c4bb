import { complete, type Coverage } from "../../base/coverage.ts";
import { ReticleError } from "../../base/errors.ts";
import type { SourceDocument } from "../../workspace/document.ts";
import { type Answer, defineTool } from "../core/declaration.ts";
import { resolveFile } from "../lsp/asking-in.ts";
import { verbatimNotes } from "../reading/source-file.ts";
import { MAX_BODY_BYTES } from "../reading/verbatim.ts";

/** A longer line is cut: it is data, or was made by a program. */
const MAX_LINE_CHARS = 2_000;

interface Line {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
  readonly isCut: boolean;
}
interface Facts {
  readonly shown: string;
  readonly document: Pick<SourceDocument, "path">;
  readonly lines: readonly Line[];
  readonly lineCount: number;
}

export const read = defineTool({
  name: "read",
  title: "Read a file",
  tier: "read",
  pi: false,
  description: "Reads a text file, or a range of its lines, each with its number and a tab before it.",
  example: { path: "src/server.ts", start_line: 40, end_line: 80 },
  input: {
    type: "object",
    properties: {
      path: { type: "string", minLength: 1 },
      start_line: { type: "integer", minimum: 1, default: 1 },
      end_line: { type: "integer", minimum: 1, description: "Inclusive. Default: the last one that fits." },
    },
    required: ["path"],
  },
  needs: ["workspace"],
  parallel: true,
  run: async ({ path, start_line: start, end_line: end }, context): Promise<Answer<Facts>> => {
    const argument = context.argumentName("path");
    const file = await resolveFile(path, argument, context);
    const document = await context.workspace.read(file, argument);
    const all = document.text.split(/\r?\n/);
    if (all.at(-1) === "") all.pop();
    const last = Math.min(end ?? all.length, all.length);
    refuseRange({ start, end, lineCount: all.length, shown: file.shown });
    const lines = fitting(all, start, last);
    context.writeReports.prepare(file.absolute);
    return {
      coverage: coverageOf(lines, { start, last }),
      facts: { shown: file.shown, document, lines, lineCount: all.length },
      notes: verbatimNotes(document),
    };
  },
  format: ({ facts: { shown, lines, lineCount } }) => {
    if (lineCount === 0) return `${shown} is empty.`;
    const head = `${shown}  ${lines[0]?.number ?? 1}-${lines.at(-1)?.number ?? 1} of ${lineCount} lines`;
    return [head, ...lines.map(({ number, text }) => `${number}\t${text}`)].join("\n");
  },
  details: ({ facts: { shown, lines, lineCount } }) => ({
    path: shown,
    startLine: lines[0]?.number ?? 0,
    endLine: lines.at(-1)?.number ?? 0,
    lineCount,
  }),
  summary: ({ facts: { shown, lines, lineCount } }) => `${lines.length} of ${lineCount} lines of ${shown}`,
  delivered: ({ facts: { document, lines } }) => wholeRuns(lines).map((run) => ({ path: document.path, ...run })),
});

function refuseRange({
  start,
  end,
  lineCount,
  shown,
}: {
  readonly start: number;
  readonly end: number | undefined;
  readonly lineCount: number;
  readonly shown: string;
}): void {
  if (end !== undefined && end < start) {
    throw new ReticleError("invalid_input", `\`end_line\` ${end} is before \`start_line\` ${start}`, {
      hint: "lines are 1-based and inclusive",
    });
  }
  if (start <= lineCount || (start === 1 && lineCount === 0)) return;
  throw new ReticleError("invalid_input", `\`start_line\` ${start} is past the end: ${shown} has ${lineCount} lines`, {
    hint: `pass at most ${lineCount}`,
  });
}

/** As many lines as a result may hold. */
function fitting(all: readonly string[], start: number, last: number): readonly Line[] {
  const lines: Line[] = [];
  let bytes = 0;
  for (let number = start; number <= last; number += 1) {
    const whole = all[number - 1] ?? "";
    const isCut = whole.length > MAX_LINE_CHARS;
    const text = isCut ? `${whole.slice(0, MAX_LINE_CHARS)}… (${whole.length} characters)` : whole;
    bytes += Buffer.byteLength(text) + String(number).length + 2;
    if (bytes > MAX_BODY_BYTES && lines.length > 0) break;
    lines.push({ number, text, isCut });
  }
  return lines;
}

function coverageOf(
  lines: readonly Line[],
  { start, last }: { readonly start: number; readonly last: number },
): Coverage {
  const reached = lines.at(-1)?.number ?? last;
  const cut = lines.flatMap(({ number, isCut }) => (isCut ? [number] : []));
  const missing = [
    ...(cut.length === 0 ? [] : [`the ends of ${cut.length} long lines (${cut.slice(0, 5).join(", ")})`]),
    ...(reached < last ? [`lines ${reached + 1}-${last} (pass start_line ${reached + 1})`] : []),
  ];
  if (missing.length === 0) return complete;
  return {
    state: "partial",
    looked: `${lines.length}`,
    whole: `${last - start + 1} lines`,
    missing: missing.join(" and "),
  };
}

/** Neighbouring lines that are not cut. */
function wholeRuns(
  lines: readonly Line[],
): readonly { readonly startLine: number; readonly lines: readonly string[] }[] {
  const runs: { startLine: number; lines: string[] }[] = [];
  for (const { number, text, isCut } of lines) {
    const last = runs.at(-1);
    if (isCut) continue;
    if (last !== undefined && last.startLine + last.lines.length === number) last.lines.push(text);
    else runs.push({ startLine: number, lines: [text] });
  }
  return runs;
}
