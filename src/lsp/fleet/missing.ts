import { isReticleError } from "../../base/errors.ts";
import type { MissingReason, MissingServer } from "../language-servers.ts";
import type { ServerCandidate } from "../server-probe.ts";

/** A server that probing found incomplete. */
export function missingCandidate({ definition, root, reasons, what, remedy }: ServerCandidate): MissingServer {
  const { id, title, role } = definition;
  return { id, title, role, ...(root === undefined ? {} : { root }), reasons, what, remedy };
}

/** A complete server that does not serve now, for one reason; `why` is an error or a sentence. */
export function missingFor(candidate: ServerCandidate, reason: MissingReason, why: unknown): MissingServer {
  const what = why instanceof Error ? why.message : String(why);
  const remedy = (isReticleError(why) ? why.hint : undefined) ?? REMEDIES[reason] ?? "see lsp status";
  return missingCandidate({ ...candidate, reasons: [reason], what, remedy: reason === "starting" ? STARTING : remedy });
}

const STARTING = "it goes on starting: ask again";
const REMEDIES: Partial<Record<MissingReason, string>> = { outranked: "nothing needs to be done" };
