import { ReticleError } from "../base/errors.ts";
import { contains } from "../base/path-containment.ts";

/**
 * Throws `refused` when `folder` is the home directory or one above it: such a tree holds far more
 * than a project and much that is private.
 */
export function refuseHomeWalk(folder: string, home: string): void {
  if (!contains(folder, home)) return;
  const what = folder === home ? "the home directory" : "a folder above the home directory";
  throw new ReticleError("refused", `${JSON.stringify(folder)} is ${what}; its tree is never searched as a whole`, {
    hint: "name a project folder inside it, or start reticle in one (or with --root DIR)",
  });
}
