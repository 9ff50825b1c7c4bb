import type { ApprovalRequest } from "../../tools/core/execute.ts";
import { askYesNo } from "./ask-yes-no.ts";
import type { CliIo } from "./io.ts";
import type { ApprovePolicy } from "./parsing/parse.ts";

const SHOWN_ARGUMENTS = 300;

export interface Approval {
  readonly policy: ApprovePolicy;
  /** stdin carries the command's own input, so nobody can be asked on it. */
  readonly isStdinTaken: boolean;
}

type Approve = (request: ApprovalRequest) => Promise<boolean>;

/** The gate for calls that write or execute; undefined lets all of them through. */
export function createApprove({ policy, isStdinTaken }: Approval, io: CliIo, signal: AbortSignal): Approve | undefined {
  switch (policy) {
    case "allow":
      return undefined;
    case "deny":
      return (request) => refuse(io, request, "--approve deny is set");
    case "ask":
      if (isStdinTaken)
        return (request) => refuse(io, request, "--approve ask has nobody to ask while stdin carries the calls");
      if (io.stdin.isTTY !== true || io.stderr.isTTY !== true) {
        return (request) =>
          refuse(io, request, "--approve ask needs a terminal on stdin and stderr; use --approve allow or deny");
      }
      return (request) => ask(io, request, signal);
  }
}

function refuse(io: CliIo, request: ApprovalRequest, reason: string): Promise<boolean> {
  io.stderr.write(`reticle: denied ${request.tool} (${request.tier}): ${reason}\n`);
  return Promise.resolve(false);
}

function ask(io: CliIo, request: ApprovalRequest, signal: AbortSignal): Promise<boolean> {
  const shown = JSON.stringify(request.arguments);
  const cut =
    shown.length > SHOWN_ARGUMENTS ? `${shown.slice(0, SHOWN_ARGUMENTS)}… (${shown.length} characters)` : shown;
  return askYesNo(`Allow ${request.tool} (${request.tier}) ${cut}?`, io, signal);
}
