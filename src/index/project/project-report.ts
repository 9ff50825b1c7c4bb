import { complete, type Coverage } from "../../base/coverage.ts";
import { GraphReader, REFERENCE_COLUMNS, type GraphReference } from "../graph/graph-reader.ts";
import { ReferenceResolver, type Tier } from "../graph/resolve-reference.ts";
import { withoutUnreadTemplates } from "../graph/components/unread-templates.ts";
import { TimeSlices } from "../graph/time-slices.ts";
import type { IndexView } from "../symbol-index.ts";
import { findDeadWeight, type DeadFile } from "./dead-weight.ts";
import { mapFolders, type FolderMap } from "./folder-map.ts";
import { readUnitGraph, type Unit, type UnitGraph } from "./unit-graph.ts";

export interface ProjectReport {
  readonly trust: TrustHeader;
  /** What most others import. */
  readonly hubs: Section<UnitRow>;
  /** What imports much and is imported by almost nothing. */
  readonly entryPoints: Section<UnitRow>;
  readonly folders: FolderMap;
  /** Much used and hard to change: importers × the most branched function. */
  readonly hotspots: Section<UnitRow>;
  /** Nothing imports it and nothing says its names: a suspicion, no more. */
  readonly deadWeight: Section<DeadFile>;
}

export interface Section<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

export interface UnitRow {
  readonly path: string;
  /** The file to read. */
  readonly file: string;
  /** Units of code that import it, and of tests. */
  readonly fanIn: number;
  readonly testFanIn: number;
  readonly fanOut: number;
  readonly lines: number;
  readonly complexity: number;
  readonly complexSymbol: string;
}

export interface TrustHeader {
  readonly coverage: Coverage;
  readonly files: number;
  readonly filesTotal: number;
  /** Epoch ms; 0: never. */
  readonly builtAt: number;
  readonly sweptAt: number;
  readonly codeUnits: number;
  readonly testUnits: number;
  readonly internalImports: number;
  readonly resolvedImports: number;
  /** How sure the uses of a sample are. */
  readonly mix: Readonly<Record<Tier | "outside", number>>;
  readonly sampled: number;
  readonly notes: readonly string[];
}

export interface ProjectQuestion {
  /** Rows of each section. */
  readonly limit: number;
  /** Lower-case words; rows whose path has one come first. */
  readonly focus: readonly string[];
}

const BUDGET_MS = 10_000;
/** An entry point is imported by no more than this many. */
const MAX_ENTRY_IMPORTERS = 1;
const SAMPLED_FILES = 60;
const USES_PER_FILE = 20;

/** Six capped sections over a whole root. Throws the signal's reason. */
export async function readProjectReport(
  view: IndexView,
  question: ProjectQuestion,
  signal: AbortSignal,
): Promise<ProjectReport> {
  const slices = new TimeSlices(signal, BUDGET_MS);
  const graph = await readUnitGraph(view.database, slices);
  const code = graph.units.filter(({ isTest }) => !isTest);
  const deadWeight = await findDeadWeight(view.database, code, slices);
  const report = {
    trust: await trustHeader(view, graph, slices),
    hubs: section(code, question, (unit) => unit.importers.size),
    entryPoints: section(
      code.filter(({ importers, imports }) => importers.size <= MAX_ENTRY_IMPORTERS && imports.size > 0),
      question,
      (unit) => unit.imports.size,
    ),
    folders: mapFolders(graph.units, question.limit),
    hotspots: section(code, question, (unit) => unit.importers.size * unit.complexity),
    deadWeight: {
      rows: focused(deadWeight, question, ({ file }) => file).slice(0, question.limit),
      total: deadWeight.length,
    },
  };
  return withoutStaleRows(report, view);
}

function section(units: readonly Unit[], question: ProjectQuestion, score: (unit: Unit) => number): Section<UnitRow> {
  const scored = units.map((unit) => ({ unit, score: score(unit) })).filter((one) => one.score > 0);
  scored.sort((a, b) => b.score - a.score || (a.unit.path < b.unit.path ? -1 : 1));
  const rows = focused(scored, question, ({ unit }) => unit.path).slice(0, question.limit);
  return { rows: rows.map(({ unit }) => unitRow(unit)), total: scored.length };
}

