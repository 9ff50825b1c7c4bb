import type { ServerStatus } from "../language-servers.ts";
import type { ServerCandidate, ServerStart } from "../server-probe.ts";
import { missingCandidate } from "./missing.ts";
import type { ServerSlot } from "./server-slot.ts";

/** A server that has been started at least once. */
export function slotStatus(slot: ServerSlot): ServerStatus {
  const { id, root, state, server, plan, failure, restarts, bytes } = slot;
  const { title, role } = plan.definition;
  const progress = server?.progress.describe().join(", ") ?? "";
  return {
    id,
    title,
    role,
    state,
    root,
    command: commandLine(plan.start),
    ...(server === undefined
      ? {}
      : { pid: server.pid, uptimeMs: server.uptimeMs, version: server.name, openDocuments: server.openPaths.length }),
    ...(bytes === 0 ? {} : { memoryBytes: bytes }),
    ...(server === undefined || server.messages.length === 0 ? {} : { messages: server.messages }),
    ...(progress === "" ? {} : { progress }),
    ...(restarts === 0 ? {} : { restarts }),
    ...(server !== undefined || failure === undefined
      ? {}
      : {
          missing: {
            id,
            title,
            role,
            root,
            reasons: ["crashed"],
            what: failure.reason,
            remedy:
              failure.waitMs === 0
                ? "the next call starts it again"
                : `it is tried again in ${Math.ceil(failure.waitMs / 1000)} s; reload tries at once`,
          },
        }),
  };
}

/** A server that does not run: it could, or something is missing. */
export function candidateStatus(candidate: ServerCandidate): ServerStatus {
  const { definition, root, start } = candidate;
  const { id, title, role } = definition;
  const isStartable = candidate.reasons.length === 0;
  return {
    id,
    title,
    role,
    state: isStartable ? "startable" : "missing",
    ...(root === undefined ? {} : { root }),
    ...(start === undefined ? {} : { command: commandLine(start) }),
    ...(isStartable ? {} : { missing: missingCandidate(candidate) }),
  };
}

function commandLine({ executable, args }: ServerStart): string {
  return [executable, ...args].join(" ");
}
