/**
 * What keeps the index of one root: a process that builds it, or a thread of the serving process that keeps it fresh
 * and leaves whatever is much work to such a process.
 */
import { setPriority } from "node:os";
import { isMainThread } from "node:worker_threads";
import { ReticleError } from "../../base/errors.ts";
import { createChildProcesses } from "../../process/children.ts";
import { serveRequests } from "../../process/serve-requests.ts";
import { IndexKeeper } from "./index-keeper.ts";
import type { IndexRequest, IndexStatus } from "./index-messages.ts";

/** Of the system's scale from -20 to 19. */
const BACKGROUND = 5;

if (isMainThread) giveWay();
serveKeeper(new Map());

/** What somebody waits for right now comes first, such as the parse of a large file; on an idle machine nothing is lost. */
function giveWay(): void {
  try {
    setPriority(BACKGROUND);
  } catch {
    // It works as well, beside the others.
  }
}

function serveKeeper(keepers: Map<string, IndexKeeper>): void {
  process.once("exit", () => {
    for (const keeper of keepers.values()) keeper.close();
  });
  const notify = serveRequests<IndexRequest, IndexStatus>(({ root, folder, changed, isDamaged, waitMs }) => {
    let keeper = keepers.get(root);
    if (keeper === undefined) {
      if (keepers.size > 0) throw new ReticleError("internal", "an index process was asked about a second root");
      const children = createChildProcesses();
      keeper = new IndexKeeper({
        root,
        folder,
        children,
        isLight: !isMainThread,
        onHandOver: () => notify(),
        onFailure: (error) => process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`),
      });
      keepers.set(root, keeper);
    }
    if (isDamaged === true) keeper.replaceDamaged();
    return changed === undefined ? keeper.refresh(waitMs) : keeper.noteChanges(changed);
  });
}
