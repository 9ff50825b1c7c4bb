import { readdirSync, readFileSync, statSync } from "node:fs";
import nodePath from "node:path";
import { contains } from "../../base/path-containment.ts";

/**
 * Which of the folders with a marker, from the start up to the workspace root, is the root of a project:
 * - nearest: the first.
 * - outermost: the last.
 * - go-workspace: the first with `go.work`, else the first with another marker.
 * - cargo-workspace: the first whose Cargo.toml has a `[workspace]` table, else the first.
 * - package: the outermost monorepo (by its workspace file) that holds the first, else the first.
 */
export type RootPolicy = "nearest" | "outermost" | "go-workspace" | "cargo-workspace" | "package";

export interface RootSearch {
  /** Canonical absolute folder to begin in. */
  readonly start: string;
  /** Canonical absolute folder to end with; a start outside it is looked at as if it were this folder. */
  readonly workspaceRoot: string;
  /**
   * Names, globs within one folder (`*.csproj`), `package.json#name` for a package.json that has
   * `name` among its dependencies, or `file#text` for another file that holds the text.
   */
  readonly markers: readonly string[];
  readonly policy: RootPolicy;
  /** Folders that are never a root, such as the home directory. */
  readonly never?: readonly string[];
}

export interface FoundRoot {
  /** Absolute folder. */
  readonly root: string;
  /** Name of the file or folder that marks it. */
  readonly marker: string;
}

const MAX_MANIFEST_BYTES = 1024 * 1024;
const MONOREPO_FILES = ["pnpm-workspace.yaml", "lerna.json", "rush.json", "melos.yaml"] as const;

/**
 * Looks for the root of the project that a folder belongs to; undefined when there is no marker.
 * Synchronous: a handful of stats takes less time than handing them to another thread.
 */
export function findRoot(search: RootSearch): FoundRoot | undefined {
  const { never = [], markers, policy } = search;
  const folders = foldersUpTo(search.start, search.workspaceRoot).filter((folder) => !never.includes(folder));
  switch (policy) {
    case "nearest":
      return firstMarked(folders, markers);
    case "outermost":
      return firstMarked(folders.toReversed(), markers);
    case "go-workspace":
      return firstMarked(folders, ["go.work"]) ?? firstMarked(folders, markers);
    case "cargo-workspace":
      return firstMarked(folders.filter(hasCargoWorkspace), ["Cargo.toml"]) ?? firstMarked(folders, markers);
    case "package": {
      const first = firstMarked(folders, markers);
      if (first === undefined) return undefined;
      const outer = folders.filter((folder) => contains(folder, first.root));
      return outer.flatMap((root) => monorepoAt(root) ?? []).at(-1) ?? first;
    }
  }
}

/** The folder and those above it up to `top`; only `top` for a folder outside it. */
export function foldersUpTo(start: string, top: string): string[] {
  if (!contains(top, start)) return [top];
  const folders: string[] = [];
  for (let folder = start; ; folder = nodePath.dirname(folder)) {
    folders.push(folder);
    if (folder === top || folder === nodePath.dirname(folder)) return folders;
  }
}

/** Looks no further than it must: this runs in every call. */
function firstMarked(folders: readonly string[], markers: readonly string[]): FoundRoot | undefined {
  for (const root of folders) {
    const marker = findMarker(root, markers);
    if (marker !== undefined) return { root, marker };
  }
  return undefined;
}

function findMarker(folder: string, markers: readonly string[]): string | undefined {
  let names: readonly string[] | undefined;
  for (const marker of markers) {
    const [file = marker, content] = marker.split("#");
    if (file.includes("*")) {
      names ??= namesIn(folder);
      const pattern = globPattern(file);
      const name = names.find((candidate) => pattern.test(candidate));
      if (name !== undefined) return name;
    } else if (statSync(nodePath.join(folder, file), { throwIfNoEntry: false }) !== undefined) {
      if (content === undefined || holds(folder, file, content)) return file;
    }
  }
  return undefined;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    // Not readable or gone: it shows no marker.
    return [];
  }
}

function globPattern(glob: string): RegExp {
  const source = glob.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${source.join(".*")}$`);
}

function hasCargoWorkspace(folder: string): boolean {
  return /^\s*\[workspace[\].]/m.test(readManifest(folder, "Cargo.toml"));
}

function monorepoAt(root: string): FoundRoot | undefined {
  const marker = findMarker(root, MONOREPO_FILES);
  if (marker !== undefined) return { root, marker };
  if ("workspaces" in readPackage(root)) return { root, marker: "package.json" };
  if (/^workspace:/m.test(readManifest(root, "pubspec.yaml"))) return { root, marker: "pubspec.yaml" };
  return undefined;
}

function holds(folder: string, file: string, content: string): boolean {
  if (file !== "package.json") return readManifest(folder, file).includes(content);
  const manifest = readPackage(folder);
  return ["dependencies", "devDependencies", "peerDependencies"].some((key) => {
    const section = manifest[key];
    return typeof section === "object" && section !== null && Object.hasOwn(section, content);
  });
}

function readPackage(folder: string): Readonly<Record<string, unknown>> {
  const text = readManifest(folder, "package.json");
  if (text === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // Not valid JSON, perhaps in the middle of an edit: it says nothing.
    return {};
  }
}

/** The text of a project file; "" when there is none, or none of a size that people write. */
function readManifest(folder: string, name: string): string {
  const path = nodePath.join(folder, name);
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined || !stats.isFile() || stats.size > MAX_MANIFEST_BYTES) return "";
    return readFileSync(path, "utf8");
  } catch {
    // Not readable: it says nothing.
    return "";
  }
}
