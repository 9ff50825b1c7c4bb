import type { AgentToolResult, ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { JsonObject } from "../../base/json.ts";
import type { CallOptions, Run } from "../../run/run.ts";
import type { ToolListing } from "../../tools/core/dialect.ts";
import type { ToolResult } from "../../tools/core/result.ts";
import { fitArguments, givenArguments } from "./arguments.ts";
import { renderResult } from "./result-view.ts";

type PiTool = Parameters<ExtensionAPI["registerTool"]>[0];
type Details = JsonObject;

/** Where the model finds the tool. */
export interface PiPlacement {
  readonly exposure: "direct" | "model-only" | "deferred";
  /** Not active until it is asked for. */
  readonly isWaiting?: boolean;
  readonly isParallel?: boolean;
}

/** At most one progress report of a call in this time: each is an event for every listener pi has. */
const PROGRESS_INTERVAL_MS = 100;

/** A tool as pi registers it; every call of it goes through the run. */
export function definePiTool(run: Run, listing: ToolListing, placement: PiPlacement): PiTool {
  const { name, title, description, inputSchema, tier } = listing;
  return {
    name,
    label: title,
    description,
    parameters: inputSchema as unknown as PiTool["parameters"],
    exposure: placement.exposure,
    ...(placement.isWaiting === true ? { defaultActive: false } : {}),
    executionMode: placement.isParallel === true ? "parallel" : "sequential",
    annotations: { readOnlyHint: tier === "read", destructiveHint: tier !== "read", openWorldHint: false },
    prepareArguments: (args) => fitArguments(inputSchema, args),
    execute: async (_callId, params, signal, onUpdate) => {
      const onProgress = onUpdate === undefined ? undefined : reportProgress(onUpdate);
      const result = await run.call(name, givenArguments(params as Readonly<Record<string, unknown>>), {
        ...(signal === undefined ? {} : { signal }),
        ...(onProgress === undefined ? {} : { onProgress }),
      });
      return toPiResult(result);
    },
    renderResult,
  };
}

/** `details` is pi's channel to interfaces: the one-line summary and what was ignored go there too. */
function toPiResult({ content, isError, details, structuredContent, summary }: ToolResult): AgentToolResult<Details> {
  const ignored = structuredContent?.ignoredArguments;
  return {
    content: content.map((block) => ({ ...block })),
    isError,
    details: {
      ...details,
      ...(ignored === undefined ? {} : { ignoredArguments: [...ignored] }),
      ...(summary === undefined ? {} : { summary }),
    },
  };
}

function reportProgress(onUpdate: (partial: AgentToolResult<Details>) => void): NonNullable<CallOptions["onProgress"]> {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (done, total, message) => {
    const now = performance.now();
    if (now - reportedAt < PROGRESS_INTERVAL_MS) return;
    reportedAt = now;
    const text = `${total === undefined ? done : `${done} of ${total}`}: ${message}`;
    onUpdate({ content: [{ type: "text", text }], details: { summary: text } });
  };
}
