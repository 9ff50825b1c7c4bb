import type { FileServers, MissingReason, MissingServer } from "../language-servers.ts";
import { type FileReport, type ServerReport, serverReports } from "./file-report.ts";

/** Reasons for which a server that belongs to the file does not answer now; the others mean that it is not set up. */
const TRANSIENT: ReadonlySet<MissingReason> = new Set(["starting", "crashed", "failed", "budget"]);
const IRRELEVANT: ReadonlySet<MissingReason> = new Set(["outranked", "disabled"]);

export type Judged = Pick<FileReport, "verdict" | "reason" | "remedy" | "isTimedOut">;

/** One verdict from what the servers of a file said and from who of them is missing. */
export function judge(reports: Pick<FileReport, "primary" | "linters">, missing: FileServers["missing"]): Judged {
  const all = serverReports(reports);
  const doubts = [...all.flatMap(doubtOf), ...missing.filter(isTransient).map(doubtOfMissing)];
  const isTimedOut = all.some((one) => one.isTimedOut) || missing.some(({ reasons }) => reasons.includes("starting"));
  const reason = doubts.length === 0 ? {} : { reason: doubts.join("; ") };
  if (all.some(({ diagnostics }) => diagnostics.length > 0)) return { verdict: "findings", ...reason, isTimedOut };
  const absent = reports.primary === undefined ? absentPrimary(missing) : undefined;
  if (absent !== undefined) return withoutPrimary(absent, all, { ...reason, isTimedOut });
  const asked = all.filter(({ state }) => state !== "unsupported");
  if (asked.length === 0) return { verdict: "unsupported", ...unsupportedReason(all), isTimedOut };
  if (doubts.length === 0) return { verdict: "clean", isTimedOut };
  const isFailed = asked.every(({ state }) => state === "failed");
  return { verdict: isFailed ? "failed" : "unconfirmed", ...reason, isTimedOut };
}

function doubtOf({ state, title, reason }: ServerReport): string[] {
  return state === "unconfirmed" || state === "failed" ? [reason ?? `${title} did not answer`] : [];
}

function isTransient({ reasons }: MissingServer): boolean {
  return reasons.some((one) => TRANSIENT.has(one));
}

function doubtOfMissing({ title, what, reasons }: MissingServer): string {
  return reasons.includes("starting") ? `${title} is still starting` : `${title}: ${what}`;
}

/** The primary that the file would have: who is about to come before who is not installed. */
function absentPrimary(missing: readonly MissingServer[]): MissingServer | undefined {
  const primaries = missing.filter(
    ({ role, reasons }) => role === "primary" && !reasons.every((one) => IRRELEVANT.has(one)),
  );
  return primaries.find(isTransient) ?? primaries[0];
}

function withoutPrimary(
  absent: MissingServer,
  linters: readonly ServerReport[],
  rest: Pick<Judged, "reason" | "isTimedOut">,
): Judged {
  const { title, what, remedy } = absent;
  const reason = isTransient(absent) ? doubtOfMissing(absent) : `${title}: ${what}`;
  if (absent.reasons.includes("starting")) return { ...rest, verdict: "unconfirmed", reason, remedy };
  const verdict = linters.length > 0 ? "unconfirmed" : "unavailable";
  return { ...rest, verdict, reason: linters.length > 0 ? `only linters looked; ${reason}` : reason, remedy };
}

function unsupportedReason(reports: readonly ServerReport[]): Pick<Judged, "reason"> {
  const [first] = reports;
  return { reason: first?.reason ?? "no language server is known for this kind of file" };
}
