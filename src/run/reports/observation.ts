import type { Observation, OwnedFinding } from "../../findings/findings-ledger.ts";
import { type FileDiagnostic, type FileReport, serverReports } from "../../lsp/diagnostics/file-report.ts";
import type { MissingReason, MissingServer } from "../../lsp/language-servers.ts";

/** A server that serves the file, but not at this moment. */
const TRANSIENT: ReadonlySet<MissingReason> = new Set(["starting", "crashed", "failed", "budget"]);
const IRRELEVANT: ReadonlySet<MissingReason> = new Set(["outranked", "disabled"]);

/** Why it is not known what is wrong with a file: which server, and what is with it. */
export interface Doubt {
  readonly who: string;
  readonly state: string;
}

/** A server's finding, with the server's id. */
export type ServerFinding = FileDiagnostic & OwnedFinding;

/** What a report says of one version of a file; undefined when it says nothing. */
export function observationOf(report: FileReport): Observation<ServerFinding> | undefined {
  const { hash, lineCount } = report;
  if (hash === undefined || lineCount === undefined) return undefined;
  const reports = serverReports(report);
  const findings = reports.flatMap(({ id, diagnostics }) => diagnostics.map((one) => ({ ...one, producer: id })));
  const confirmed = reports.filter(({ state }) => state === "confirmed").map(({ id }) => id);
  if (confirmed.length === 0 && findings.length === 0) return undefined;
  return { findings, confirmed, hash, lineCount };
}

/** None when all servers of the file have confirmed what they say. */
export function doubtsOf(report: FileReport): readonly Doubt[] {
  const { primary, missing, verdict } = report;
  if (verdict === "too_large") return [{ who: "size", state: verdict }];
  const asked = serverReports(report)
    .filter(({ state }) => state === "unconfirmed" || state === "failed")
    .map(({ id, state }): Doubt => ({ who: id, state }));
  const absent = primary === undefined ? absentPrimary(missing) : undefined;
  const away = missing.filter((one) => one === absent || isTransient(one));
  const doubts = [...asked, ...away.map(({ id, reasons }): Doubt => ({ who: id, state: reasons.join() }))];
  if (doubts.length > 0 || verdict === "clean" || verdict === "findings") return doubts;
  // Nobody is known for it, or it changed while it was looked at.
  return [{ who: verdict === "unsupported" ? "nobody" : report.file.absolute, state: verdict }];
}

/** Whether somebody who could not answer yet may still do so. */
export function isAwaited(report: FileReport): boolean {
  const { isTimedOut, verdict } = report;
  return isTimedOut || verdict === "unconfirmed";
}

function absentPrimary(missing: readonly MissingServer[]): MissingServer | undefined {
  const primaries = missing.filter(
    ({ role, reasons }) => role === "primary" && !reasons.every((one) => IRRELEVANT.has(one)),
  );
  return primaries.find(isTransient) ?? primaries[0];
}

function isTransient({ reasons }: MissingServer): boolean {
  return reasons.some((one) => TRANSIENT.has(one));
}
