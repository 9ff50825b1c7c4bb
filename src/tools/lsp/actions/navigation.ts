import { type Coverage, emptyText } from "../../../base/coverage.ts";
import type { NavigationKind } from "../../../lsp/operations/navigate.ts";
import type { Place } from "../../../lsp/operations/locations.ts";
import { type Action, defineAction } from "./action.ts";
import { count, type Nothing, nothing, numbered, placeText, subjectOf, subjectText } from "./subject.ts";

/** More definitions than anybody reads: an interface that everything implements. */
const MAX_PLACES = 50;
/** Lines of a declaration that are shown with it. */
const MAX_LINES = 8;

interface Located {
  readonly kind: "located";
  readonly subject: string;
  readonly server: string;
  readonly places: readonly Place[];
  readonly total: number;
}

/** An action whose answer is where something is. */
export function navigationAction(kind: NavigationKind, noun: string): Action {
  return defineAction<Located | Nothing>({
    run: async (call) => {
      const { query, asking } = await subjectOf(call);
      const { navigate } = await import("../../../lsp/operations/navigate.ts");
      const { readPlaces } = await import("../../../lsp/operations/locations.ts");
      const outcome = await navigate(kind, query, asking);
      if (!outcome.isAsked) return nothing(outcome);
      const { locations, encoding } = outcome.value;
      const places = await readPlaces(locations.slice(0, MAX_PLACES), { encoding, maxLines: MAX_LINES }, asking);
      const subject = subjectText(outcome.place, query.file.shown);
      const facts = { kind: "located", subject, server: outcome.server, places, total: locations.length } as const;
      return { coverage: outcome.coverage, facts };
    },
    format: ({ facts, coverage }) =>
      facts.kind === "not asked"
        ? facts.text
        : facts.total === 0
          ? noneText(noun, facts, coverage)
          : placesText(noun, facts),
    details: ({ facts }) =>
      facts.kind === "not asked"
        ? { asked: false }
        : { server: facts.server, total: facts.total, locations: facts.places.map(placeDetails) },
  });
}

export function placeDetails({ shown, line, column, endLine, endColumn }: Place): Record<string, string | number> {
  return { path: shown, line, column, endLine, endColumn };
}

function placesText(noun: string, { subject, server, places, total }: Located): string {
  const header = `${count(total, noun)} of ${subject}, by ${server}`;
  const cut = places.length < total ? [`Showing ${places.length} of ${total}; narrow the query.`] : [];
  const shown = places.flatMap((place) => [
    `${placeText(place)}${place.isOutside ? " (outside the workspace)" : ""}`,
    ...numbered(place.lines, place.line),
  ]);
  return [header, ...cut, ...shown].join("\n");
}

function noneText(noun: string, { subject, server }: Located, coverage: Coverage): string {
  if (coverage.state !== "complete")
    return `${server} has found no ${noun} of ${subject} yet; that is not the last word.`;
  return emptyText(coverage, `No ${noun} found for ${subject}, by ${server}.`);
}
