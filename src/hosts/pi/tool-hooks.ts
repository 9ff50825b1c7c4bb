import type {
  BeforeAgentStartEvent,
  ExtensionContext,
  ToolCallEvent,
  ToolCallEventResult,
  ToolResultEvent,
  ToolResultEventResult,
} from "@earendil-works/pi-coding-agent";
import { type EditGuard, FOLLOWED } from "./guard/edit-guard.ts";
import { notify } from "./notify.ts";
import type { WriteNews } from "./write-news.ts";

export interface ToolHookPorts {
  readonly guard: EditGuard;
  readonly news: WriteNews;
  /** Names of our own tools, whose results say themselves what they broke. */
  readonly ours: ReadonlySet<string>;
}

/** Hooks wait no longer than this, whatever language servers do. */
const BOUND_MS = 40_000;

/** What Reticle does around calls of pi's own tools. Nothing here rejects: pi refuses a call whose hook fails. */
export class ToolHooks {
  readonly #ports: ToolHookPorts;
  #hasFailed = false;

  constructor(ports: ToolHookPorts) {
    this.#ports = ports;
  }

  async beforeCall(event: ToolCallEvent, ctx: ExtensionContext): Promise<ToolCallEventResult | undefined> {
    const { toolCallId: id, toolName: tool } = event;
    const input = event.input as Readonly<Record<string, unknown>>;
    const isOurs = this.#ports.ours.has(tool);
    if (isOurs && tool !== FOLLOWED) return undefined;
    return this.#quietly(ctx, async () => {
      const reason = await this.#ports.guard.before({ id, tool, input });
      if (reason !== undefined) return { block: true, reason };
      if (!isOurs) await this.#ports.news.before({ tool, input }, boundOf(ctx));
      return undefined;
    });
  }

  async afterCall(event: ToolResultEvent, ctx: ExtensionContext): Promise<ToolResultEventResult | undefined> {
    const { toolCallId: id, toolName: tool, input, isError, content, structuredContent } = event;
    const text = content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
    const { guard, news, ours } = this.#ports;
    const told =
      (await this.#quietly(ctx, () => guard.after({ id, tool, input, text, isError, details: event.details }))) ?? [];
    const signal = boundOf(ctx);
    const broken = ours.has(tool) ? [] : await this.#quietly(ctx, () => news.after({ tool, input, isError }, signal));
    const lines = [...told, ...(broken ?? [])];
    if (lines.length === 0) return undefined;
    const added = { type: "text", text: lines.join("\n") } as const;
    return { content: [...content, added], ...(structuredContent === undefined ? {} : { structuredContent }) };
  }

  async hear(event: BeforeAgentStartEvent, ctx: ExtensionContext): Promise<void> {
    if (event.messageType === "user") await this.#quietly(ctx, () => this.#ports.guard.hear(event.prompt));
  }

  async #quietly<T>(ctx: ExtensionContext, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (ctx.signal?.aborted !== true) this.#tell(error, ctx);
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

function boundOf({ signal }: ExtensionContext): AbortSignal {
  const bound = AbortSignal.timeout(BOUND_MS);
  return signal === undefined ? bound : AbortSignal.any([signal, bound]);
}
