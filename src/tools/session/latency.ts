import { shortenText } from "../../base/code-points.ts";
import { complete, emptyText } from "../../base/coverage.ts";
import type { Coverage } from "../../base/coverage.ts";
import type { LatencyReport } from "../../base/latency.ts";
import { defineTool } from "../core/declaration.ts";
import { showElapsed, showMs } from "./durations.ts";

const MAX_QUOTED_CHARS = 200;

interface LatencyFacts {
  readonly reports: readonly LatencyReport[];
  /** Calls of this run so far, this one not included. */
  readonly total: number;
  /** Calls still in the ledger. */
  readonly kept: number;
  readonly now: number;
}

export const latency = defineTool({
  name: "pilens_latency",
  mcp: { name: "pilens_latency", cwd: false },
  pi: false,
  title: "Latency",
  tier: "read",
  description: "Lists the latest tool calls, newest first, and where their time went.",
  example: { limit: 5 },
  input: {
    type: "object",
    properties: {
      limit: { type: "integer", minimum: 1, maximum: 200, default: 5 },
      file: { type: "string", minLength: 1, description: "End of a path." },
    },
  },
  needs: [],
  parallel: true,
  run: (input, context) => {
    const ledger = context.session.latency;
    const kept = ledger.latest(ledger.total).length;
    const facts: LatencyFacts = {
      reports: ledger.latest(input.limit, input.file),
      total: ledger.total,
      kept,
      now: Date.now(),
    };
    return Promise.resolve({ coverage: coverageOf(facts, input.limit), facts });
  },
  format: ({ coverage, facts }, input) => {
    const about =
      input.file === undefined
        ? ""
        : ` about files ending in ${JSON.stringify(shortenText(input.file, MAX_QUOTED_CHARS))}`;
    const { reports, now } = facts;
    if (reports.length === 0) {
      return coverage.state === "complete"
        ? emptyText(coverage, `No call${about} was made in this session before this one.`)
        : "";
    }
    return [
      `${reports.length} of ${facts.total} calls${about}, newest first:`,
      ...reports.map((report) => line(report, now)),
    ].join("\n");
  },
  details: ({ facts }) => ({
    total: facts.total,
    reports: facts.reports.map(({ phases, ...report }) => ({
      ...report,
      phases: phases.map((phase) => ({ ...phase })),
    })),
  }),
  summary: ({ facts }) => `${facts.reports.length} of ${facts.total} calls`,
});

/** The ledger forgets old calls, so a filter that found too few has not seen every call. */
function coverageOf({ reports, kept, total }: LatencyFacts, limit: number): Coverage {
  if (reports.length >= limit || kept === total) return complete;
  return {
    state: "partial",
    looked: `the latest ${kept}`,
    whole: `${total} calls`,
    missing: "older calls, which are not kept",
  };
}

function line({ tool, file, totalMs, outcome, phases, at }: LatencyReport, now: number): string {
  const parts = phases.map((phase) => `${phase.name} ${showMs(phase.durationMs)}`);
  return [
    `  ${showMs(totalMs)}`,
    tool,
    ...(file === undefined ? [] : [file]),
    ...(outcome === "error" ? ["error"] : []),
    ...(parts.length === 0 ? [] : [`(${parts.join(", ")})`]),
    `${showElapsed(now - at)} ago`,
  ].join("  ");
}
