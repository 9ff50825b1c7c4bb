import { complete, coverageLine, emptyText } from "../../base/coverage.ts";
import { onOneLine } from "../../base/code-points.ts";
import type { FolderMap } from "../../index/project/folder-map.ts";
import type { ProjectReport, Section, TrustHeader, UnitRow } from "../../index/project/project-report.ts";
import type { HostCall } from "../core/context.ts";
import type { TextSection } from "../core/declaration.ts";
import { showElapsed } from "../session/durations.ts";

const LOW_CONFIDENCE = "low confidence: what is loaded by name, by a framework or from outside looks the same";
const DEAD_HINT = "symbol_search or ast_grep_search finds its names in strings and documents";

/** The call that shows a file of the report. */
export type NextRead = (path: string) => HostCall | undefined;

/** The report as one line of JSON. */
export function formatProjectJson(report: ProjectReport, nextRead: NextRead): string {
  const { trust, hubs, entryPoints, folders, hotspots, deadWeight } = report;
  return JSON.stringify({
    available: true,
    trust: {
      coverage: trust.coverage.state,
      files: trust.files,
      filesTotal: trust.filesTotal,
      ...(trust.builtAt > 0 && { graphBuiltAt: new Date(trust.builtAt).toISOString() }),
      ...(trust.sweptAt > 0 && { comparedWithDiskAt: new Date(trust.sweptAt).toISOString() }),
      code: trust.codeUnits,
      tests: trust.testUnits,
      imports: { internal: trust.internalImports, resolved: trust.resolvedImports },
      edgeResolution: { sampled: trust.sampled, ...trust.mix },
      ...(trust.notes.length > 0 && { notes: trust.notes }),
    },
    hubs: jsonSection(hubs, nextRead),
    entryPoints: jsonSection(entryPoints, nextRead),
    directories: folders,
    riskHotspots: jsonSection(hotspots, nextRead),
    suspectedDeadWeight: {
      confidence: "low",
      total: deadWeight.total,
      rows: deadWeight.rows.map((row) => ({ ...row, ...suggestedNext(nextRead(row.file)) })),
    },
  });
}

function jsonSection({ rows, total }: Section<UnitRow>, nextRead: NextRead): object {
  return {
    total,
    rows: rows.map(({ path, file, complexity, complexSymbol, ...rest }) => ({
      path,
      ...rest,
      ...(complexity > 0 && { maxComplexity: complexity, mostComplex: complexSymbol }),
      ...suggestedNext(nextRead(file)),
    })),
  };
}

function suggestedNext(next: HostCall | undefined): object {
  return next === undefined ? {} : { suggestedNext: { tool: next.tool, ...next.arguments } };
}

/** The report as lines, a section for each part. */
export function formatProject(report: ProjectReport): TextSection[] {
  const { trust, hubs, entryPoints, folders, hotspots, deadWeight } = report;
  const isComplete = trust.coverage.state === "complete";
  const none = (what: string): string =>
    isComplete ? emptyText(complete, `  ${what}`) : "  none among what was looked at";
  const unitLines = (section: Section<UnitRow>, text: (row: UnitRow) => string, empty: string): string[] =>
    section.rows.length === 0 ? [none(empty)] : [...section.rows.map((row) => `  ${text(row)}`), ...rest(section)];
  return [
    sectionOf("TRUST", trustLines(trust), 100),
    sectionOf(
      "HUBS",
      ["HUBS (imported by):", ...unitLines(hubs, hubText, "nothing imports anything inside this root")],
      80,
    ),
    sectionOf(
      "ENTRY POINTS",
      ["ENTRY POINTS (import much, imported by at most one):", ...unitLines(entryPoints, entryText, "none")],
      60,
    ),
    sectionOf("FOLDERS", folderLines(folders), 70),
    sectionOf(
      "RISK HOTSPOTS",
      ["RISK HOTSPOTS (imported by × highest complexity):", ...unitLines(hotspots, riskText, "none")],
      50,
    ),
    sectionOf(
      "SUSPECTED DEAD WEIGHT",
      [
        `SUSPECTED DEAD WEIGHT (${LOW_CONFIDENCE}):`,
        ...(deadWeight.rows.length === 0
          ? [none("none")]
          : deadWeight.rows.map(
              ({ file, lines, exported }) => `  ${onOneLine(file)} ${lines}L, ${exported} exported, nobody names them`,
            )),
        ...(deadWeight.rows.length === 0 ? [] : [...rest(deadWeight), `  ${DEAD_HINT}`]),
      ],
      20,
    ),
    sectionOf("NEXT", ["NEXT: module_report of a path above; Go packages: of any file in the folder"], 10),
  ];
}

