/** The process that builds the index of one root and keeps it fresh. */
import { ReticleError } from "../../base/errors.ts";
import { createChildProcesses } from "../../process/children.ts";
import { serveRequests } from "../../process/serve-requests.ts";
import { IndexKeeper } from "./index-keeper.ts";
import type { IndexRequest, IndexStatus } from "./index-messages.ts";

serveKeeper(new Map());

function serveKeeper(keepers: Map<string, IndexKeeper>): void {
  process.once("exit", () => {
    for (const keeper of keepers.values()) keeper.close();
  });
  const notify = serveRequests<IndexRequest, IndexStatus>(({ root, folder, changed, isDamaged, waitMs }) => {
    let keeper = keepers.get(root);
    if (keeper === undefined) {
      if (keepers.size > 0) throw new ReticleError("internal", "an index process was asked about a second root");
      keeper = new IndexKeeper({ root, folder, children: createChildProcesses(), onBloated: () => notify() });
      keepers.set(root, keeper);
    }
    if (isDamaged === true) keeper.replaceDamaged();
    return changed === undefined ? keeper.refresh(waitMs) : keeper.takeChanges(changed, waitMs);
  });
}
