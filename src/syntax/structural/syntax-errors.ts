import { resolve } from "node:path";
import type { Engine } from "./ast-grep/engine.ts";
import { indexHits } from "./hits.ts";
import { type FileState, type KeptVerdicts, type Lines, stateOfFile } from "./kept-verdicts.ts";
import { toMatch } from "./match.ts";

export interface SyntaxErrorRequest {
  readonly language: string;
  /** Canonical absolute folder that relative `paths` start from. */
  readonly root: string;
  /** Existing files and folders, relative to `root` or absolute; not empty. */
  readonly paths: readonly string[];
  readonly deadlineMs: number;
  /** A second parser, which sees missing tokens too, for some of the small files among `paths`. */
  readonly second?: SecondLook;
}

export interface SecondLook {
  readonly paths: readonly string[];
  /** Empty too where it does not take the file. Rejects with the signal's reason on abort. */
  readonly errorLines: (path: string) => Promise<Lines>;
}

export interface SyntaxErrorReport {
  /** Files with code that the grammar had to leave out → the first lines of it, 1-based; in order of path. */
  readonly files: ReadonlyMap<string, Lines>;
  /** False when the engine's look took too long or found too much; `files` is then what the second look found. */
  readonly isWhole: boolean;
}

const ERROR_KIND = "ERROR";
const MAX_STDOUT_BYTES = 16 * 1024 * 1024;
const MAX_MEMORY_BYTES = 512 * 1024 * 1024;
const MAX_LINES = 3;
/** The second parser costs time on the main loop: a few small files only. */
const MAX_SECOND_FILES = 12;
const MAX_SECOND_BYTES = 20_000;
const MAX_SECOND_BYTES_IN_ALL = 40_000;

/**
 * Finds the files that the engine's own parser could not read whole; a search goes on around such
 * places without a word. A token that is only missing leaves no trace that the engine could find: that is what the
 * second look is for. The verdict on a file that was named itself is kept until the file is written to.
 */
export class SyntaxErrorFinder {
  readonly #engine: Engine;
  readonly #verdicts: KeptVerdicts;

  constructor(engine: Engine, verdicts: KeptVerdicts) {
    this.#engine = engine;
    this.#verdicts = verdicts;
  }

  async find(request: SyntaxErrorRequest, signal: AbortSignal): Promise<SyntaxErrorReport> {
    const { language, root, paths, second } = request;
    // The state is the one from before the look: a file that is written to meanwhile is looked at again.
    const states = new Map(paths.map((path) => [path, stateOfFile(language, resolve(root, path))]));
    const unknown = paths.filter((path) => this.#verdicts.recall(states.get(path)).engine === undefined);
    const smallFiles = second === undefined ? [] : smallFilesOf(second.paths, states);
    const unparsed = smallFiles.filter((path) => this.#verdicts.recall(states.get(path)).parser === undefined);
    const [report, parsed] = await Promise.all([
      askEngine(this.#engine, { ...request, paths: unknown }, signal),
      second === undefined ? [] : lookAgain(unparsed, second, signal),
    ]);
    if (report.isWhole) {
      for (const path of unknown) this.#verdicts.remember(states.get(path), { engine: report.files.get(path) ?? [] });
    }
    for (const [path, parser] of parsed) this.#verdicts.remember(states.get(path), { parser });
    if (unknown.length + unparsed.length > 0) void this.#verdicts.save();

    const files = new Map(report.files);
    for (const path of report.isWhole ? paths : smallFiles) {
      const { engine = [], parser = [] } = this.#verdicts.recall(states.get(path));
      const lines = engine.length > 0 ? engine : smallFiles.includes(path) ? parser : [];
      if (lines.length > 0) files.set(path, lines);
    }
    return { files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))), isWhole: report.isWhole };
  }
}

/** The same ones whatever is known of them already. */
function smallFilesOf(paths: readonly string[], states: ReadonlyMap<string, FileState | undefined>): string[] {
  let room = MAX_SECOND_BYTES_IN_ALL;
  return paths.slice(0, MAX_SECOND_FILES).filter((path) => {
    const bytes = states.get(path)?.bytes;
    if (bytes === undefined || bytes > Math.min(MAX_SECOND_BYTES, room)) return false;
    room -= bytes;
    return true;
  });
}

async function lookAgain(
  paths: readonly string[],
  { errorLines }: SecondLook,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Lines>> {
  const found = new Map<string, Lines>();
  for (const path of paths) {
    signal.throwIfAborted();
    found.set(path, (await errorLines(path)).slice(0, MAX_LINES));
  }
  return found;
}

async function askEngine(
  engine: Engine,
  { language, root, paths, deadlineMs }: SyntaxErrorRequest,
  signal: AbortSignal,
): Promise<SyntaxErrorReport> {
  if (paths.length === 0) return { files: new Map(), isWhole: true };
  const { stdout, cut } = await engine.search(
    { kind: "node", language, nodeKind: ERROR_KIND },
    { cwd: root, paths },
    { maxStdoutBytes: MAX_STDOUT_BYTES, maxMemoryBytes: MAX_MEMORY_BYTES, deadlineMs, signal },
  );
  // What several threads had found by then is another part of the whole each time.
  if (cut !== undefined) return { files: new Map(), isWhole: false };
  const files = new Map<string, number[]>();
  for (const hit of indexHits(stdout).hits) {
    const lines = files.get(hit.file) ?? [];
    files.set(hit.file, lines);
    if (lines.length === MAX_LINES) continue;
    const { line } = toMatch(stdout, hit);
    if (lines.at(-1) !== line) lines.push(line);
  }
  return { files, isWhole: true };
}
