import type { Asking } from "../../../lsp/operations/asking.ts";
import type { LanguageServer } from "../../../lsp/language-servers.ts";
import { fileOf, notAskedAnswer, type OperationAnswer, type OperationCall } from "./operation.ts";

export interface ServersOf {
  readonly asking: Asking;
  readonly servers: readonly LanguageServer[];
  /** The answer when there are none. */
  readonly missing: OperationAnswer;
}

/** All servers of the file in `path`, started if need be; without a path those that run for the root. */
export async function serversOf(call: OperationCall): Promise<ServersOf> {
  const { notAsked, remainingMs } = await import("../../../lsp/operations/asking.ts");
  if (call.input.path === undefined) {
    const asking = await call.asking();
    const none = notAsked({ shown: "the workspace" }, [], 0);
    const text = "No language server runs for the workspace yet; name a `path` to start one.";
    return {
      asking,
      servers: asking.servers.running(asking.workspaceRoot),
      missing: notAskedAnswer({ ...none, text }),
    };
  }
  const file = await fileOf(call);
  const asking = await call.asking(file.absolute);
  const { signal, workspaceRoot } = asking;
  const startedAt = performance.now();
  const request = { signal, deadlineMs: remainingMs(asking) * 0.8, roles: "all", workspaceRoot } as const;
  const { primary, linters, missing } = await asking.servers.serversFor(file, request);
  const servers = [...(primary === undefined ? [] : [primary]), ...linters];
  return {
    asking,
    servers,
    missing: notAskedAnswer(notAsked(file, missing, performance.now() - startedAt), file.shown),
  };
}
