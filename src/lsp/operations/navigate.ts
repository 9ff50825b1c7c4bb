import type { DocumentHighlight } from "vscode-languageserver-protocol";
import { askEverywhere, type Sight } from "../completeness/ask-everywhere.ts";
import { askWhenLoaded } from "../completeness/ask-when-loaded.ts";
import { type Asking, ask, isNotAsked, remainingMs } from "./asking.ts";
import { coverageOf, projectCoverage } from "../completeness/coverage-of.ts";
import { inOrder, isSamePlace, type RawLocation, rawLocation, rawLocations, type WireLocations } from "./locations.ts";
import type { Outcome } from "./outcome.ts";
import { openTarget, type SymbolQuery, type Target } from "./target.ts";

export type NavigationKind = "definition" | "declaration" | "typeDefinition" | "implementation";

const FEATURES: Readonly<Record<NavigationKind, string>> = {
  definition: "go to definition",
  declaration: "go to declaration",
  typeDefinition: "go to type definition",
  implementation: "go to implementation",
};

/** Where the symbol is declared, its type is, or its implementations are. */
export async function navigate(kind: NavigationKind, query: SymbolQuery, asking: Asking): Promise<Outcome<Located>> {
  const startedAt = performance.now();
  const target = await openTarget(query, asking);
  if (isNotAsked(target)) return target;
  const { server, place, file, params } = target;
  const request = { method: `textDocument/${kind}`, params };
  const options = { path: file.absolute, feature: FEATURES[kind] };
  const question = async (): Promise<readonly RawLocation[]> =>
    rawLocations(await ask<WireLocations>(server, request, asking, options));
  const everywhere =
    kind === "implementation"
      ? await askEverywhere(target, asking, question, locationsIn)
      : { ...(await askWhenLoaded(target, asking, question)), isSought: false };
  const { value: locations, loading } = everywhere;
  const asked = {
    server,
    loading,
    waitedMs: performance.now() - startedAt,
    isEmpty: locations.length === 0,
    everywhere,
  };
  return {
    isAsked: true,
    coverage: kind === "implementation" ? projectCoverage(asked, documentOf(target)) : coverageOf(asked),
    server: server.name,
    place,
    value: { locations, encoding: server.encoding },
  };
}

export interface Located {
  readonly locations: readonly RawLocation[];
  readonly encoding: Target["server"]["encoding"];
}

export interface References extends Located {
  /** Those of the locations that declare the symbol. */
  readonly declarations: readonly RawLocation[];
  /** Places the server says are read or written, by `placeKey`; it was asked about the file of the question. */
  readonly access: ReadonlyMap<string, "read" | "write">;
}

/** Every use of the symbol, its declarations among them, in the order of paths and lines. */
export async function findReferences(query: SymbolQuery, asking: Asking): Promise<Outcome<References>> {
  const startedAt = performance.now();
  const target = await openTarget(query, asking);
  if (isNotAsked(target)) return target;
  const { server, place, file, params } = target;
  const request = { method: "textDocument/references", params: { ...params, context: { includeDeclaration: true } } };
  const options = { path: file.absolute, feature: "find references" };
  // Side by side: the marks take a server less time than the uses.
  const question = async (): Promise<MarkedUses> => {
    const uses = ask<WireLocations>(server, request, asking, options).then(rawLocations);
    const [locations, declarations, access] = await Promise.all([
      uses,
      declarationsOf(target, asking),
      accessIn(target, asking),
    ]);
    return { locations, declarations, access };
  };
  const everywhere = await askEverywhere(target, asking, question, usesIn);
  const { value, loading } = everywhere;
  const { locations, declarations } = value;
  const access = value.access ?? (await accessIn(target, asking)) ?? new Map();
  const asked = {
    server,
    loading,
    waitedMs: performance.now() - startedAt,
    isEmpty: locations.length === 0,
    everywhere,
  };
  return {
    isAsked: true,
    coverage: projectCoverage(asked, documentOf(target)),
    server: server.name,
    place,
    value: {
      locations: inOrder(locations),
      encoding: server.encoding,
      declarations: locations.filter((one) => declarations.some((other) => isSamePlace(one, other))),
      access,
    },
  };
}

/** What one question about uses brings. */
interface MarkedUses extends Pick<References, "locations" | "declarations"> {
  /** Undefined: not told in time, which is short for a server that is busy with the uses. */
  readonly access: References["access"] | undefined;
}

const usesIn: Sight<MarkedUses> = {
  isEmpty: ({ locations }) => locations.length === 0,
  pathsIn: ({ locations }) => locations.map(({ path }) => path),
};

const locationsIn: Sight<readonly RawLocation[]> = {
  isEmpty: (locations) => locations.length === 0,
  pathsIn: (locations) => locations.map(({ path }) => path),
};

export function placeKey({ path, range: { start } }: RawLocation): string {
  return `${path}\0${start.line}:${start.character}`;
}

export function documentOf({ file, document }: Target): {
  readonly path: string;
  readonly shown: string;
  readonly text: string;
} {
  return { path: file.absolute, shown: file.shown, text: document.text };
}

/** Best effort: without it the declarations are not marked. */
async function declarationsOf({ server, file, params }: Target, asking: Asking): Promise<readonly RawLocation[]> {
  const request = { method: "textDocument/definition", params };
  const answer = ask<WireLocations>(server, request, asking, { path: file.absolute, feature: FEATURES.definition });
  return answer.then(rawLocations, () => []);
}

const HIGHLIGHT_READ = 2;
const HIGHLIGHT_WRITE = 3;
/** What marks are worth waiting for. */
const HIGHLIGHT_MS = 1_000;

async function accessIn({ server, file, params, document }: Target, asking: Asking): Promise<MarkedUses["access"]> {
  const method = "textDocument/documentHighlight";
  if (!server.supports(method, file.absolute)) return new Map();
  const deadlineMs = Math.min(HIGHLIGHT_MS, remainingMs(asking));
  const answer = server.request<readonly DocumentHighlight[] | null>(method, params, {
    signal: asking.signal,
    deadlineMs,
  });
  const highlights = await answer.catch(() => undefined);
  if (highlights === undefined) return undefined;
  return new Map(
    (highlights ?? []).flatMap(({ range, kind }): [string, "read" | "write"][] => {
      const access = kind === HIGHLIGHT_READ ? "read" : kind === HIGHLIGHT_WRITE ? "write" : undefined;
      return access === undefined ? [] : [[placeKey(rawLocation(document.uri, range)), access]];
    }),
  );
}
