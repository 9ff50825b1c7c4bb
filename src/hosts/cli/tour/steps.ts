import type { ErrorKind } from "../../../base/errors.ts";
import type { Json, JsonObject } from "../../../base/json.ts";
import { splitIdentifier } from "../../../index/words/split-identifier.ts";
import { searchInput } from "../../../tools/search/search-input.ts";

/** What a tour has learned so far about the file it shows. */
export interface TourState {
  readonly path: string;
  readonly language: string;
  readonly reads: readonly RecommendedRead[];
  readonly hits: readonly Hit[];
  /** Whether a language server has looked at the file. */
  readonly hasServer?: boolean;
  /** A name, where the language server says that it is declared, then where that was asked. */
  readonly definition?: { readonly symbol: string; readonly places: readonly Hit[] };
  /** A proposed change that was staged. */
  readonly editId?: string;
  /** A change that was written. */
  readonly undoId?: string;
}
export interface RecommendedRead {
  readonly symbol: string;
  readonly startLine: number;
  readonly endLine: number;
}
export interface Hit {
  readonly path: string;
  readonly line: number;
}

/** The calls of a step, tried in order until one shows something; or why it cannot run. */
export type StepPlan =
  | { readonly attempts: readonly { readonly tool: string; readonly arguments: JsonObject }[] }
  | { readonly cannotRun: string };

export interface TourStep {
  readonly title: string;
  readonly plan: (state: TourState) => StepPlan;
  /** What an answer adds to the state; undefined: it shows nothing, the next attempt may. */
  readonly learn?: (details: JsonObject, asked: JsonObject) => Partial<TourState> | undefined;
  /** Kinds of error that mean "nothing here" for an attempt, not that something is broken. */
  readonly missKinds?: readonly ErrorKind[];
}

/** No server, or none that can be asked this; a name that stands twice on a line, or not at all. */
const SERVER_MISSES: readonly ErrorKind[] = ["invalid_input", "unsupported", "not_found", "refused", "timeout"];

// The words of what was just read, as somebody would ask who does not know its name.
const searchByWords: TourStep = {
  title: "search by words",
  plan: ({ reads }) => {
    const read = bestRead(reads);
    if (read === undefined) return { cannotRun: "the outline recommends no symbol to search for" };
    const query = wordsOf(read.symbol);
    return { attempts: [{ tool: "symbol_search", arguments: { query, limit: 5 } }] };
  },
};

/** Shown for every file of the tour. A new tool adds its step here. */
export const fileSteps: readonly TourStep[] = [
  {
    title: "outline",
    plan: ({ path }) => ({ attempts: [{ tool: "module_report", arguments: { path, view: "compact" } }] }),
    learn: (details) => ({ reads: objects(details["recommendedReads"]).flatMap(readOf) }),
  },
  {
    title: "one symbol's body",
    plan: ({ path, reads }) => {
      const read = bestRead(reads);
      if (read === undefined) return { cannotRun: "the outline recommends no symbol to read" };
      return { attempts: [{ tool: "read_symbol", arguments: { path, symbol: read.symbol } }] };
    },
  },
  searchByWords,
  {
    title: "structural search",
    // Calls of what was just read, near it and then anywhere; else any call in the file itself.
    plan: ({ path, language, reads }) => {
      if (!searchInput.properties.lang.enum.some((id) => id === language)) {
        return { cannotRun: `structural search has no grammar for ${language}` };
      }
      const name = bestRead(reads)?.symbol.split(".").at(-1);
      const named = name === undefined ? [] : [`${name}($$$ARGS)`, `$OBJECT.${name}($$$ARGS)`];
      const general = ["$CALLEE($$$ARGS)", "$OBJECT.$METHOD($$$ARGS)"];
      const searches = [
        ...named.map((pattern) => ({ pattern, paths: [folderOf(path)] })),
        ...named.map((pattern) => ({ pattern })),
        ...general.map((pattern) => ({ pattern, paths: [path] })),
      ];
      return {
        attempts: searches.map((search) => ({
          tool: "ast_grep_search",
          arguments: { lang: language, ...search, maxMatches: 5 },
        })),
      };
    },
    learn: (details) => {
      const hits = objects(details["matchLocations"]).flatMap(hitOf);
      return hits.length === 0 ? undefined : { hits };
    },
  },
  {
    title: "the code around a hit",
    // A hit at the top level of its file has nothing around it.
    missKinds: ["not_found"],
    plan: ({ path, reads, hits }) => {
      if (hits.length === 0) return { cannotRun: "the search had no hit to read around" };
      const isInside = (hit: Hit): boolean =>
        hit.path === path && reads.some((read) => read.startLine < hit.line && hit.line <= read.endLine);
      const ordered = [...hits.filter(isInside), ...hits.filter((hit) => !isInside(hit))];
      return {
        attempts: ordered.map(({ path: file, line }) => ({
          tool: "read_enclosing",
          arguments: { path: file, line, maxLines: 60, onOversize: "slice" },
        })),
      };
    },
  },
  {
    title: "diagnostics",
    missKinds: SERVER_MISSES,
    plan: ({ path }) => ({ attempts: [{ tool: "lsp", arguments: { action: "diagnostics", file: path } }] }),
    learn: (details) => {
      const [report] = objects(details["files"]);
      return report === undefined || report["outcome"] === "unavailable" ? undefined : { hasServer: true };
    },
  },
  {
    title: "definition",
    missKinds: SERVER_MISSES,
    plan: ({ path, reads, hits, hasServer }) => {
      const read = bestRead(reads);
      if (read === undefined) return { cannotRun: "the outline recommends no symbol to ask about" };
      if (hasServer !== true) return { cannotRun: "no language server has looked at the file" };
      // Where it is called, else where it or another is declared, behind its doc comment.
      const places = [
        ...hits.map((place) => ({ ...place, symbol: nameOf(read.symbol) })),
        ...[read, ...reads.filter((other) => other !== read)].slice(0, MAX_ASKED).flatMap(declarationLines),
      ];
      return {
        // The first again at the end: what is shown when nobody answers is why, not that a line lacks the name.
        attempts: [...places, ...places.slice(0, 1)].map(({ path: file, line, symbol }) => ({
          tool: "lsp",
          arguments: { action: "definition", file: file === "" ? path : file, line, symbol },
        })),
      };
    },
    learn: (details, asked) => {
      const { file = null, symbol } = asked;
      const found = [...objects(details["locations"]).slice(0, 1), { ...asked, path: file }];
      const places = found.flatMap(({ path, line }) => hitOf({ file: path ?? null, line: line ?? null }));
      return places.length < 2 || typeof symbol !== "string" ? undefined : { definition: { symbol, places } };
    },
  },
  {
    title: "references",
    // The line of a definition need not have the name on it: a macro, a default export.
    missKinds: SERVER_MISSES,
    plan: ({ definition }) => {
      if (definition === undefined) return { cannotRun: "no language server has told a definition" };
      const { symbol, places } = definition;
      return {
        attempts: places.map(({ path: file, line }) => ({
          tool: "lsp",
          arguments: { action: "references", file, line, symbol },
        })),
      };
    },
    learn: (details) => (details["asked"] === false ? undefined : {}),
  },
];

