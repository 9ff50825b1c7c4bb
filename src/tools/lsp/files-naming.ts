import { join } from "node:path";
import { isReticleError } from "../../base/errors.ts";
import type { FilesNaming } from "../../lsp/operations/asking.ts";
import type { ToolContext } from "../core/context.ts";

/** How long a question about the whole project waits for an index that is just being built. */
const INDEX_WAIT_MS = 3_000;

/** Who names a thing, by the index; what the index cannot tell yet is said. */
export function filesNamingIn(context: ToolContext, signal: AbortSignal): FilesNaming {
  return async (name, path, limit) => {
    const root = context.workspace.rootOf(path);
    if (root === undefined) return { paths: [], missing: "files outside the workspace" };
    try {
      context.workspace.refuseHomeWalk(root);
      const { filesNaming } = await import("../../index/graph/files-naming.ts");
      const index = await context.index();
      const view = await index.open(root, { waitMs: INDEX_WAIT_MS, signal });
      const paths = filesNaming(view, name, limit).map((one) => join(root, one));
      const { state } = view.coverage;
      if (state === "complete") return { paths };
      return {
        paths,
        missing: `files that no open file imports (the index does not know them ${state === "unavailable" ? "here" : "yet"})`,
      };
    } catch (error) {
      signal.throwIfAborted();
      if (!isReticleError(error)) throw error;
      return { paths: [], missing: `files that no open file imports (${error.message})` };
    }
  };
}
