import type { Coverage } from "../../base/coverage.ts";

/** Structural search on the ast-grep engine. Shared by all runs of an engine. */
export interface StructuralSearch {
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchOutcome>;
}

export interface SearchRequest {
  readonly language: string;
}
export interface SearchOutcome {
  readonly coverage: Coverage;
}
