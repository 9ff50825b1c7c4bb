import nodePath from "node:path";
import { contains } from "../../base/path-containment.ts";
import { DiskLook } from "./disk-look.ts";

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
  /** Shared by the searches of one call; default: one of its own. */
  readonly look?: DiskLook;
}

export interface FoundRoot {
  /** Absolute folder. */
  readonly root: string;
  /** Name of the file or folder that marks it. */
  readonly marker: string;
}

const MONOREPO_FILES = ["pnpm-workspace.yaml", "lerna.json", "rush.json", "melos.yaml"] as const;

/** Looks for the root of the project that a folder belongs to; undefined when there is no marker. */
export function findRoot(search: RootSearch): FoundRoot | undefined {
  const { never = [], look = new DiskLook(), markers, policy } = search;
  const folders = foldersUpTo(search.start, search.workspaceRoot).filter((folder) => !never.includes(folder));
  const firstWith = (names: readonly string[], among = folders) => firstMarked(among, names, look);
  switch (policy) {
    case "nearest":
      return firstWith(markers);
    case "outermost":
      return firstWith(markers, folders.toReversed());
    case "go-workspace":
      return firstWith(["go.work"]) ?? firstWith(markers);
    case "cargo-workspace": {
      const workspaces = folders.filter((folder) => hasCargoWorkspace(folder, look));
      return firstWith(["Cargo.toml"], workspaces) ?? firstWith(markers);
    }
    case "package": {
      const first = firstWith(markers);
      if (first === undefined) return undefined;
      const outer = folders.filter((folder) => contains(folder, first.root));
      return outer.flatMap((root) => monorepoAt(root, look) ?? []).at(-1) ?? first;
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
function firstMarked(folders: readonly string[], markers: readonly string[], look: DiskLook): FoundRoot | undefined {
  for (const root of folders) {
    const marker = findMarker(root, markers, look);
    if (marker !== undefined) return { root, marker };
  }
  return undefined;
}

function findMarker(folder: string, markers: readonly string[], look: DiskLook): string | undefined {
  for (const marker of markers) {
    const [file = marker, content] = marker.split("#");
    if (file.includes("*")) {
      const pattern = globPattern(file);
      const name = look.names(folder).find((candidate) => pattern.test(candidate));
      if (name !== undefined) return name;
    } else if (look.stat(nodePath.join(folder, file)) !== undefined) {
      if (content === undefined || holds({ folder, file, content }, look)) return file;
    }
  }
  return undefined;
}

function globPattern(glob: string): RegExp {
  const source = glob.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${source.join(".*")}$`);
}

function hasCargoWorkspace(folder: string, look: DiskLook): boolean {
  return /^\s*\[workspace[\].]/m.test(look.manifest(folder, "Cargo.toml"));
}

function monorepoAt(root: string, look: DiskLook): FoundRoot | undefined {
  const marker = findMarker(root, MONOREPO_FILES, look);
  if (marker !== undefined) return { root, marker };
  if ("workspaces" in look.package(root)) return { root, marker: "package.json" };
  if (/^workspace:/m.test(look.manifest(root, "pubspec.yaml"))) return { root, marker: "pubspec.yaml" };
  return undefined;
}

interface NamedContent {
  readonly folder: string;
  readonly file: string;
  readonly content: string;
}

function holds({ folder, file, content }: NamedContent, look: DiskLook): boolean {
  if (file !== "package.json") return look.manifest(folder, file).includes(content);
  const manifest = look.package(folder);
  return ["dependencies", "devDependencies", "peerDependencies"].some((key) => {
    const section = manifest[key];
    return typeof section === "object" && section !== null && Object.hasOwn(section, content);
  });
}
