import type { Answer } from "../../core/declaration.ts";
import type { Asking, NotAsked } from "../../../lsp/operations/asking.ts";
import type { Place } from "../../../lsp/operations/locations.ts";
import type { SymbolQuery } from "../../../lsp/operations/target.ts";
import type { SymbolPlace } from "../../../lsp/symbol-position.ts";
import type { ActionCall } from "./action.ts";
import { resolveFile } from "../asking-in.ts";

/** What a call asks about: a name on a line of a file. */
export interface Subject {
  readonly query: SymbolQuery;
  readonly asking: Asking;
}

/** Nobody could be asked: the text says why. */
export interface Nothing {
  readonly kind: "not asked";
  readonly text: string;
}

export async function subjectOf({ input, context, asking }: ActionCall): Promise<Subject> {
  const { bySymbol } = await import("../../../lsp/operations/target.ts");
  const file = await resolveFile(input.file, context.argumentName("file"), context);
  const query = bySymbol(input.action, file, input.line, input.symbol);
  return { query, asking: await asking(file.absolute) };
}

export function nothing({ coverage, text }: NotAsked): Answer<Nothing> {
  return { coverage, facts: { kind: "not asked", text } };
}

/** "listen (src/server.ts:12:8)". */
export function subjectText(place: SymbolPlace | undefined, file: string | undefined): string {
  if (place === undefined) return file ?? "";
  return `${place.name} (${file}:${place.line}:${place.start + 1})`;
}

export function placeText({ shown, line, column }: Place): string {
  return `${shown}:${line}:${column}`;
}

/** Lines of a file with their numbers, without the indent they share. */
export function numbered(lines: readonly string[], from: number): string[] {
  const indent = Math.min(
    ...lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length),
  );
  const width = String(from + lines.length - 1).length;
  return lines.map((line, at) => {
    const text = line.slice(Number.isFinite(indent) ? indent : 0).trimEnd();
    const shown = text.length > MAX_COLUMNS ? `${text.slice(0, MAX_COLUMNS)}…` : text;
    return `  ${String(from + at).padStart(width)}  ${shown}`.trimEnd();
  });
}

export const MAX_COLUMNS = 200;

/** "1 definition", "2 definitions". */
export function count(number: number, noun: string): string {
  return `${number} ${number === 1 ? noun : noun.endsWith("s") ? `${noun}es` : `${noun}s`}`;
}
