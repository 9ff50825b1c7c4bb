import { complete, emptyText } from "../../base/coverage.ts";
import type { DegradationGroup } from "../../base/degradations.ts";
import type { LatencyReport } from "../../base/latency.ts";
import type { HealthRow, ToolContext } from "../core/context.ts";
import { packageVersion } from "../../config/package-version.ts";
import { defineTool } from "../core/declaration.ts";
import type { TextSection } from "../core/declaration.ts";
import { showElapsed, showMs } from "./durations.ts";

const MAX_REASONS = 3;
const MAX_SLOWEST = 3;

interface HealthFacts {
  readonly process: readonly HealthRow[];
  /** What the engine's services say of themselves. */
  readonly services: readonly HealthRow[];
  readonly session: SessionFacts;
  readonly degradations: readonly DegradationGroup[];
}
interface SessionFacts {
  readonly ageMs: number;
  /** Tool name and calls, most used first. */
  readonly calls: readonly { readonly tool: string; readonly count: number }[];
  /** Finished calls that are still in the ledger, and how many of them failed. */
  readonly recent: number;
  readonly recentErrors: number;
  readonly slowest: readonly LatencyReport[];
}

export const health = defineTool({
  name: "lens_health",
  mcp: { name: "pilens_health", cwd: false },
  title: "Health",
  tier: "read",
  description: "Reports what runs, what is loaded, what went worse than it should, and where time went.",
  example: {},
  input: { type: "object", properties: {} },
  needs: [],
  parallel: true,
  run: (_input, context) => Promise.resolve({ coverage: complete, facts: collectFacts(context) }),
  format: ({ facts }): readonly TextSection[] => [
    { label: "PROCESS", text: rows("PROCESS", facts.process), value: 3 },
    { label: "SERVICES", text: rows("SERVICES", facts.services), value: 4 },
    { label: "SESSION", text: sessionText(facts.session), value: 2 },
    { label: "DEGRADATIONS", text: degradationText(facts.degradations), value: 5 },
  ],
  details: ({ facts }) => ({
    process: asObject(facts.process),
    services: asObject(facts.services),
    calls: Object.fromEntries(facts.session.calls.map(({ tool, count }) => [tool, count])),
    degradations: facts.degradations.map(({ kind, count, droppedCount, latest }) => ({
      kind,
      count,
      droppedCount,
      latestReasons: latest.map((entry) => ({ ...entry })),
    })),
  }),
  summary: ({ facts }) => `${facts.degradations.length} kinds of degradation, up ${showElapsed(facts.session.ageMs)}`,
});

/** Reads counters only: nothing is loaded, opened or started for the report. */
function collectFacts(context: ToolContext): HealthFacts {
  const { session, workspace, config, children } = context;
  const reports = session.latency.latest(session.latency.total);
  const usage = process.cpuUsage();
  return {
    process: [
      { name: "reticle", value: packageVersion() },
      { name: "node", value: `${process.version} on ${process.platform}-${process.arch}, pid ${process.pid}` },
      {
        name: "up",
        value: `${showElapsed(process.uptime() * 1000)}, this session ${showElapsed(Date.now() - session.startedAt)}`,
      },
      { name: "memory", value: `${megabytes(process.memoryUsage.rss())} resident` },
      { name: "cpu", value: `${((usage.user + usage.system) / 1e6).toFixed(1)} s used` },
      { name: "children", value: children.running === 0 ? "none running" : `${children.running} running` },
      {
        name: workspace.roots.length === 1 ? "root" : "roots",
        value: workspace.roots.map((root) => config.showPath(root)).join(", "),
      },
      { name: "trust", value: `${config.trust.isTrusted ? "trusted" : "not trusted"}: ${config.trust.why}` },
      { name: "settings", value: settingsText(config.notices.length) },
    ],
    services: session.health(),
    session: {
      ageMs: Date.now() - session.startedAt,
      calls: [...session.calls].map(([tool, count]) => ({ tool, count })).sort((a, b) => b.count - a.count),
      recent: reports.length,
      recentErrors: reports.filter((report) => report.outcome === "error").length,
      slowest: reports.sort((a, b) => b.totalMs - a.totalMs).slice(0, MAX_SLOWEST),
    },
    degradations: session.degradations.summary(),
  };
}

function settingsText(noticeCount: number): string {
  if (noticeCount === 0) return "no notices";
  return `${noticeCount} ${noticeCount === 1 ? "entry has" : "entries have"} no effect, pilens_effective_config says which`;
}

function rows(title: string, list: readonly HealthRow[]): string {
  const width = Math.max(0, ...list.map((row) => row.name.length)) + 2;
  return [`${title}:`, ...list.map((row) => `  ${row.name.padEnd(width)}${row.value}`)].join("\n");
}

function sessionText({ calls, recent, recentErrors, slowest }: SessionFacts): string {
  const total = calls.reduce((sum, { count }) => sum + count, 0);
  return [
    "SESSION:",
    `  calls  ${total}${calls.length === 0 ? "" : ` (${calls.map(({ tool, count }) => `${tool} ${count}`).join(", ")})`}`,
    ...(recent === 0 ? [] : [`  errors  ${recentErrors} of the latest ${recent} finished calls`]),
    ...(slowest.length === 0 ? [] : [`  slowest  ${slowest.map(slowCall).join("; ")}`]),
  ].join("\n");
}

function slowCall({ tool, file, totalMs }: LatencyReport): string {
  return `${showMs(totalMs)} ${tool}${file === undefined ? "" : ` ${file}`}`;
}

function degradationText(groups: readonly DegradationGroup[]): string {
  if (groups.length === 0) return emptyText(complete, "DEGRADATIONS: none in this session");
  return [
    "DEGRADATIONS:",
    ...groups.flatMap(({ kind, count, latest }) => {
      const reasons = latest.slice(-MAX_REASONS).reverse();
      return [`  ${kind} × ${count}`, ...reasons.map(({ subject, reason }) => `    ${subject}: ${reason}`)];
    }),
  ].join("\n");
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / (1024 * 1024))} MiB`;
}

function asObject(list: readonly HealthRow[]): { readonly [name: string]: string } {
  return Object.fromEntries(list.map((row) => [row.name, row.value]));
}
