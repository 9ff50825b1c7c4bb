import type { FileSymbol } from "../../../lsp/operations/document-symbols.ts";
import { foldKind } from "../../../lsp/operations/symbol-kinds.ts";
import type { JsonObject } from "../../../base/json.ts";
import { exampleFiles } from "../actions/example-files.ts";
import { resolveFile, rootFor } from "../asking-in.ts";
import {
  emptyOr,
  fileOf,
  needed,
  notAskedAnswer,
  type OperationCall,
  type RunOperation,
  shownLocation,
} from "./operation.ts";

const MAX_IN_WORKSPACE = 15;
/** What one navigates to; parameters, properties of literals and the like are left out. */
const NAVIGABLE: ReadonlySet<string> = new Set(
  [
    "class",
    "method",
    "field",
    "interface",
    "function",
    "variable",
    "enum",
    "enum member",
    "struct",
    "constant",
    "constructor",
  ].map(foldKind),
);

export const documentSymbol: RunOperation = async (call) => {
  const { kinds, maxResults } = call.input;
  return inFile(call, { keep: ofKinds(kinds), maxResults, emptyReason: "the file has no such symbols" });
};

export const findSymbol: RunOperation = async (call) => {
  const { query, kinds, exactMatch, topLevelOnly, maxResults } = call.input;
  if (query === undefined || query.trim() === "") throw needed("query", call.input, "a part of the name or detail");
  const wanted = query.trim().toLowerCase();
  const isOfKinds = ofKinds(kinds);
  const keep = (symbol: FileSymbol): boolean => {
    if (!isOfKinds(symbol) || (topLevelOnly && symbol.depth > 0)) return false;
    if (exactMatch) return symbol.name === query.trim();
    return symbol.name.toLowerCase().includes(wanted) || symbol.detail.toLowerCase().includes(wanted);
  };
  return inFile(call, { keep, maxResults, emptyReason: "no symbol of the file has such a name" });
};

export const workspaceSymbol: RunOperation = async ({ input, context, asking, signal }) => {
  const { query = "", path } = input;
  if (query.trim() === "") throw needed("query", input, "a part of the name");
  const file = path === undefined ? undefined : await resolveFile(path, context.argumentName("path"), context);
  const limit = await asking(file?.absolute);
  const examples = file === undefined ? await exampleFiles(rootFor(context), context, signal) : [file];
  const { workspaceSymbols } = await import("../../../lsp/operations/workspace-symbols.ts");
  const { readPlaces } = await import("../../../lsp/operations/locations.ts");
  const outcome = await workspaceSymbols(query.trim(), examples, limit);
  if (!outcome.isAsked) return notAskedAnswer(outcome, file?.shown);
  const kept = outcome.value.filter(({ kind }) => NAVIGABLE.has(foldKind(kind)));
  const shown = kept.slice(0, MAX_IN_WORKSPACE);
  const places = await Promise.all(
    shown.map(({ location, encoding }) => readPlaces([location], { encoding, maxLines: 1 }, limit)),
  );
  const left = outcome.value.length - kept.length;
  const notes = [
    ...(shown.length < kept.length ? [`the first ${shown.length} of ${kept.length}`] : []),
    ...(left > 0 ? [`${left} of other kinds left out`] : []),
  ];
  const found = {
    ...(file === undefined ? {} : { filePath: file.shown }),
    resultCount: kept.length,
    result: shown.map(({ name, kind, container }) => ({ name, kind, ...(container === "" ? {} : { container }) })),
    locations: places.flat().map(shownLocation),
    notes,
    metadata: { server: outcome.server },
    emptyReason: "no symbol of the workspace has such a name",
  };
  return { coverage: outcome.coverage, found: emptyOr(found, outcome.coverage) };
};

interface Filter {
  readonly keep: (symbol: FileSymbol) => boolean;
  readonly maxResults: number;
  readonly emptyReason: string;
}

async function inFile(call: OperationCall, { keep, maxResults, emptyReason }: Filter): ReturnType<RunOperation> {
  const file = await fileOf(call);
  const { documentSymbols } = await import("../../../lsp/operations/document-symbols.ts");
  const outcome = await documentSymbols(file, await call.asking(file.absolute));
  if (!outcome.isAsked) return notAskedAnswer(outcome, file.shown);
  const kept = outcome.value.filter(keep);
  const shown = kept.slice(0, maxResults);
  const found = {
    filePath: file.shown,
    resultCount: kept.length,
    result: shown.map(symbolJson),
    notes:
      shown.length < kept.length
        ? [`the first ${shown.length} of ${kept.length}; narrow by kinds or raise maxResults`]
        : [],
    metadata: { server: outcome.server },
    emptyReason,
  };
  return { coverage: outcome.coverage, found: emptyOr(found, outcome.coverage) };
}

function ofKinds(kinds: readonly string[] | undefined): (symbol: FileSymbol) => boolean {
  if (kinds === undefined || kinds.length === 0) return () => true;
  const wanted = new Set(kinds.map(foldKind));
  return ({ kind }) => wanted.has(foldKind(kind));
}

function symbolJson({ name, kind, detail, depth, owners, line, startLine, endLine }: FileSymbol): JsonObject {
  const container = owners.at(-1);
  return {
    name,
    kind,
    line,
    startLine,
    endLine,
    depth,
    ...(container === undefined ? {} : { container }),
    ...(detail === "" ? {} : { detail }),
  };
}
