import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  TypeHierarchyItem,
} from "vscode-languageserver-protocol";
import { askWhenLoaded } from "../completeness/ask-when-loaded.ts";
import { type Asking, ask, isNotAsked } from "./asking.ts";
import { projectCoverage } from "../completeness/coverage-of.ts";
import { type RawLocation, rawLocation } from "./locations.ts";
import { documentOf } from "./navigate.ts";
import type { Outcome } from "./outcome.ts";
import { symbolKindName, type SymbolKindName } from "./symbol-kinds.ts";
import { openTarget, type SymbolQuery, type Target } from "./target.ts";

/** What prepareCallHierarchy gives and the calls take back: the server's own. */
export type PreparedItem = CallHierarchyItem;

export type CallDirection = "incomingCalls" | "outgoingCalls";
export type TypeDirection = "supertypes" | "subtypes";

/** A function or type related to the one that was asked about. */
export interface Related {
  readonly name: string;
  readonly kind: SymbolKindName;
  readonly detail: string;
  /** Where it is declared. */
  readonly location: RawLocation;
  /** Where it calls, or where it is called; in the caller's file. Empty for types. */
  readonly sites: readonly RawLocation[];
}

export interface Hierarchy {
  /** What was found at the place; none: there is nothing that calls or derives. */
  readonly items: readonly string[];
  readonly related: readonly Related[];
  readonly encoding: Target["server"]["encoding"];
}

interface Direction<Item> {
  readonly prepare: string;
  readonly feature: string;
  readonly follow: (target: Target, item: Item, asking: Asking) => Promise<readonly Related[]>;
}

/** Who calls the function at the symbol, or whom it calls. */
export function calls(direction: CallDirection, query: SymbolQuery, asking: Asking): Promise<Outcome<Hierarchy>> {
  return follow<CallHierarchyItem>(query, asking, {
    prepare: "textDocument/prepareCallHierarchy",
    feature: "call hierarchy",
    follow: ({ server }, item, limit) => callsOf(direction, { server, item }, limit),
  });
}

/** What the type at the symbol derives from, or what derives from it; one step. */
export function types(direction: TypeDirection, query: SymbolQuery, asking: Asking): Promise<Outcome<Hierarchy>> {
  return follow<TypeHierarchyItem>(query, asking, {
    prepare: "textDocument/prepareTypeHierarchy",
    feature: "type hierarchy",
    follow: async ({ server }, item, limit) => {
      const params = { item };
      const deadlineMs = Math.max(1, Math.round(limit.until - performance.now()));
      const answer = await server.request<readonly TypeHierarchyItem[] | null>(`typeHierarchy/${direction}`, params, {
        signal: limit.signal,
        deadlineMs,
      });
      return (answer ?? []).map((one) => related(one, []));
    },
  });
}

interface CallsOf {
  readonly server: Target["server"];
  readonly item: CallHierarchyItem;
}

/** One step from an item that the server prepared earlier. */
export async function callsOf(
  direction: CallDirection,
  { server, item }: CallsOf,
  asking: Asking,
): Promise<readonly Related[]> {
  const options = { signal: asking.signal, deadlineMs: Math.max(1, Math.round(asking.until - performance.now())) };
  const method = `callHierarchy/${direction}`;
  if (direction === "incomingCalls") {
    const answer = await server.request<readonly CallHierarchyIncomingCall[] | null>(method, { item }, options);
    return (answer ?? []).map(({ from, fromRanges }) =>
      related(
        from,
        fromRanges.map((range) => rawLocation(from.uri, range)),
      ),
    );
  }
  const answer = await server.request<readonly CallHierarchyOutgoingCall[] | null>(method, { item }, options);
  return (answer ?? []).map(({ to, fromRanges }) =>
    related(
      to,
      fromRanges.map((range) => rawLocation(item.uri, range)),
    ),
  );
}

/** The items at a place, as later calls hand them back. */
export async function prepareCalls(target: Target, asking: Asking): Promise<readonly CallHierarchyItem[]> {
  const request = { method: "textDocument/prepareCallHierarchy", params: target.params };
  const options = { path: target.file.absolute, feature: "call hierarchy" };
  const answer = await ask<readonly CallHierarchyItem[] | null>(target.server, request, asking, options);
  return answer ?? [];
}

async function follow<Item extends CallHierarchyItem | TypeHierarchyItem>(
  query: SymbolQuery,
  asking: Asking,
  direction: Direction<Item>,
): Promise<Outcome<Hierarchy>> {
  const startedAt = performance.now();
  const target = await openTarget(query, asking);
  if (isNotAsked(target)) return target;
  const { server, place, file, params } = target;
  const request = { method: direction.prepare, params };
  const options = { path: file.absolute, feature: direction.feature };
  const { value: items, loading } = await askWhenLoaded(
    target,
    asking,
    async () => (await ask<readonly Item[] | null>(server, request, asking, options)) ?? [],
  );
  const steps = await Promise.all(items.map((item) => direction.follow(target, item, asking)));
  const found = steps.flat();
  const asked = { server, loading, waitedMs: performance.now() - startedAt, isEmpty: found.length === 0 };
  return {
    isAsked: true,
    coverage: projectCoverage(asked, documentOf(target)),
    server: server.name,
    place,
    value: { items: items.map(({ name }) => name), related: found, encoding: server.encoding },
  };
}

function related(item: CallHierarchyItem | TypeHierarchyItem, sites: readonly RawLocation[]): Related {
  const { name, kind, detail = "", uri, range, selectionRange } = item;
  return { name, kind: symbolKindName(kind), detail, location: rawLocation(uri, selectionRange, range), sites };
}
