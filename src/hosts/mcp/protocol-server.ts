import { Server } from "@modelcontextprotocol/server";
import type {
  CallToolResult,
  ListToolsResult,
  RequestMeta,
  ServerContext,
  StandardSchemaV1,
} from "@modelcontextprotocol/server";
import type { Run } from "../../run/run.ts";
import { failedResult } from "./failed-result.ts";
import { nameOf } from "./message.ts";
import { createInstructions } from "./instructions.ts";
import { createProgressReporter } from "./progress.ts";
import type { ProgressReporter } from "./progress.ts";
import { listTool, wireResult } from "./tool-listing.ts";

export interface ProtocolServerOptions {
  readonly version: string;
  readonly run: Run;
  /** Resolves when calls may run; throws when there is no folder to work in. */
  readonly ready: () => Promise<void>;
  /** After each answer to tools/list. */
  readonly onListed: () => void;
  readonly log: (line: string) => void;
}

/**
 * The SDK's low-level server over one run. A JSON-RPC error is given for protocol faults only;
 * whatever goes wrong in a call is an error result that the model reads.
 */
export function createProtocolServer(options: ProtocolServerOptions): Server {
  const { run, version } = options;
  const server = new Server(
    { name: "reticle", title: "Reticle", version },
    {
      capabilities: { tools: { listChanged: true } },
      instructions: createInstructions(run.tools().map(({ name }) => name)),
    },
  );
  server.onerror = (error) => options.log(error.message);
  server.setRequestHandler("tools/list", { params: onePage }, () => {
    options.onListed();
    return { tools: run.tools().map(listTool) } satisfies ListToolsResult;
  });
  server.setRequestHandler("tools/call", { params: asSent }, async (params, context): Promise<CallToolResult> => {
    const progress = progressReporter(params._meta, context);
    const startedAt = performance.now();
    try {
      await options.ready();
      const result = await run.call(params.name, params.arguments, {
        signal: context.mcpReq.signal,
        ...(progress === undefined ? {} : { onProgress: progress.report }),
      });
      return wireResult(result);
    } catch (error) {
      return wireResult(await failedResult({ tool: params.name, error, elapsedMs: performance.now() - startedAt }));
    } finally {
      progress?.close();
    }
  });
  return server;
}

/** The list has one page, so every cursor is one that we did not give out. */
const onePage: StandardSchemaV1<{ cursor?: undefined }> = {
  "~standard": {
    version: 1,
    vendor: "reticle",
    validate: (params) => {
      const cursor = (params as { cursor?: unknown }).cursor;
      return cursor === undefined
        ? { value: {} }
        : { issues: [{ message: `unknown \`cursor\` (${nameOf(cursor)}), the list has one page` }] };
    },
  },
};

interface CallParams {
  readonly name: string;
  readonly arguments: unknown;
  readonly _meta?: RequestMeta;
}

/** The SDK's own parsing would lose an argument named `__proto__`; the shape was checked by readMessage. */
const asSent: StandardSchemaV1<CallParams> = {
  "~standard": { version: 1, vendor: "reticle", validate: (params) => ({ value: params as CallParams }) },
};

/** Present when the client asked for progress of this call. */
function progressReporter(meta: RequestMeta | undefined, context: ServerContext): ProgressReporter | undefined {
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return createProgressReporter(
    (progress) => {
      const params = { progressToken, ...progress };
      context.mcpReq.notify({ method: "notifications/progress", params }).catch(() => {
        // The connection is gone; the call itself is being aborted.
      });
    },
    () => performance.now(),
  );
}
