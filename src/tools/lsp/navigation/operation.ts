import type { Coverage } from "../../../base/coverage.ts";
import { coverageLine } from "../../../base/coverage.ts";
import { ReticleError } from "../../../base/errors.ts";
import type { Asking, NotAsked } from "../../../lsp/operations/asking.ts";
import type { Place } from "../../../lsp/operations/locations.ts";
import type { SymbolQuery } from "../../../lsp/operations/target.ts";
import { linesOf } from "../../../lsp/symbol-position.ts";
import type { ResolvedPath } from "../../../workspace/workspace.ts";
import type { ToolContext } from "../../core/context.ts";
import { resolveFile } from "../asking-in.ts";
import { type ColumnResolution, resolveColumn } from "./column.ts";
import type { Found, ShownLocation } from "./envelope.ts";
import type { NavigationInput } from "./input.ts";

export interface OperationCall {
  readonly input: NavigationInput;
  readonly context: ToolContext;
  readonly signal: AbortSignal;
  readonly asking: (path?: string) => Promise<Asking>;
}

export interface OperationAnswer {
  readonly coverage: Coverage;
  readonly found: Found;
  /** What changes of files broke. */
  readonly report?: readonly string[];
}

export type RunOperation = (call: OperationCall) => Promise<OperationAnswer>;

export interface Pointed {
  readonly file: ResolvedPath;
  readonly query: SymbolQuery;
  readonly asking: Asking;
  /** How the column came about, once the file was read. */
  readonly resolution: () => ColumnResolution | undefined;
}

/** What an operation about a place points at. Throws `invalid_input` when path or line is missing. */
export async function pointed({ input, context, asking }: OperationCall): Promise<Pointed> {
  const file = await fileOf({ input, context });
  const { line, character, symbol } = input;
  if (line === undefined) throw needed("line", input, "the 1-based line in `path`");
  let last: ColumnResolution | undefined;
  const locate: SymbolQuery["locate"] = (text) => {
    last = resolveColumn(linesOf(text), { shown: file.shown, line, character, symbol });
    return last.place;
  };
  return { file, query: { file, locate }, asking: await asking(file.absolute), resolution: () => last };
}

export async function fileOf({ input, context }: Pick<OperationCall, "input" | "context">): Promise<ResolvedPath> {
  if (input.path === undefined) throw needed("path", input, "the file it is about");
  return resolveFile(input.path, context.argumentName("path"), context);
}

export function needed(argument: string, { operation }: NavigationInput, what: string): ReticleError {
  return new ReticleError("invalid_input", `\`${argument}\` is required for ${operation}: ${what}`, {
    hint: `call again with \`${argument}\``,
  });
}

export function notAskedAnswer({ coverage, text, missing }: NotAsked, filePath?: string): OperationAnswer {
  const hints = [...new Set(missing.map(({ remedy }) => remedy))].slice(0, MAX_HINTS);
  const path = filePath === undefined ? {} : { filePath };
  return { coverage, found: { status: "no_server", ...path, resultCount: 0, errors: [text], hints } };
}

const MAX_HINTS = 5;

/** "empty" only for a look that was complete. */
export function emptyOr(found: Omit<Found, "status">, coverage: Coverage): Found {
  if (found.resultCount > 0) return { status: "success", ...found };
  if (coverage.state === "complete") return { status: "empty", ...found };
  return { status: "error", ...found, errors: [...(found.errors ?? []), coverageLine(coverage) ?? "not complete"] };
}

/** What must be said about how the column was found. */
export function columnFacts(resolution: ColumnResolution | undefined): Pick<Found, "notes" | "metadata"> {
  if (resolution === undefined || (resolution.by === "explicit" && resolution.note === undefined)) return {};
  const { place, by, note } = resolution;
  const columnResolution = { by, line: place.line, character: place.start + 1, name: place.name };
  return { ...(note === undefined ? {} : { notes: [note] }), metadata: { columnResolution } };
}

export function shownLocation({ uri, shown, line, column, endLine, endColumn }: Place): ShownLocation {
  return {
    uri,
    filePath: shown,
    range: { start: { line, character: column }, end: { line: endLine, character: endColumn } },
  };
}