/** Shown once, when every file has been read: for the first file that has something to ask about. */
export const wholeIndexSteps: readonly TourStep[] = [
  searchByWords,
  {
    title: "who uses it",
    plan: ({ path }) => {
      if (path === "") return { cannotRun: "no file was shown that has something to use" };
      return { attempts: [{ tool: "module_report", arguments: { path, view: "compact", blastRadius: true } }] };
    },
  },
];

/** Recommended reads about which a language server is asked, until it knows one. */
const MAX_ASKED = 4;
/** Lines of a recommended read in which its own name is looked for. */
const MAX_DOC_LINES = 12;

/** Shown once, at the end. */
export const closingSteps: readonly TourStep[] = [
  { title: "health", plan: () => ({ attempts: [{ tool: "lens_health", arguments: {} }] }) },
];

/** Lines of the shown file that may have the name of a declaration on them. */
function declarationLines({ symbol, startLine, endLine }: RecommendedRead): (Hit & { readonly symbol: string })[] {
  if (symbol.includes("@")) return [];
  const count = Math.min(MAX_DOC_LINES, endLine - startLine + 1);
  return Array.from({ length: count }, (_, at) => ({ path: "", line: startLine + at, symbol: nameOf(symbol) }));
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? "." : path.slice(0, slash);
}

/** The best recommendation that is a symbol rather than a callback, else the best. */
function bestRead(reads: readonly RecommendedRead[]): RecommendedRead | undefined {
  return reads.find((read) => !read.symbol.includes("@")) ?? reads[0];
}

/** The name alone: "res.formatDate" → "formatDate". */
function nameOf(symbol: string): string {
  return symbol.split("@")[0]?.split(".").at(-1) ?? symbol;
}

/** "res.formatDate" → "format date". */
function wordsOf(symbol: string): string {
  const name = nameOf(symbol);
  const [whole = name, ...parts] = splitIdentifier(name);
  return parts.length === 0 ? whole : parts.join(" ");
}

function objects(value: Json | undefined): readonly JsonObject[] {
  if (!Array.isArray(value)) return [];
  return value.filter((item): item is JsonObject => typeof item === "object" && item !== null && !Array.isArray(item));
}

function readOf({ symbol, startLine, endLine }: JsonObject): RecommendedRead[] {
  if (typeof symbol !== "string" || typeof startLine !== "number" || typeof endLine !== "number") return [];
  return [{ symbol, startLine, endLine }];
}

function hitOf({ file, line }: JsonObject): Hit[] {
  return typeof file === "string" && typeof line === "number" ? [{ path: file, line }] : [];
}
