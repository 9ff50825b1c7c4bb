import type {
  ExtensionContext,
  ToolCallEvent,
  ToolCallEventResult,
  ToolResultEvent,
  ToolResultEventResult,
} from "@earendil-works/pi-coding-agent";
import type { EditGuard } from "./guard/edit-guard.ts";
import { notify } from "./notify.ts";

export interface ToolHookPorts {
  readonly guard: EditGuard;
}

/** What Reticle does around calls of pi's own tools. Nothing here rejects: pi refuses a call whose hook fails. */
export class ToolHooks {
  readonly #ports: ToolHookPorts;
  #hasFailed = false;

  constructor(ports: ToolHookPorts) {
    this.#ports = ports;
  }

  async beforeCall(event: ToolCallEvent, ctx: ExtensionContext): Promise<ToolCallEventResult | undefined> {
    try {
      const reason = await this.#ports.guard.before({
        id: event.toolCallId,
        tool: event.toolName,
        input: event.input as Readonly<Record<string, unknown>>,
      });
      return reason === undefined ? undefined : { block: true, reason };
    } catch (error) {
      this.#tell(error, ctx);
      return undefined;
    }
  }

  async afterCall(event: ToolResultEvent, ctx: ExtensionContext): Promise<ToolResultEventResult | undefined> {
    const { content, structuredContent } = event;
    try {
      const lines = await this.#ports.guard.after({
        id: event.toolCallId,
        tool: event.toolName,
        input: event.input,
        text: content.map((block) => (block.type === "text" ? block.text : "")).join("\n"),
        isError: event.isError,
      });
      if (lines.length === 0) return undefined;
      const added = { type: "text", text: lines.join("\n") } as const;
      return { content: [...content, added], ...(structuredContent === undefined ? {} : { structuredContent }) };
    } catch (error) {
      this.#tell(error, ctx);
      return undefined;
    }
  }

  /** Once: the reason is most likely the same every time. */
  #tell(error: unknown, ctx: ExtensionContext): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    const why = error instanceof Error ? error.message : String(error);
    notify(ctx, `Reticle: what it does around pi's own tools failed: ${why}`, "warning");
  }
}
