import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { type Config, noticeText } from "../../config/config.ts";
import { packageVersion } from "../../config/package-version.ts";
import type { Run } from "../../run/run.ts";
import { deferredNames } from "../../tools/core/spec-table.ts";
import { notify } from "./notify.ts";
import type { EditGuard } from "./guard/edit-guard.ts";
import type { ReadMemory } from "./guard/read-memory.ts";
import type { Registered } from "./register-tools.ts";
import type { ToolLoading } from "./tool-loading.ts";

export interface CommandPorts {
  readonly run: Run;
  readonly config: () => Config;
  readonly loading: ToolLoading;
  readonly reads: ReadMemory;
  readonly guard: EditGuard;
  readonly registered: Registered;
}

/** `/reticle`, and one command for each tool that is for people more than for models: `/lens-health`. */
export function registerCommands(pi: ExtensionAPI, ports: CommandPorts): void {
  const { run } = ports;
  pi.registerCommand("reticle", {
    description: "What Reticle has registered here, and what it makes of the settings",
    handler: (_args, ctx) => {
      notify(ctx, statusText(pi, ports), "info");
      return Promise.resolve();
    },
  });
  pi.registerCommand("reticle-allow", {
    description: "Lets the model change a file once without having read it: /reticle-allow PATH",
    handler: async (args, ctx) => {
      const allowed = await ports.guard.allowOnce(args.trim()).catch((error: unknown) => error);
      if (typeof allowed === "string") notify(ctx, `The next edit of ${allowed} is not held back.`, "info");
      else notify(ctx, allowed instanceof Error ? allowed.message : String(allowed), "error");
    },
  });
  for (const { name, description } of run.tools()) {
    if (!deferredNames.includes(name)) continue;
    pi.registerCommand(name.replaceAll("_", "-"), {
      description: description.split(" Example: ", 1)[0] ?? description,
      handler: async (_args, ctx) => {
        const { content, isError } = await run.call(name, {}, ctx.signal === undefined ? {} : { signal: ctx.signal });
        const text = content.map((block) => (block.type === "text" ? block.text : `[${block.mimeType}]`)).join("\n");
        notify(ctx, text, isError ? "error" : "info");
      },
    });
  }
}

function statusText(pi: ExtensionAPI, { config, loading, reads, registered }: CommandPorts): string {
  const { trust, notices, root } = config();
  const active = loading.isSupported ? new Set(pi.getActiveTools()) : new Set(registered.names);
  const waiting = loading.catalogue().filter((name) => !active.has(name));
  const rows: readonly (readonly [string, string])[] = [
    ["reticle", packageVersion()],
    ["root", config().showPath(root)],
    ["trust", `${trust.isTrusted ? "trusted" : "not trusted"}: ${trust.why}`],
    ["active", listed(registered.names.filter((name) => active.has(name)))],
    ["can be activated", listed(waiting)],
    ["left to other extensions", listed(registered.contested)],
    ["files read", String(reads.coverage.fileCount)],
    ["read guard", config().get("readGuard")],
    ["settings without effect", listed(notices.map(noticeText))],
  ];
  return rows.map(([name, value]) => `${name}: ${value}`).join("\n");
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.join(", ");
}
