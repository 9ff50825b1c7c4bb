import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

/** Tells the person; on standard error where pi has no interface to do it. */
export function notify(ctx: ExtensionContext, text: string, level: "info" | "warning" | "error"): void {
  if (ctx.hasUI) ctx.ui.notify(text, level);
  else process.stderr.write(`${text}\n`);
}
