import { type Coverage, emptyText } from "../../../base/coverage.ts";
import type { JsonObject } from "../../../base/json.ts";
import { onOneLine } from "../../../base/code-points.ts";
import type { HostCall } from "../../core/context.ts";
import type { CurrentHit } from "./current-hits.ts";

export type SymbolSearchFacts = ColdFacts | FoundFacts;
/** What filters, `paths` and `lang` leave of the files. */
export type SearchScope = "whole" | "narrowed" | "empty";
/** There is nothing to answer from yet. */
interface ColdFacts {
  readonly kind: "cold";
  readonly reason: "building" | "unavailable";
  readonly files: number;
  readonly filesTotal: number;
}
interface FoundFacts {
  readonly kind: "found";
  readonly hits: readonly CurrentHit[];
  readonly hasMore: boolean;
  readonly files: number;
  readonly filesTotal: number;
  readonly scope: SearchScope;
  /** Words of the query that are in no file's list of words, whatever its text. */
  readonly notInTexts: readonly string[];
  readonly next: HostCall | undefined;
}

const MAX_QUOTED_CHARS = 80;

export function formatHits(facts: SymbolSearchFacts, coverage: Coverage, query: string): string {
  if (facts.kind === "cold") {
    const rest = facts.filesTotal > 0 ? `; ${facts.files} of ${facts.filesTotal} files read` : "";
    return `available: false (${facts.reason}${rest})`;
  }
  if (facts.hits.length === 0) return nothingText(facts, coverage, query);
  const count = facts.hits.length === 1 ? "1 hit" : `${facts.hits.length} hits, best first`;
  const head = facts.hasMore ? `${count}; there are more: raise limit or narrow the query` : count;
  return [head, ...listing(facts.hits), ...nextStep(facts.next)].join("\n");
}

/** `path:line kind name`; the path only where it is not that of the line before. */
function listing(hits: readonly CurrentHit[]): string[] {
  return hits.map(({ path, line, symbol, isUnsure }, index) => {
    const shown = onOneLine(path);
    const place = line === undefined ? shown : `${path === hits[index - 1]?.path ? "  " : shown}:${line}`;
    const what = symbol === undefined ? "(file)" : `${symbol.kind} ${symbol.name}`;
    return `${place} ${what}${isUnsure === true ? " (the file has changed: its line may be another)" : ""}`;
  });
}

function nextStep(next: HostCall | undefined): string[] {
  return next === undefined ? [] : [`Next: ${next.tool} ${JSON.stringify(next.arguments)}`];
}

function nothingText({ scope, notInTexts }: FoundFacts, coverage: Coverage, query: string): string {
  const shown = query.length > MAX_QUOTED_CHARS ? `${query.slice(0, MAX_QUOTED_CHARS)}…` : query;
  const within = scope === "whole" ? "" : " within the filters";
  if (coverage.state !== "complete") return `No hit for "${shown}"${within} in what was looked at.`;
  if (scope === "empty")
    return emptyText(coverage, `No file is within the filters, so nothing was searched for "${shown}".`);
  if (notInTexts.length === 0)
    return emptyText(coverage, `No symbol has a word of "${shown}"${within}, and no file has all of them.`);
  return [
    emptyText(coverage, `No symbol has a word of "${shown}"${within}, and no file has all of them in its path.`),
    `In the texts of files keywords, numbers and single characters are not looked for (${notInTexts.join(", ")}): another tool finds those.`,
  ].join("\n");
}

export function hitDetails(facts: SymbolSearchFacts, query: string): JsonObject {
  if (facts.kind === "cold") {
    const { reason, files, filesTotal } = facts;
    return { available: false, query, unavailableReason: reason, coverage: { files, filesTotal } };
  }
  const { hits, files, filesTotal, hasMore } = facts;
  return {
    available: true,
    query,
    coverage: { files, filesTotal, truncated: hasMore },
    results: hits.map(({ path, symbol, line, score }) => ({
      file: path,
      ...(symbol === undefined ? {} : { kind: symbol.kind, name: symbol.name, endLine: symbol.endLine }),
      ...(line === undefined ? {} : { startLine: line }),
      ...(score === undefined ? {} : { score: Math.round(score * 1_000) / 1_000 }),
    })),
  };
}
