import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { ReticleError } from "../../base/errors.ts";
import type { Config } from "../../config/config.ts";
import type { ApprovalRequest, Approve } from "../../tools/core/execute.ts";

const SHOWN_ARGUMENTS = 600;

/** Asks in pi's own dialog where the settings want it. Throws `refused` where pi has nobody to ask. */
export function createApprove(ctx: ExtensionContext, config: () => Config): Approve {
  return async ({ tool, tier, arguments: args }, signal) => {
    if (!isAskedFor(tier, config())) return true;
    if (!ctx.hasUI) {
      throw new ReticleError("refused", `${tool} needs an approval, and this mode of pi has nobody to ask`, {
        hint: `run pi in a terminal, or take \`approval.${tier}\` out of the user's settings file`,
      });
    }
    return ctx.ui.confirm(`Allow ${tool}?`, shortened(JSON.stringify(args, null, 2)), { signal });
  };
}

function isAskedFor(tier: ApprovalRequest["tier"], config: Config): boolean {
  switch (tier) {
    case "write":
      return config.get("approval.write");
    case "exec":
      return config.get("approval.exec");
  }
}

function shortened(text: string): string {
  return text.length <= SHOWN_ARGUMENTS ? text : `${text.slice(0, SHOWN_ARGUMENTS)}… (${text.length} characters)`;
}
