import { lstatSync, type Stats, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { readRegularFile } from "../../../workspace/text/read-regular-file.ts";

/** How long the loop is kept at a time. */
const SLICE_MS = 5;
/** Of the clock by which the system marks a folder as changed. */
const CLOCK_STEP_MS = 50;
const IGNORE_FILES = [".gitignore", ".ignore", join(".git", "info", "exclude")];
const REPOSITORY = ".git";
const NOT_A_FOLDER = "no folder";
const RULE_LINE = /^\s*[^#\s]/m;
/** In the place of a folder: what git ignores in all repositories of a user. */
const EVERYWHERE = "";
const EXCLUDES_FILE = /^\s*excludesfile\s*=\s*"?\s*(\S+?)\s*"?\s*$/im;

interface FolderState {
  /** Changes when an entry is added or taken away; NaN when it is too young to tell. */
  readonly mtimeMs: number;
  /** The ignore files in it and their versions; empty when there are none. */
  readonly ignoring: string;
  /** When the youngest of them was written. */
  readonly youngestMs: number;
}

/** What decides which files of a tree a search looks into, and whether that has changed. */
export class FolderStates {
  readonly #states: ReadonlyMap<string, FolderState>;

  private constructor(states: ReadonlyMap<string, FolderState>) {
    this.#states = states;
  }

  /** Of the folders that hold `files` (relative to the root), of those above them, and of those above the root. */
  static async read(root: string, files: Iterable<string>, before?: FolderStates): Promise<FolderStates> {
    // Whoever has just searched is answered first.
    await nextTurn();
    const known = before === undefined ? new Map<string, FolderState>() : before.#states;
    return new FolderStates(await readStates(foldersOf(root, files), known));
  }

  async isUnchanged(): Promise<boolean> {
    const now = await readStates(this.#states.keys(), this.#states);
    return [...this.#states].every(([folder, { ignoring }]) => now.get(folder)?.ignoring === ignoring);
  }

  /** Whether an ignore file has been written since then (ms of the system's clock), or a folder is none any more. */
  hasChangedSince(timeMs: number): boolean {
    return [...this.#states.values()].some(
      ({ ignoring, youngestMs }) => ignoring === NOT_A_FOLDER || youngestMs >= timeMs - CLOCK_STEP_MS,
    );
  }

  /** Whether only `.gitignore` files in the root and below say what is ignored, as a walk of the workspace takes it. */
  isPlain(root: string): boolean {
    const outside = new Set(foldersAbove(root));
    const hasOther = [...this.#states].some(
      ([folder, { ignoring }]) =>
        folder !== EVERYWHERE &&
        (ignoring === NOT_A_FOLDER ||
          hasRules(join(folder, ".ignore")) ||
          hasRules(join(folder, ".git", "info", "exclude")) ||
          (outside.has(folder) && hasRules(join(folder, ".gitignore")))),
    );
    return !hasOther && !globalFiles().some(hasRules);
  }
}

async function readStates(
  folders: Iterable<string>,
  before: ReadonlyMap<string, FolderState>,
): Promise<ReadonlyMap<string, FolderState>> {
  const states = new Map<string, FolderState>();
  let sliceEnd = performance.now() + SLICE_MS;
  for (const folder of folders) {
    if (performance.now() > sliceEnd) {
      await nextTurn();
      sliceEnd = performance.now() + SLICE_MS;
    }
    states.set(folder, readState(folder, before.get(folder)));
  }
  return states;
}

function readState(folder: string, before: FolderState | undefined): FolderState {
  if (folder === EVERYWHERE) return { mtimeMs: Number.NaN, ...versionOf(globalFiles()) };
  const stats = look(folder, lstatSync);
  if (stats?.isDirectory() !== true) return { mtimeMs: Number.NaN, ignoring: NOT_A_FOLDER, youngestMs: 0 };
  if (before?.ignoring === "" && before.mtimeMs === stats.mtimeMs) return before;
  const mtimeMs = stats.mtimeMs < Date.now() - CLOCK_STEP_MS ? stats.mtimeMs : Number.NaN;
  const { ignoring, youngestMs } = versionOf(IGNORE_FILES.map((name) => join(folder, name)));
  // A repository's own folder changes with every commit; that it is there makes its ignore files count.
  const isRepository = look(join(folder, REPOSITORY), statSync) !== undefined;
  return { mtimeMs, ignoring: isRepository ? `${ignoring},${REPOSITORY}` : ignoring, youngestMs };
}

function versionOf(files: readonly string[]): Pick<FolderState, "ignoring" | "youngestMs"> {
  const found = files.flatMap((path) => look(path, statSync) ?? []);
  return {
    ignoring: found.map(({ ino, size, ctimeMs }) => `${ino} ${size} ${ctimeMs}`).join(),
    youngestMs: Math.max(0, ...found.map(({ ctimeMs }) => ctimeMs)),
  };
}

type Look = (path: string, options: { readonly throwIfNoEntry: false }) => Stats | undefined;

function look(path: string, stat: Look): Stats | undefined {
  try {
    return stat(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function foldersOf(root: string, files: Iterable<string>): ReadonlySet<string> {
  const folders = new Set([EVERYWHERE, root, ...foldersAbove(root)]);
  for (const file of files) {
    for (let at = dirname(join(root, file)); !folders.has(at); at = dirname(at)) folders.add(at);
  }
  return folders;
}

function foldersAbove(root: string): string[] {
  const above = dirname(root);
  return above === root ? [] : [above, ...foldersAbove(above)];
}

function hasRules(ignoreFile: string): boolean {
  return RULE_LINE.test(readRegularFile(ignoreFile) ?? "");
}

/** What git ignores in all repositories of a user: its own file, and those that the user's settings name. */
function globalFiles(): readonly string[] {
  const folder = join(process.env["XDG_CONFIG_HOME"] || join(homedir(), ".config"), "git");
  const named = [join(homedir(), ".gitconfig"), join(folder, "config")].flatMap((path) => {
    const file = EXCLUDES_FILE.exec(readRegularFile(path) ?? "")?.[1];
    return file === undefined ? [] : [file.replace(/^~(?=\/)/, homedir())];
  });
  return [join(folder, "ignore"), ...named];
}
