import type { SyntaxDump } from "../../syntax/structural/dump.ts";
import type { Validation } from "../../syntax/structural/search.ts";
import type { SearchOutcome } from "../../syntax/structural/search-outcome.ts";

/** What one call found out. */
export type SearchFacts =
  | { readonly kind: "unavailable" }
  | { readonly kind: "validation"; readonly validation: Validation }
  | { readonly kind: "dump"; readonly tree: SyntaxDump }
  | PageFacts;

export interface PageFacts {
  readonly kind: "search";
  /** Its matches are those that are shown, which may be fewer than were asked for. */
  readonly outcome: SearchOutcome;
  /** One for each match shown, or for each file. */
  readonly texts: readonly string[];
  readonly skip: number;
  /** Lines around a match in its read slice. */
  readonly margin: number;
  readonly paths: readonly string[];
  /** What may be wrong when nothing was found. */
  readonly hints: readonly string[];
}
