import { emptyText } from "../../../base/coverage.ts";
import type { Place, RawLocation } from "../../../lsp/operations/locations.ts";
import type { ToolContext } from "../../core/context.ts";
import { defineAction } from "./action.ts";
import { type Enclosure, enclosureOf, factsOfFiles } from "./enclosures.ts";
import { placeDetails } from "./navigation.ts";
import { count, MAX_COLUMNS, type Nothing, nothing, subjectOf, subjectText } from "./subject.ts";

const MAX_REFERENCES = 50;

/** One use, with what is known about it. */
interface Use {
  readonly place: Place;
  readonly isDeclaration: boolean;
  readonly access: "read" | "write" | undefined;
  readonly isTest: boolean;
  readonly within: Enclosure | undefined;
}
interface Uses {
  readonly kind: "uses";
  readonly subject: string;
  readonly server: string;
  readonly uses: readonly Use[];
  readonly total: number;
  readonly files: number;
}

export const referencesAction = defineAction<Uses | Nothing>({
  run: async (call) => {
    const { context, signal } = call;
    const { query, asking } = await subjectOf(call);
    const { findReferences, placeKey } = await import("../../../lsp/operations/navigate.ts");
    const { readPlaces } = await import("../../../lsp/operations/locations.ts");
    const outcome = await findReferences(query, asking);
    if (!outcome.isAsked) return nothing(outcome);
    const { locations, encoding, declarations, access } = outcome.value;
    const isTest = await testPaths(locations, context);
    const shown = mostWanted(locations, { isTest, first: query.file.absolute }).slice(0, MAX_REFERENCES);
    const paths = shown.map(({ path }) => path);
    const [places, known] = await Promise.all([
      readPlaces(shown, { encoding, maxLines: 1 }, asking),
      factsOfFiles(paths, context, signal),
    ]);
    const declared = new Set(declarations.map(placeKey));
    const uses = shown.flatMap((location, at): Use[] => {
      const place = places[at];
      if (place === undefined) return [];
      const key = placeKey(location);
      const isDeclaration = declared.has(key);
      return [
        {
          place,
          isDeclaration,
          access: access.get(key),
          isTest: isTest(location.path),
          within: enclosureOf(place, known),
        },
      ];
    });
    const facts: Uses = {
      kind: "uses",
      subject: subjectText(outcome.place, query.file.shown),
      server: outcome.server,
      uses,
      total: locations.length,
      files: new Set(locations.map(({ path }) => path)).size,
    };
    return { coverage: outcome.coverage, facts };
  },
  format: ({ facts, coverage }) => {
    if (facts.kind === "not asked") return facts.text;
    const { subject, server, total } = facts;
    if (total > 0) return usesText(facts);
    if (coverage.state !== "complete")
      return `${server} has found no reference of ${subject} yet; that is not the last word.`;
    return emptyText(coverage, `No references found for ${subject}, by ${server}.`);
  },
  details: ({ facts }) =>
    facts.kind === "not asked"
      ? { asked: false }
      : {
          server: facts.server,
          total: facts.total,
          files: facts.files,
          references: facts.uses.map(({ place, isDeclaration, isTest, within }) => ({
            ...placeDetails(place),
            isDeclaration,
            isTest,
            ...(within === undefined ? {} : { within: within.name }),
          })),
        },
});

async function testPaths(locations: readonly RawLocation[], context: ToolContext): Promise<(path: string) => boolean> {
  const { FILE_ROLE } = await import("../../../index/store/schema.ts");
  const { roleOfPath } = await import("../../../index/build/file-role.ts");
  const paths = new Set(locations.map(({ path }) => path));
  const tests = new Set(
    [...paths].filter((path) => roleOfPath(context.workspace.show(path, context.cwd)) === FILE_ROLE.test),
  );
  return (path) => tests.has(path);
}

interface Wanted {
  readonly isTest: (path: string) => boolean;
  readonly first: string;
}

/** The file of the question, then other code, then tests; each in the order given. */
function mostWanted(locations: readonly RawLocation[], { isTest, first }: Wanted): readonly RawLocation[] {
  const rank = ({ path }: RawLocation): number => (isTest(path) ? 2 : path === first ? 0 : 1);
  return locations.toSorted((a, b) => rank(a) - rank(b));
}

function usesText({ subject, server, uses, total, files }: Uses): string {
  const header = `${count(total, "reference")} of ${subject} in ${count(files, "file")}, by ${server}`;
  const cut = uses.length < total ? [`Showing ${uses.length} of ${total} references; narrow the query.`] : [];
  const code = uses.filter(({ isTest }) => !isTest);
  const tests = uses.filter(({ isTest }) => isTest);
  return [header, ...cut, ...filesText(code), ...(tests.length === 0 ? [] : ["Tests:", ...filesText(tests)])].join(
    "\n",
  );
}

/** File by file, symbol by symbol. */
function filesText(uses: readonly Use[]): string[] {
  const lines: string[] = [];
  let path = "";
  let group: string | undefined;
  for (const { place, within, isDeclaration, access } of uses) {
    if (place.path !== path) {
      path = place.path;
      group = undefined;
      lines.push(place.isOutside ? `${place.shown} (outside the workspace)` : place.shown);
    }
    const name = groupText(within);
    if (name !== group) {
      group = name;
      lines.push(`  ${name}`);
    }
    const marks = [
      ...(isDeclaration ? ["declaration"] : []),
      ...(access === undefined || isDeclaration ? [] : [access]),
    ];
    const mark = marks.length === 0 ? "" : ` (${marks.join(", ")})`;
    lines.push(
      `    ${place.line}:${place.column}${mark}  ${(place.lines[0] ?? "").trim().slice(0, MAX_COLUMNS)}`.trimEnd(),
    );
  }
  return lines;
}

function groupText(within: Enclosure | undefined): string {
  if (within === undefined) return "(top level)";
  return `${within.name}, ${within.kind}, lines ${within.startLine}-${within.endLine}`;
}
