import { identifierAt, identifiersIn, occurrencesOf } from "../../../lsp/identifiers.ts";
import type { SymbolPlace } from "../../../lsp/symbol-position.ts";
import { ReticleError } from "../../../base/errors.ts";

export interface ColumnRequest {
  readonly shown: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based; absent, 0 or -1: by symbol. */
  readonly character: number | undefined;
  readonly symbol: string | undefined;
}

export interface ColumnResolution {
  readonly place: SymbolPlace;
  /** How the column was found; "explicit" needs no word. */
  readonly by: "explicit" | "word" | "part of a word" | "other letter case" | "first non-blank";
  readonly note?: string;
}

/**
 * The column an operation asks about: the one that is given, else that of the symbol, however loosely
 * it fits, with a note that says so. Throws `invalid_input` for a line past the end.
 */
export function resolveColumn(lines: readonly string[], request: ColumnRequest): ColumnResolution {
  const { shown, line, character = -1, symbol } = request;
  const lineText = lines[line - 1];
  if (lineText === undefined) {
    throw new ReticleError(
      "invalid_input",
      `\`line\` ${line} is past the end of ${shown}, which has ${lines.length} ${lines.length === 1 ? "line" : "lines"}`,
      {
        hint: "read the file again; lines are 1-based",
      },
    );
  }
  if (character > 0) return explicit(lineText, line, character);
  const wanted = symbol?.trim() ?? "";
  const first = lineText.length - lineText.trimStart().length;
  if (wanted === "") {
    const note = "no symbol and no character: asked about the first thing on the line";
    return { place: placeAt(lineText, line, first), by: "first non-blank", note };
  }
  const { name, nth, notes } = splitOccurrence(wanted);
  const found = bySymbol(lineText, name, nth) ?? {
    at: first,
    by: "first non-blank" as const,
    note: `"${name}" is not on line ${line}: asked about the first thing on the line`,
  };
  const all = [...notes, ...(found.note === undefined ? [] : [found.note])];
  const place =
    found.by === "first non-blank" ? placeAt(lineText, line, found.at) : spanAt(lineText, line, { at: found.at, name });
  return { place, by: found.by, ...(all.length === 0 ? {} : { note: all.join("; ") }) };
}

function explicit(lineText: string, line: number, character: number): ColumnResolution {
  const at = Math.min(character - 1, lineText.length);
  const isPast = character - 1 > lineText.length;
  const note = `\`character\` ${character} is past the end of the line, which has ${lineText.length}`;
  return { place: placeAt(lineText, line, at), by: "explicit", ...(isPast ? { note } : {}) };
}

interface BySymbol {
  readonly at: number;
  readonly by: "word" | "part of a word" | "other letter case";
  readonly note?: string;
}

function bySymbol(lineText: string, name: string, nth: number): BySymbol | undefined {
  const exact = occurrencesOf(lineText, name);
  if (exact.length > 0) {
    const isWord = identifiersIn(lineText).some(({ start, end }) => start === exact[0] && end - start === name.length);
    return nthOf(exact, { nth, name, by: isWord ? "word" : "part of a word" });
  }
  const folded = occurrencesOf(lineText.toLowerCase(), name.toLowerCase());
  if (folded.length === 0) return undefined;
  const found = nthOf(folded, { nth, name, by: "other letter case" });
  const note = `"${name}" stands there in another letter case`;
  return { ...found, note: found.note === undefined ? note : `${note}; ${found.note}` };
}

function nthOf(
  starts: readonly number[],
  { nth, name, by }: { readonly nth: number; readonly name: string; readonly by: BySymbol["by"] },
): BySymbol {
  const at = starts[nth - 1];
  if (at !== undefined) return { at, by };
  const note = `"${name}" stands there only ${starts.length === 1 ? "once" : `${starts.length} times`}: asked about the first`;
  return { at: starts[0] ?? 0, by, note };
}

function splitOccurrence(symbol: string): {
  readonly name: string;
  readonly nth: number;
  readonly notes: readonly string[];
} {
  const match = /^(.*[^\s#])#(-?\d+)$/su.exec(symbol);
  if (match === null) return { name: symbol, nth: 1, notes: [] };
  const nth = Number(match[2]);
  if (nth >= 1) return { name: match[1] ?? symbol, nth, notes: [] };
  return { name: match[1] ?? symbol, nth: 1, notes: [`occurrences count from 1: #${nth} taken as #1`] };
}

function placeAt(lineText: string, line: number, at: number): SymbolPlace {
  const name = identifierAt(lineText, at);
  const span = identifiersIn(lineText).find(({ start, end }) => start <= at && at < end);
  return { line, start: at, end: span?.end ?? at, name: name ?? "", lineText };
}

function spanAt(
  lineText: string,
  line: number,
  { at, name }: { readonly at: number; readonly name: string },
): SymbolPlace {
  return { line, start: at, end: at + name.length, name: lineText.slice(at, at + name.length), lineText };
}
