import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { PiSession } from "./pi-session.ts";

interface PiSessionModule {
  openPiSession(pi: ExtensionAPI, ctx: ExtensionContext): Promise<PiSession>;
}

/**
 * The extension as pi loads it. pi compiles this file, and all that it imports, on its own: so it
 * imports nothing, and Node loads the rest untouched when a session starts. pi ends when a factory
 * throws, so this one never does.
 */
export default function reticle(pi: ExtensionAPI): void {
  let session: PiSession | undefined;
  const end = async (): Promise<void> => {
    const ended = session;
    session = undefined;
    await ended?.dispose();
  };
  try {
    pi.on("session_start", async (_event, ctx) => {
      await end();
      session = await start(pi, ctx);
    });
    pi.on("session_tree", (_event, ctx) => session?.restore(ctx));
    pi.on("session_shutdown", end);
    pi.on("before_agent_start", (event, ctx) => session?.hear(event, ctx));
    pi.on("tool_call", (event, ctx) => session?.beforeCall(event, ctx));
    pi.on("tool_result", (event, ctx) => session?.afterCall(event, ctx));
  } catch {
    // A pi without these events works on without our tools.
  }
}

async function start(pi: ExtensionAPI, ctx: ExtensionContext): Promise<PiSession | undefined> {
  try {
    const file = import.meta.url.endsWith(".ts") ? "./pi-session.ts" : "./pi-session.js";
    const loaded = (await import(new URL(file, import.meta.url).href)) as PiSessionModule;
    return await loaded.openPiSession(pi, ctx);
  } catch (error) {
    const text = `Reticle did not start: ${error instanceof Error ? error.message : String(error)}`;
    if (ctx.hasUI) ctx.ui.notify(text, "error");
    else process.stderr.write(`${text}\n`);
    return undefined;
  }
}