function sectionOf(label: string, lines: readonly string[], value: number): TextSection {
  return { label, text: lines.join("\n"), value };
}

function rest({ rows, total }: Section<unknown>): string[] {
  return total > rows.length ? [`  … ${total - rows.length} more`] : [];
}

function trustLines(trust: TrustHeader): string[] {
  const { mix, sampled, internalImports, resolvedImports } = trust;
  const ago = (at: number): string => (at === 0 ? "never" : `${showElapsed(Date.now() - at)} ago`);
  const tiers = Object.entries(mix)
    .filter(([, count]) => count > 0)
    .map(([tier, count]) => `${tier} ${percent(count, sampled)}`);
  const line = coverageLine(trust.coverage);
  return [
    "TRUST:",
    `  ${trust.files} of ${trust.filesTotal} files read; code ${trust.codeUnits}, tests ${trust.testUnits}; built ${ago(trust.builtAt)}, compared with the disk ${ago(trust.sweptAt)}`,
    `  imports inside the root: ${resolvedImports} of ${internalImports} lead to a file`,
    ...(sampled === 0 ? [] : [`  uses (sample of ${sampled}): ${tiers.join(", ")}`]),
    ...(line === undefined ? [] : [`  ${line}`]),
  ];
}

function percent(part: number, whole: number): string {
  return `${Math.round((100 * part) / whole)} %`;
}

function hubText({ path, fanIn, testFanIn, fanOut }: UnitRow): string {
  return `${fanIn} ${onOneLine(path)}${testFanIn > 0 ? ` (tests ${testFanIn})` : ""}, imports ${fanOut}`;
}

function entryText({ path, fanIn, fanOut, lines }: UnitRow): string {
  return `${onOneLine(path)} imports ${fanOut}, imported by ${fanIn}, ${lines}L`;
}

function riskText({ path, fanIn, complexity, complexSymbol }: UnitRow): string {
  return `${fanIn * complexity} ${onOneLine(path)}: imported by ${fanIn} × ${complexity} (${complexSymbol})`;
}

function folderLines({ rows, folderCount, cycles, violations }: FolderMap): string[] {
  return [
    "FOLDERS (files, imported by, imports):",
    ...rows.map(({ folder, files, importedBy, imports }) => {
      const targets = imports.map((edge) => `${onOneLine(edge.folder)} ${edge.count}`).join(", ");
      return `  ${onOneLine(folder)} ${files} ${files === 1 ? "file" : "files"}, in ${importedBy}${targets === "" ? "" : `, out ${targets}`}`;
    }),
    ...(folderCount > rows.length ? [`  … ${folderCount - rows.length} more`] : []),
    ...cycles.map(
      (cycle) =>
        `  cycle: ${cycle.slice(0, 8).map(onOneLine).join(" ↔ ")}${cycle.length > 8 ? ` and ${cycle.length - 8} more` : ""}`,
    ),
    ...violations.map(
      ({ from, to, count, against, example }) =>
        `  against the grain: ${onOneLine(from)} → ${onOneLine(to)} ${count} (${against} the other way), ${example}`,
    ),
  ];
}