function focused<Row>(rows: readonly Row[], { focus }: ProjectQuestion, pathOf: (row: Row) => string): readonly Row[] {
  if (focus.length === 0) return rows;
  const hits = (row: Row): number => {
    const path = pathOf(row).toLowerCase();
    return focus.filter((word) => path.includes(word)).length;
  };
  return rows.toSorted((a, b) => hits(b) - hits(a));
}

function unitRow(unit: Unit): UnitRow {
  return {
    path: unit.path,
    file: unit.mainFile,
    fanIn: unit.importers.size,
    testFanIn: unit.testImporters.size,
    fanOut: unit.imports.size,
    lines: unit.lines,
    complexity: unit.complexity,
    complexSymbol: unit.complexSymbol,
  };
}

async function trustHeader(view: IndexView, graph: UnitGraph, slices: TimeSlices): Promise<TrustHeader> {
  const { files, filesTotal, builtAt, sweptAt, notes } = view;
  const coverage = withoutUnreadTemplates(view.coverage, view.database);
  const { units, internalImports, resolvedImports, isWhole } = graph;
  const tests = units.filter(({ isTest }) => isTest).length;
  const { mix, sampled } = await sampleMix(view, units, slices);
  return {
    coverage: coverage.state === "complete" && !isWhole ? outOfTime : coverage,
    files,
    filesTotal,
    builtAt,
    sweptAt,
    codeUnits: units.length - tests,
    testUnits: tests,
    internalImports,
    resolvedImports,
    mix,
    sampled,
    notes,
  };
}

const outOfTime: Coverage = {
  state: "partial",
  looked: "what was read in 10 s",
  whole: "the index",
  missing: "the rest of its imports and symbols",
};

/** How sure uses are, in files picked evenly over the root. */
async function sampleMix(
  view: IndexView,
  units: readonly Unit[],
  slices: TimeSlices,
): Promise<Pick<TrustHeader, "mix" | "sampled">> {
  const resolver = new ReferenceResolver(new GraphReader(view.database));
  const mix = { exact: 0, import: 0, "receiver-type": 0, "name-only": 0, outside: 0 };
  let sampled = 0;
  const step = Math.max(1, Math.floor(units.length / SAMPLED_FILES));
  for (let at = 0; at < units.length && (await slices.next()); at += step) {
    const rows = view.database.all<GraphReference>(
      `SELECT ${REFERENCE_COLUMNS}
     FROM refs WHERE file = ? AND kind < 4 LIMIT ${USES_PER_FILE}`,
      units[at]?.mainFileId ?? -1,
    );
    for (const row of rows) {
      mix[tierOf(row, resolver)] += 1;
      sampled += 1;
    }
  }
  return { mix, sampled };
}

/** A name that nothing in the root has is one from outside. */
function tierOf(reference: GraphReference, resolver: ReferenceResolver): Tier | "outside" {
  const resolution = resolver.resolve(reference);
  switch (resolution.is) {
    case "known":
      return resolution.tier;
    case "outside":
      return "outside";
    case "unknown":
      return resolver.reader.namesakes(reference.name).length === 0 ? "outside" : "name-only";
  }
}

/** Without the rows of files that are no longer on the disk as the index read them. */
async function withoutStaleRows(report: ProjectReport, view: IndexView): Promise<ProjectReport> {
  const sections = [report.hubs, report.entryPoints, report.hotspots, report.deadWeight];
  const paths = new Set(sections.flatMap(({ rows }) => rows.map(({ file }) => file)));
  const stale = new Set<string>();
  for (const [path, freshness] of await view.verify([...paths])) if (freshness !== "current") stale.add(path);
  if (stale.size === 0) return report;
  const current = <Row extends { readonly file: string }>({ rows, total }: Section<Row>): Section<Row> => ({
    rows: rows.filter(({ file }) => !stale.has(file)),
    total,
  });
  const { trust } = report;
  const isComplete = trust.coverage.state === complete.state;
  return {
    ...report,
    trust: {
      ...trust,
      coverage: isComplete
        ? { state: "stale", what: `${stale.size} of the files listed`, since: "the index read them" }
        : trust.coverage,
    },
    hubs: current(report.hubs),
    entryPoints: current(report.entryPoints),
    hotspots: current(report.hotspots),
    deadWeight: current(report.deadWeight),
  };
}
