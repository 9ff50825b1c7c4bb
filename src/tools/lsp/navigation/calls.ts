import { ReticleError } from "../../../base/errors.ts";
import type { Json, JsonObject } from "../../../base/json.ts";
import type { CallDirection, PreparedItem } from "../../../lsp/operations/hierarchy.ts";
import { resolveFile } from "../asking-in.ts";
import type { NavigationInput } from "./input.ts";
import {
  columnFacts,
  emptyOr,
  needed,
  notAskedAnswer,
  pointed,
  type RunOperation,
  shownLocation,
} from "./operation.ts";

const MAX_CALLS = 100;
const OPAQUE = "hand an item back as it is; its ranges are the server's own, 0-based";

export const prepareCallHierarchy: RunOperation = async (call) => {
  const at = await pointed(call);
  const { openTarget } = await import("../../../lsp/operations/target.ts");
  const { askWhenLoaded } = await import("../../../lsp/completeness/ask-when-loaded.ts");
  const { prepareCalls } = await import("../../../lsp/operations/hierarchy.ts");
  const { coverageOf } = await import("../../../lsp/completeness/coverage-of.ts");
  const startedAt = performance.now();
  const target = await openTarget(at.query, at.asking);
  if (!("server" in target)) return notAskedAnswer(target, at.file.shown);
  const { value: items, loading } = await askWhenLoaded(target, at.asking, () => prepareCalls(target, at.asking));
  const asked = {
    server: target.server,
    loading,
    waitedMs: performance.now() - startedAt,
    isEmpty: items.length === 0,
  };
  const coverage = coverageOf(asked);
  const { notes = [], metadata = {} } = columnFacts(at.resolution());
  const found = {
    filePath: at.file.shown,
    resultCount: items.length,
    ...(items.length === 0 ? {} : { result: items as unknown as Json }),
    notes: items.length === 0 ? notes : [...notes, OPAQUE],
    metadata: { ...metadata, server: target.server.name },
    emptyReason: "nothing at the place can be called",
  };
  return { coverage, found: emptyOr(found, coverage) };
};

/** incomingCalls, outgoingCalls. */
export function callsOperation(direction: CallDirection): RunOperation {
  return async (call) => {
    const { input, context } = call;
    const item = checkItem(input);
    const file = await resolveFile(item.uri, "callHierarchyItem.uri", context);
    const asking = await call.asking(file.absolute);
    const { primaryFor, isNotAsked, lacks } = await import("../../../lsp/operations/asking.ts");
    const { callsOf } = await import("../../../lsp/operations/hierarchy.ts");
    const { projectCoverage } = await import("../../../lsp/completeness/coverage-of.ts");
    const { loading, whenLoaded } = await import("../../../lsp/completeness/readiness.ts");
    const { readPlaces } = await import("../../../lsp/operations/locations.ts");
    const startedAt = performance.now();
    const server = await primaryFor(file, asking);
    if (isNotAsked(server)) return notAskedAnswer(server, file.shown);
    if (!server.supports("textDocument/prepareCallHierarchy", file.absolute)) throw lacks(server, "call hierarchy");
    const { text } = await server.open(file);
    await whenLoaded(server, asking);
    const related = await callsOf(direction, { server, item }, asking);
    const shown = related.slice(0, MAX_CALLS);
    const places = await readPlaces(
      shown.map(({ location }) => location),
      { encoding: server.encoding, maxLines: 1 },
      asking,
    );
    const asked = {
      server,
      loading: loading(server),
      waitedMs: performance.now() - startedAt,
      isEmpty: related.length === 0,
    };
    const coverage = projectCoverage(asked, { path: file.absolute, shown: file.shown, text });
    const found = {
      filePath: file.shown,
      resultCount: related.length,
      result: shown.map(({ name, kind, detail, sites }): JsonObject => ({
        name,
        kind,
        ...(detail === "" ? {} : { detail }),
        lines: [...new Set(sites.map(({ range }) => range.start.line + 1))],
      })),
      locations: places.map(shownLocation),
      notes: shown.length < related.length ? [`the first ${shown.length} of ${related.length}`] : [],
      metadata: { server: server.name },
      emptyReason: direction === "incomingCalls" ? "nothing calls it" : "it calls nothing",
    };
    return { coverage, found: emptyOr(found, coverage) };
  };
}

function checkItem(input: NavigationInput): PreparedItem {
  const { callHierarchyItem: item } = input;
  if (item === undefined) throw needed("callHierarchyItem", input, "an item that prepareCallHierarchy gave");
  const missing = ["name", "kind", "uri", "range", "selectionRange"].filter((key) => item[key] === undefined);
  if (missing.length === 0 && typeof item["uri"] === "string") return item as unknown as PreparedItem;
  const lacks = missing.length === 0 ? "a text as uri" : missing.join(", ");
  throw new ReticleError("invalid_input", `\`callHierarchyItem\` lacks ${lacks}`, {
    hint: "pass an item of prepareCallHierarchy as it is",
  });
}
