import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { Run } from "../../run/run.ts";
import type { Tool } from "../../tools/core/declaration.ts";
import type { ToolListing } from "../../tools/core/dialect.ts";
import { deferredNames, isRunBound, loaderName, situationalNames } from "../../tools/core/spec-table.ts";
import { definePiTool, type PiPlacement } from "./tool-definition.ts";
import type { ToolLoading } from "./tool-loading.ts";

export interface Registration {
  readonly pi: ExtensionAPI;
  readonly run: Run;
  readonly tools: readonly Tool[];
  readonly loading: ToolLoading;
}

export interface Registered {
  readonly names: readonly string[];
  /** Names that somebody else had first. */
  readonly contested: readonly string[];
}

/**
 * Registers what the run shows. pi does not start when two extensions claim a name while they are
 * loaded, so this runs when a session starts, and leaves to others what is theirs.
 */
export function registerTools({ pi, run, tools, loading }: Registration): Registered {
  const taken = new Set(typeof pi.getAllTools === "function" ? pi.getAllTools().map(({ name }) => name) : []);
  const listings = run.tools();
  const contested = listings.flatMap(({ name }) => (taken.has(name) ? [name] : []));
  const ours = listings.filter(({ name }) => !taken.has(name));
  const loader = ours.find(({ name }) => name === loaderName);
  const canWait = loading.isSupported && loader !== undefined;
  const register = (listing: ToolListing, placement: PiPlacement): void => {
    const isParallel = tools.find(({ name }) => name === listing.name)?.parallel === true;
    pi.registerTool(definePiTool(run, listing, { ...placement, isParallel }));
  };

  for (const listing of inLoadingOrder(ours)) {
    const { name } = listing;
    if (deferredNames.includes(name)) {
      register(listing, { exposure: "deferred" });
    } else if (isWaiting(name)) {
      register(listing, { exposure: "direct", isWaiting: canWait });
      if (isRegistered(pi, name)) loading.offer(name);
    } else {
      register(listing, { exposure: "direct" });
    }
  }
  if (loader !== undefined && loading.catalogue().length > 0) {
    register(withCatalogue(loader, loading.catalogue()), { exposure: "model-only" });
  }
  return { names: ours.map(({ name }) => name), contested };
}

function isWaiting(name: string): boolean {
  return situationalNames.includes(name) || isRunBound(name);
}

/** The loader lists the run-bound tools after the situational ones; it needs their names, so it comes last itself. */
function inLoadingOrder(listings: readonly ToolListing[]): readonly ToolListing[] {
  const others = listings.filter(({ name }) => name !== loaderName);
  return [...others.filter(({ name }) => !isRunBound(name)), ...others.filter(({ name }) => isRunBound(name))];
}

/** pi's command line can leave tools out (`--tools`, `--exclude-tools`). */
function isRegistered(pi: ExtensionAPI, wanted: string): boolean {
  return typeof pi.getAllTools !== "function" || pi.getAllTools().some(({ name }) => name === wanted);
}

/** The loader's listing with the names that exist here. */
function withCatalogue(loader: ToolListing, names: readonly string[]): ToolListing {
  const { tools } = loader.inputSchema.properties;
  if (tools === undefined) return loader;
  const properties = { tools: { ...tools, items: { type: "string", enum: names } } } as const;
  return { ...loader, inputSchema: { ...loader.inputSchema, properties } };
}
