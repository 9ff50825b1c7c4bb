import { isAbsolute } from "node:path";
import { emptyText } from "../../../base/coverage.ts";
import type { CallDirection, Related, TypeDirection } from "../../../lsp/operations/hierarchy.ts";
import type { Place } from "../../../lsp/operations/locations.ts";
import { type Action, defineAction } from "./action.ts";
import { count, type Nothing, nothing, placeText, subjectOf, subjectText } from "./subject.ts";

const MAX_RELATED = 50;
const MAX_SITES = 8;

interface Words {
  /** What one of them is called. */
  readonly noun: string;
  /** When nothing was found at the place at all. */
  readonly notThere: string;
}
const WORDS: Readonly<Record<CallDirection | TypeDirection, Words>> = {
  incomingCalls: { noun: "caller", notThere: "is nothing that can be called" },
  outgoingCalls: { noun: "callee", notThere: "is nothing that can be called" },
  supertypes: { noun: "supertype", notThere: "is no type" },
  subtypes: { noun: "subtype", notThere: "is no type" },
};

interface One extends Pick<Related, "name" | "kind"> {
  readonly place: Place;
  /** Lines, 1-based, where it calls or is called. */
  readonly lines: readonly number[];
}
interface Step {
  readonly kind: "step";
  readonly subject: string;
  readonly server: string;
  readonly isThere: boolean;
  readonly total: number;
  readonly related: readonly One[];
}

/** An action about one step of a hierarchy of calls or types. */
export function hierarchyAction(direction: CallDirection | TypeDirection): Action {
  const { noun, notThere } = WORDS[direction];
  return defineAction<Step | Nothing>({
    run: async (call) => {
      const { query, asking } = await subjectOf(call);
      const { calls, types } = await import("../../../lsp/operations/hierarchy.ts");
      const { readPlaces } = await import("../../../lsp/operations/locations.ts");
      const outcome =
        direction === "incomingCalls" || direction === "outgoingCalls"
          ? await calls(direction, query, asking)
          : await types(direction, query, asking);
      if (!outcome.isAsked) return nothing(outcome);
      const { items, related, encoding } = outcome.value;
      const shown = related.slice(0, MAX_RELATED);
      const places = await readPlaces(
        shown.map(({ location }) => location),
        { encoding, maxLines: 1 },
        asking,
      );
      const facts: Step = {
        kind: "step",
        subject: subjectText(outcome.place, query.file.shown),
        server: outcome.server,
        isThere: items.length > 0,
        total: related.length,
        related: shown.flatMap((one, at): One[] => {
          const place = places[at];
          if (place === undefined) return [];
          // A server may name a module by its whole path.
          const name = isAbsolute(one.name) ? call.context.workspace.show(one.name, call.context.cwd) : one.name;
          return [{ name, kind: one.kind, place, lines: linesOf(one) }];
        }),
      };
      return { coverage: outcome.coverage, facts };
    },
    format: ({ facts, coverage }) => {
      if (facts.kind === "not asked") return facts.text;
      const { subject, server, total } = facts;
      if (total > 0) return stepText(noun, facts);
      if (coverage.state !== "complete")
        return `${server} has found no ${noun} of ${subject} yet; that is not the last word.`;
      const why = facts.isThere ? "" : ` (${subject.split(" ")[0]} ${notThere})`;
      return emptyText(coverage, `No ${noun} found for ${subject}${why}, by ${server}.`);
    },
    details: ({ facts }) =>
      facts.kind === "not asked"
        ? { asked: false }
        : {
            server: facts.server,
            total: facts.total,
            related: facts.related.map(({ name, kind, place }) => ({
              name,
              kind,
              path: place.shown,
              line: place.line,
            })),
          },
  });
}

function linesOf({ sites }: Related): number[] {
  return [...new Set(sites.map(({ range: { start } }) => start.line + 1))].toSorted((a, b) => a - b);
}

function stepText(noun: string, { subject, server, total, related }: Step): string {
  const header = `${count(total, noun)} of ${subject}, by ${server}`;
  const cut = related.length < total ? [`Showing ${related.length} of ${total}; narrow the query.`] : [];
  const shown = related.map(({ name, kind, place, lines }) => {
    const more = lines.length > MAX_SITES ? ` and ${lines.length - MAX_SITES} more` : "";
    const listed = lines.slice(0, MAX_SITES).join(", ");
    const at = lines.length === 0 ? "" : `  at ${lines.length === 1 ? "line" : "lines"} ${listed}${more}`;
    return `${name}, ${kind}  ${placeText(place)}${place.isOutside ? " (outside the workspace)" : ""}${at}`;
  });
  return [header, ...cut, ...shown].join("\n");
}
