import type { ResolvedPath } from "../../workspace/workspace.ts";
import type { FileDiagnostic, FileReport, ServerReport } from "../diagnostics/file-report.ts";
import { serverReports } from "../diagnostics/file-report.ts";
import { judge } from "../diagnostics/verdict.ts";
import type { LanguageServer, MissingServer } from "../language-servers.ts";
import type { ServerPrediction, ServerTask } from "./predict-with-server.ts";
import type { FilePrediction } from "./prediction.ts";

export interface Compared {
  readonly file: ResolvedPath;
  /** Undefined: it stays as it is. */
  readonly change?: { readonly hash: string | undefined };
  /** The primary's first. */
  readonly servers: readonly LanguageServer[];
  readonly missing: readonly MissingServer[];
  /** Undefined: there is no such file yet. */
  readonly now: FileReport | undefined;
  readonly predictions: ReadonlyMap<LanguageServer, ServerPrediction>;
  readonly tasks: ReadonlyMap<LanguageServer, ServerTask>;
}

/** What one server said about the file, now and with the change. */
interface Pair {
  readonly server: LanguageServer;
  readonly before: readonly FileDiagnostic[];
  readonly after: readonly FileDiagnostic[];
}

/** Only servers that could say both are compared; who could not is named. */
export function compareReports(compared: Compared): FilePrediction {
  const { file, change, servers } = compared;
  const pairs: Pair[] = [];
  const notPredicted = new Set<string>(absences(compared));
  for (const server of servers) {
    const found = pairOf(server, compared);
    if (typeof found === "string") notPredicted.add(found);
    else if (found !== undefined) {
      pairs.push(found);
      for (const one of gapsOf(server, compared)) notPredicted.add(one);
    }
  }
  return {
    file,
    isChanged: change !== undefined,
    before: pairs.flatMap(({ before }) => before),
    after: pairs.flatMap(({ after }) => after),
    servers: pairs.map(({ server }) => server.definition.title),
    notPredicted: [...notPredicted],
  };
}

/** Undefined: it has nothing to say about such files; a text: why it is not predicted. */
function pairOf(server: LanguageServer, { file, change, now, predictions }: Compared): Pair | string | undefined {
  const { title, prediction, id } = server.definition;
  if (prediction === "disk") return `${title}, which reads the disk`;
  const isNew = change !== undefined && change.hash === undefined;
  const known = serverIn(now, id);
  if (!isNew && known?.state === "unsupported") return undefined;
  if (!isNew && known?.state !== "confirmed") {
    return `what ${title} finds now is not known${why(known?.reason ?? now?.reason)}`;
  }
  if (!isNew && change !== undefined && now?.hash !== change.hash) return "the file has changed since";
  const predicted = predictions.get(server);
  if (predicted?.reports === undefined) return predicted?.reason ?? `${title}, which was not asked`;
  const said = predicted.reports.get(file.absolute);
  if (said?.state === "unsupported") return undefined;
  if (said?.state !== "confirmed") return said?.reason ?? `${title} was not reached in the time of this call`;
  return { server, before: known === undefined ? [] : own(server, known), after: own(server, said) };
}

/** What the server said of a file, where there is a report. */
export function serverIn(report: FileReport | undefined, id: string): ServerReport | undefined {
  return report === undefined ? undefined : serverReports(report).find((one) => one.id === id);
}

function why(reason: string | undefined): string {
  return reason === undefined ? "" : `: ${reason}`;
}

/** Without what a program finds on the disk. */
function own({ definition: { prediction } }: LanguageServer, { diagnostics }: ServerReport): readonly FileDiagnostic[] {
  if (typeof prediction === "string") return diagnostics;
  return diagnostics.filter(({ source = "" }) => !prediction.sources.includes(source));
}

/** What a server leaves out of what it would say. */
function gapsOf(server: LanguageServer, { tasks }: Compared): readonly string[] {
  const { title, prediction } = server.definition;
  const removed = tasks.get(server)?.removed ?? [];
  return [
    ...(typeof prediction === "string" ? [] : [`${prediction.program}, which reads the disk`]),
    ...(removed.length === 0 ? [] : [`what ${title} makes of the removal of ${removed.join(", ")}`]),
  ];
}

/** Servers of such files that do not run. */
function absences({ servers, missing }: Compared): readonly string[] {
  const [primary] = servers.filter(({ definition }) => definition.role === "primary");
  const standIn = ({ definition: { id, title, role } }: LanguageServer): ServerReport => ({
    id,
    title,
    role,
    state: "confirmed",
    diagnostics: [],
    earlier: [],
    isTimedOut: false,
  });
  const linters = servers.filter((one) => one !== primary).map(standIn);
  const { verdict, reason } = judge(
    primary === undefined ? { linters } : { primary: standIn(primary), linters },
    missing,
  );
  return verdict === "unsupported" || reason === undefined ? [] : [reason];
}
