import { realpath, stat } from "node:fs/promises";
import nodePath from "node:path";
import { shortenText } from "../base/code-points.ts";
import { ReticleError } from "../base/errors.ts";
import { contains, rootHolding } from "../base/path-containment.ts";

const MAX_NAMED_ROOTS = 5;
const MAX_PATH_CHARS = 200;

export interface RootChoice {
  /** Canonical, at least one, none twice. */
  readonly roots: readonly string[];
  readonly cwd: string;
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

export interface RootRequest {
  readonly bounds?: readonly string[];
  readonly roots?: readonly string[];
  readonly cwd: string;
}

/** Bounds narrowed by the client's roots; either alone; else the working directory. */
export async function chooseRoots({ bounds = [], roots = [], cwd }: RootRequest): Promise<RootChoice> {
  const outer = await Promise.all(bounds.map((folder) => canonicalFolder(folder, cwd, "--root")));
  const skipped: { path: string; reason: string }[] = [];
  const wanted: string[] = [];
  for (const folder of roots) {
    try {
      wanted.push(await canonicalFolder(folder, cwd, "root"));
    } catch (error) {
      skipped.push({ path: folder, reason: (error as Error).message });
    }
  }
  const chosen = roots.length === 0 ? outer : wanted.flatMap((folder) => narrow(folder, outer, skipped));
  if (roots.length > 0 && chosen.length === 0) throw noRootLeft(outer, skipped);
  const [first] = chosen;
  if (first === undefined) {
    const start = await canonicalFolder(cwd, cwd, "cwd");
    return { roots: [start], cwd: start, skipped };
  }
  const start = await realpath(cwd).catch(() => first);
  return { roots: [...new Set(chosen)], cwd: rootHolding(chosen, start) === undefined ? first : start, skipped };
}

/** What of a client's root the bounds leave: all of it, the bounds inside it, or nothing. */
function narrow(folder: string, bounds: readonly string[], skipped: { path: string; reason: string }[]): string[] {
  if (bounds.length === 0 || rootHolding(bounds, folder) !== undefined) return [folder];
  const inside = bounds.filter((bound) => contains(folder, bound));
  if (inside.length === 0) skipped.push({ path: folder, reason: "outside the folders given with --root" });
  return inside;
}

async function canonicalFolder(folder: string, cwd: string, argument: string): Promise<string> {
  const subject = `\`${argument}\` ${JSON.stringify(folder)}`;
  try {
    const canonical = await realpath(nodePath.resolve(cwd, folder));
    if ((await stat(canonical)).isDirectory()) return canonical;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EACCES") {
      throw new ReticleError("not_found", `${subject} does not exist`, { hint: "name an existing folder", cause });
    }
    throw new ReticleError("refused", `${subject} cannot be reached: permission denied`, {
      hint: "give the user who runs this program access to it, or name another folder",
      cause,
    });
  }
  throw new ReticleError("invalid_input", `${subject} is a file, not a folder`, { hint: "name the folder it is in" });
}

function noRootLeft(bounds: readonly string[], skipped: RootChoice["skipped"]): ReticleError {
  const shown = skipped.slice(0, MAX_NAMED_ROOTS).map(({ path }) => JSON.stringify(shortenText(path, MAX_PATH_CHARS)));
  const more = skipped.length > shown.length ? ` and ${skipped.length - shown.length} more` : "";
  const [why, hint] =
    bounds.length === 0
      ? ["is an existing folder", "open an existing folder in the client"]
      : [
          `lies within --root ${bounds.join(", ")}`,
          "open a folder that does in the client, or start reticle with another --root",
        ];
  return new ReticleError("refused", `none of the client's roots (${shown.join(", ")}${more}) ${why}`, {
    hint,
    data: { skipped },
  });
}
