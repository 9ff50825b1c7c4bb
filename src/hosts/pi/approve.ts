import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { ReticleError } from "../../base/errors.ts";
import type { Config } from "../../config/config.ts";
import type { Approve } from "../../tools/core/execute.ts";

const SHOWN_ARGUMENTS = 600;

/** Asks in pi's own dialog where the settings want it. Throws `refused` where pi has nobody to ask. */
export function createApprove(ctx: ExtensionContext, config: () => Config): Approve {
  return async ({ tool, tier, arguments: args }, signal) => {
    const setting = `approval.${tier}` as const;
    if (!config().get(setting)) return true;
    if (!ctx.hasUI) {
      throw new ReticleError("refused", `${tool} needs an approval, and this mode of pi has nobody to ask`, {
        hint: `run pi in a terminal, or take \`${setting}\` out of the user's settings file`,
      });
    }
    return ctx.ui.confirm(`Allow ${tool}?`, shortened(JSON.stringify(args, null, 2)), { signal });
  };
}

function shortened(text: string): string {
  return text.length <= SHOWN_ARGUMENTS ? text : `${text.slice(0, SHOWN_ARGUMENTS)}… (${text.length} characters)`;
}
