import { excessOf } from "../content-bound.ts";
import { collectReport } from "../diagnostics/collect-report.ts";
import type { ServerReport } from "../diagnostics/file-report.ts";
import { PULL } from "../diagnostics/pull.ts";
import { msUntil, type Patience } from "../diagnostics/readiness.ts";
import type { LanguageServer, ProposedText } from "../language-servers.ts";
import type { ResolvedPath } from "../../workspace/workspace.ts";
import { isReticleError } from "../../base/errors.ts";

/** Texts that one server is shown at a time; showing some of a change would be showing another one. */
const MAX_SHOWN = 300;
const FILES_AT_A_TIME = 4;
/** Who looks ends by itself when the time is over, and is given up only after that. */
const GRACE_MS = 1_000;

/** What one server has to do with a change. */
export interface ServerTask {
  readonly texts: readonly ProposedText[];
  /** Whether one of the texts is of a file that is not there yet. */
  readonly hasNew: boolean;
  /** Files that it knows and that would be gone, as messages name them: no document says so. */
  readonly removed: readonly string[];
  /** Files that stay as they are and may be broken by it. */
  readonly dependants: readonly ResolvedPath[];
}

/** By path: what the server would say; or why it was not shown the change. */
export type ServerPrediction =
  | { readonly reports: ReadonlyMap<string, ServerReport>; readonly reason?: undefined }
  | { readonly reports?: undefined; readonly reason: string };

/** Shows one server the whole change and asks about every file. Rejects only with the signal's reason. */
export async function predictWithServer(
  server: LanguageServer,
  task: ServerTask,
  patience: Patience,
): Promise<ServerPrediction> {
  const refusal = refusalOf(server, task);
  if (refusal !== undefined) return { reason: refusal };
  const { texts } = task;
  try {
    const limitMs = Math.ceil(msUntil(patience.until)) + GRACE_MS;
    const limit = AbortSignal.any([patience.signal, AbortSignal.timeout(limitMs)]);
    const reports = await server.showProposed(texts, (shown) => collectAll(shown, task, patience), limit);
    return { reports };
  } catch (error) {
    patience.signal.throwIfAborted();
    if (isReticleError(error)) return { reason: error.message };
    return { reason: `${server.definition.title} was not free in time` };
  }
}

function refusalOf({ definition }: LanguageServer, { texts, hasNew }: ServerTask): string | undefined {
  const { title, role, quirks } = definition;
  if (hasNew && role === "primary" && quirks?.seesUnsavedFiles !== true) {
    return `${title} sees new files only on the disk`;
  }
  if (texts.length > MAX_SHOWN) return `${title} is shown at most ${MAX_SHOWN} files at once, not ${texts.length}`;
  for (const { file, text } of texts) {
    const excess = excessOf(text);
    if (excess !== undefined) return `${file.shown} would be too large for LSP diagnostics (${excess})`;
  }
  return undefined;
}

async function collectAll(
  shown: LanguageServer,
  { texts, dependants }: ServerTask,
  { signal, until }: Patience,
): Promise<ReadonlyMap<string, ServerReport>> {
  const waiting = [...texts.map(({ file }) => file), ...dependants];
  if (!shown.supports(PULL)) await lookAgain(shown, waiting, texts.length - 1);
  const reports = new Map<string, ServerReport>();
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const { report } = await collectReport(shown, file, { signal, until });
      reports.set(file.absolute, report);
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_A_TIME }, work));
  return reports;
}

/**
 * A server that tells on its own may have looked at the first texts before it got the last one, and sees
 * no reason to say anything about documents that did not change.
 */
async function lookAgain(shown: LanguageServer, files: readonly ResolvedPath[], last: number): Promise<void> {
  for (const [at, file] of files.entries()) {
    if (at === last) continue;
    try {
      await shown.open(file);
      await shown.touch(file.absolute);
    } catch (error) {
      // Gone meanwhile: the report on it says so.
      if (!isReticleError(error) || error.kind === "connection_closed") throw error;
    }
  }
}
