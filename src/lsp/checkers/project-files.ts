import { basename, dirname, extname } from "node:path";
import { contains } from "../../base/path-containment.ts";
import { findRoot } from "../../workspace/probe/find-root.ts";
import { walkFiles } from "../../workspace/walk.ts";
import { openWorkspace } from "../../workspace/workspace.ts";
import type { Checker } from "./checker.ts";

const MAX_FILES = 50_000;
const MAX_MS = 3_000;
/** How many projects side by side are checked where the workspace root itself is none. */
const MAX_ROOTS = 8;
/** How many files a check that takes them one by one is given. */
const MAX_LISTED = 2_000;

/** The files of a workspace as one look found them. */
export class ProjectFiles {
  readonly #workspaceRoot: string;
  readonly #files: readonly string[];

  private constructor(workspaceRoot: string, files: readonly string[]) {
    this.#workspaceRoot = workspaceRoot;
    this.#files = files;
  }

  /** Throws `refused` for the home directory and above, where no tree is walked. */
  static async look(workspaceRoot: string, signal: AbortSignal): Promise<ProjectFiles> {
    const workspace = await openWorkspace({ cwd: workspaceRoot, roots: [workspaceRoot] });
    const walk = { folder: workspaceRoot, maxFiles: MAX_FILES, maxMs: MAX_MS, signal };
    return new ProjectFiles(workspaceRoot, (await walkFiles(workspace, walk)).files);
  }

  /** The workspace root where it is marked, else the outermost marked folders in it; `left` is how many more there are. */
  rootsFor({ rootMarkers }: Checker): { readonly roots: readonly string[]; readonly left: number } {
    const isMarked = (folder: string) =>
      findRoot({ start: folder, workspaceRoot: folder, markers: rootMarkers, policy: "nearest" }) !== undefined;
    if (isMarked(this.#workspaceRoot)) return { roots: [this.#workspaceRoot], left: 0 };
    const names = rootMarkers.map((marker) => marker.split("#")[0] ?? marker);
    const isMarker = (name: string) => names.some((pattern) => matches(pattern, name));
    const marked = new Set(this.#files.filter((file) => isMarker(basename(file))).map((file) => dirname(file)));
    const outermost: string[] = [];
    for (const folder of [...marked].toSorted((a, b) => a.length - b.length || a.localeCompare(b))) {
      if (!outermost.some((root) => contains(root, folder)) && isMarked(folder)) outermost.push(folder);
    }
    return { roots: outermost.slice(0, MAX_ROOTS), left: Math.max(0, outermost.length - MAX_ROOTS) };
  }

  /** Files below the root with one of the endings or names, at most 2,000. */
  below(root: string, endings: readonly string[]): string[] {
    const isWanted = (file: string) => endings.includes(extname(file)) || endings.includes(basename(file));
    return this.#files.filter((file) => contains(root, file) && isWanted(file)).slice(0, MAX_LISTED);
  }
}

/** `*` at the begin of a marker is all that markers use. */
function matches(pattern: string, name: string): boolean {
  return pattern.startsWith("*") ? name.endsWith(pattern.slice(1)) : pattern === name;
}
