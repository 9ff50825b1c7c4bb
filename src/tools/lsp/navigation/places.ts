import type { NavigationKind } from "../../../lsp/operations/navigate.ts";
import type { RawLocation } from "../../../lsp/operations/locations.ts";
import type { PositionEncoding } from "../../../lsp/position-encoding.ts";
import type { Found } from "./envelope.ts";
import {
  columnFacts,
  emptyOr,
  notAskedAnswer,
  type Pointed,
  pointed,
  type RunOperation,
  shownLocation,
} from "./operation.ts";

const MAX_LOCATIONS = 200;
const FEW_REFERENCES = 2;

/** definition, typeDefinition, declaration, implementation. */
export function placeOperation(kind: NavigationKind): RunOperation {
  return async (call) => {
    const at = await pointed(call);
    const { navigate } = await import("../../../lsp/operations/navigate.ts");
    const outcome = await navigate(kind, at.query, at.asking);
    if (!outcome.isAsked) return notAskedAnswer(outcome, at.file.shown);
    const { locations, encoding } = outcome.value;
    if (locations.length === 0 && kind === "definition" && outcome.coverage.state === "complete") {
      const fallback = await sameFile(at);
      if (fallback !== undefined) return { coverage: outcome.coverage, found: fallback };
    }
    const found = await located({ at, locations, encoding });
    const emptyReason = `no ${kind} is known at the place`;
    const facts = { ...found, metadata: { ...found.metadata, server: outcome.server }, emptyReason };
    return { coverage: outcome.coverage, found: emptyOr(facts, outcome.coverage) };
  };
}

export const references: RunOperation = async (call) => {
  const at = await pointed(call);
  const { findReferences } = await import("../../../lsp/operations/navigate.ts");
  const outcome = await findReferences(at.query, at.asking);
  if (!outcome.isAsked) return notAskedAnswer(outcome, at.file.shown);
  const { locations, encoding } = outcome.value;
  const found = await located({ at, locations, encoding });
  const hints =
    locations.length > 0 && locations.length <= FEW_REFERENCES
      ? [
          "few references: uses by dynamic access, in other languages or in files the server does not load are not among them",
        ]
      : [];
  const facts = { ...found, hints, metadata: { ...found.metadata, server: outcome.server } };
  return {
    coverage: outcome.coverage,
    found: emptyOr({ ...facts, emptyReason: "no reference is known" }, outcome.coverage),
  };
};

interface Located {
  readonly at: Pointed;
  readonly locations: readonly RawLocation[];
  readonly encoding: PositionEncoding;
}

async function located({ at, locations, encoding }: Located): Promise<Omit<Found, "status">> {
  const { readPlaces } = await import("../../../lsp/operations/locations.ts");
  const shown = locations.slice(0, MAX_LOCATIONS);
  const places = await readPlaces(shown, { encoding, maxLines: 1 }, at.asking);
  const facts = columnFacts(at.resolution());
  const cut = shown.length < locations.length ? [`the first ${shown.length} of ${locations.length}`] : [];
  return {
    filePath: at.file.shown,
    resultCount: locations.length,
    ...(places.length === 0
      ? {}
      : {
          result: places.map(({ shown: path, line, lines }) => ({
            path,
            line,
            text: (lines[0] ?? "").trim().slice(0, 200),
          })),
        }),
    locations: places.map(shownLocation),
    notes: [...(facts.notes ?? []), ...cut],
    ...(facts.metadata === undefined ? {} : { metadata: facts.metadata }),
  };
}

/** The symbol of the file that has the name pointed at, when the server knows no definition. */
async function sameFile({ file, asking, resolution }: Pointed): Promise<Found | undefined> {
  const name = resolution()?.place.name ?? "";
  const { documentSymbols } = await import("../../../lsp/operations/document-symbols.ts");
  const outcome = await documentSymbols(file, asking).catch(() => {
    asking.signal.throwIfAborted();
    return undefined;
  });
  const symbol = outcome?.isAsked === true ? outcome.value.find((one) => one.name === name) : undefined;
  if (symbol === undefined || name === "") return undefined;
  const { line, column, kind } = symbol;
  const range = { start: { line, character: column }, end: { line, character: column + name.length } };
  const { pathToUri } = await import("../../../workspace/uri.ts");
  return {
    status: "success",
    filePath: file.shown,
    resultCount: 1,
    locations: [{ uri: pathToUri(file.absolute), filePath: file.shown, range }],
    notes: [`fallback: the server knows no definition; ${kind} ${name} of the same file has the name`],
    metadata: { isFallback: true },
  };
}
