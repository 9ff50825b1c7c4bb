import { realpath } from "node:fs/promises";
import nodePath from "node:path";
import { nameShownAs, onOneLine } from "../base/code-points.ts";
import { isReticleError, ReticleError } from "../base/errors.ts";
import { lazy } from "../base/lazy.ts";
import { hostFlavor, rootHolding, relativeOrAbsolute } from "../base/path-containment.ts";
import { homeFolder } from "../config/home-folder.ts";
import type { SourceDocument } from "./document.ts";
import { refuseHomeWalk } from "./home-walk.ts";
import { parsePathArgument, pathSubject } from "./path-argument.ts";
import { resolveInside, resolveWritableInside } from "./resolve-path.ts";
import { chooseRoots, type RootChoice } from "./roots.ts";

export interface ResolvedPath {
  /** Canonical absolute path (symlinks resolved). */
  readonly absolute: string;
  /**
   * As answers show it: relative to the root of the call, with `/`; absolute when in another root; in quotes
   * with escapes when it holds control characters. `resolve` takes it, nothing else does.
   */
  readonly shown: string;
  /** "file" is anything that is not a directory; `read` refuses what is not a regular file. */
  readonly kind: "file" | "directory";
}

export interface WritablePath {
  /** Canonical absolute path (symlinks resolved). */
  readonly absolute: string;
  /** As answers show it. */
  readonly shown: string;
  /** False: there is no such file yet. */
  readonly isThere: boolean;
}

/** The folders one run may see. */
export interface Workspace {
  /** Canonical absolute folders; the first is the default. */
  readonly roots: readonly string[];
  /** Canonical absolute folder calls start from when they name none. */
  readonly cwd: string;
  /** Folders the client named that are not among the roots, and why. */
  readonly skippedRoots: readonly { readonly path: string; readonly reason: string }[];
  /**
   * Resolves a path argument: relative to the root that holds `cwd` (else the first root), absolute,
   * below `~`, or a file URI. Throws `invalid_input` (empty, NUL), `not_found`, `refused`
   * (outside the roots by `..`, absolute path or symlink). `argument` names the field in messages.
   */
  resolve(path: string, argument: string, cwd: string): Promise<ResolvedPath>;
  /**
   * As `resolve`, for a file that will be written: it need not exist, nor the folders above it. Throws
   * `invalid_input` for a folder, and for a path that ends as one.
   */
  resolveWritable(path: string, argument: string, cwd: string): Promise<WritablePath>;
  /** Shows an absolute path as answers do. */
  show(absolute: string, cwd: string): string;
  /** The root that holds `absolute`, if any; the innermost when roots are nested. */
  rootOf(absolute: string): string | undefined;
  /** Throws `refused` when the folder is the home directory or above it: trees there are never walked. */
  refuseHomeWalk(folder: string): void;
  /** Reads and decodes a file. Throws `invalid_input` (directory), `not_found`, `too_large`, `unsupported` (binary). */
  read(file: ResolvedPath, argument: string): Promise<SourceDocument>;
}

export interface WorkspaceOptions {
  /** The operator's outer bound (`--root`). */
  readonly bounds?: readonly string[];
  /** Absolute folders the client opened; they narrow the bounds. */
  readonly roots?: readonly string[];
  /** Where calls start from; the only root when there are neither bounds nor roots. */
  readonly cwd: string;
  /** The user's home directory; default: the system's. */
  readonly home?: string;
}

/**
 * Canonicalises the folders a run may see. Throws `not_found` or `invalid_input` when a bound or
 * the working directory is not a folder, `refused` when none of the client's roots may be read.
 */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const home = options.home ?? homeFolder(process.env);
  const [choice, canonicalHome] = await Promise.all([chooseRoots(options), realpath(home).catch(() => home)]);
  return new RootedWorkspace(choice, canonicalHome);
}

const FOLDER_ENDING = { posix: /\/\.?$/, win32: /[/\\]\.?$/ } as const;

class RootedWorkspace implements Workspace {
  readonly roots: readonly string[];
  readonly cwd: string;
  readonly skippedRoots: RootChoice["skipped"];
  readonly #home: string;
  // Hashing needs node:crypto, and nothing at start does.
  readonly #documents = lazy(async () => new (await import("./document-memory.ts")).DocumentMemory());

  constructor(choice: RootChoice, home: string) {
    this.roots = choice.roots;
    this.cwd = choice.cwd;
    this.skippedRoots = choice.skipped;
    this.#home = home;
  }

  async resolve(path: string, argument: string, cwd: string): Promise<ResolvedPath> {
    const base = this.#baseOf(cwd);
    const subject = pathSubject(argument, path);
    const find = async (given: string) => {
      const parsed = parsePathArgument(given, { argument, base, home: this.#home });
      const fromCwd = nodePath.resolve(cwd, given);
      return resolveInside({ path: parsed, subject, base, roots: this.roots, fromCwd });
    };
    const { absolute, stats } = await find(path).catch(async (error: unknown) => {
      // An answer may have shown it so.
      const name = nameShownAs(path);
      if (name === undefined || !isReticleError(error) || error.kind !== "not_found") throw error;
      return find(name).catch(() => {
        throw error;
      });
    });
    return { absolute, shown: this.show(absolute, cwd), kind: stats.isDirectory() ? "directory" : "file" };
  }

  async resolveWritable(path: string, argument: string, cwd: string): Promise<WritablePath> {
    const base = this.#baseOf(cwd);
    const subject = pathSubject(argument, path);
    const find = async (given: string) => {
      const parsed = parsePathArgument(given, { argument, base, home: this.#home });
      return resolveWritableInside({ path: parsed, subject, base, roots: this.roots });
    };
    const asGiven = await find(path);
    const name = asGiven.isThere ? undefined : nameShownAs(path);
    const asShown = name === undefined ? undefined : await find(name).catch(() => undefined);
    const found = asShown?.isThere === true ? asShown : asGiven;
    const [ending] = FOLDER_ENDING[hostFlavor].exec(path) ?? [];
    if (ending !== undefined) {
      throw new ReticleError("invalid_input", `${subject} ends with ${JSON.stringify(ending)}, as a folder does`, {
        hint: "name a file: its folders are created with it",
      });
    }
    return { ...found, shown: this.show(found.absolute, cwd) };
  }

  show(absolute: string, cwd: string): string {
    return onOneLine(relativeOrAbsolute(this.#baseOf(cwd), absolute));
  }

  rootOf(absolute: string): string | undefined {
    return rootHolding(this.roots, absolute);
  }

  refuseHomeWalk(folder: string): void {
    refuseHomeWalk(folder, this.#home);
  }

  async read(file: ResolvedPath, argument: string): Promise<SourceDocument> {
    const documents = await this.#documents();
    return documents.read(file.absolute, pathSubject(argument, file.shown));
  }

  /** The root that relative paths of a call are taken from. */
  #baseOf(cwd: string): string {
    return this.rootOf(cwd) ?? this.roots[0] ?? cwd;
  }
}
