import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Engine } from "./ast-grep/engine.ts";
import { indexHits } from "./hits.ts";
import { toMatch } from "./match.ts";

export interface SyntaxErrorRequest {
  readonly language: string;
  /** Canonical absolute folder that relative `paths` start from. */
  readonly root: string;
  /** Existing files and folders, relative to `root` or absolute; not empty. */
  readonly paths: readonly string[];
  readonly deadlineMs: number;
}

export interface SyntaxErrorReport {
  /** Files with code that the grammar had to leave out → the first lines of it, 1-based; in order of path. */
  readonly files: ReadonlyMap<string, readonly number[]>;
  /** False when the look took too long or found too much; `files` is empty then. */
  readonly isWhole: boolean;
}

const ERROR_KIND = "ERROR";
const MAX_STDOUT_BYTES = 16 * 1024 * 1024;
const MAX_MEMORY_BYTES = 512 * 1024 * 1024;
const MAX_LINES = 3;

/** Named files whose verdict is kept. */
const MAX_KNOWN = 10_000;

type Lines = readonly number[];

/**
 * Finds the files that the engine's own parser could not read whole; a search goes on around such
 * places without a word. A token that is only missing leaves no trace that the engine could find. The verdict on a
 * file that was named itself is kept until the file system says that the file was written to.
 */
export class SyntaxErrorFinder {
  readonly #engine: Engine;
  /** By language and state of the file; empty lines: none. The latest stand last. */
  readonly #known = new Map<string, Lines>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async find(request: SyntaxErrorRequest, signal: AbortSignal): Promise<SyntaxErrorReport> {
    const { language, root, paths } = request;
    const states = new Map(paths.map((path) => [path, stateOf(language, resolve(root, path))]));
    const files = new Map<string, Lines>();
    const unknown = paths.filter((path) => {
      const lines = this.#recall(states.get(path));
      if (lines !== undefined && lines.length > 0) files.set(path, lines);
      return lines === undefined;
    });
    if (unknown.length > 0) {
      const report = await askEngine(this.#engine, { ...request, paths: unknown }, signal);
      if (!report.isWhole) return report;
      for (const [path, lines] of report.files) files.set(path, lines);
      // The state is the one from before the look: a file that was written to meanwhile is looked at again.
      for (const path of unknown) this.#remember(states.get(path), report.files.get(path) ?? []);
    }
    return { files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))), isWhole: true };
  }

  #recall(state: string | undefined): Lines | undefined {
    const lines = state === undefined ? undefined : this.#known.get(state);
    if (state !== undefined && lines !== undefined) this.#remember(state, lines);
    return lines;
  }

  #remember(state: string | undefined, lines: Lines): void {
    if (state === undefined) return;
    this.#known.delete(state);
    this.#known.set(state, lines);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MAX_KNOWN) break;
      this.#known.delete(oldest);
    }
  }
}

/** Changes with every write: the kernel moves the time of the last change, which no program can set. undefined: no file. */
function stateOf(language: string, path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stat?.isFile() !== true) return undefined;
  return [language, path, stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join("\0");
}

async function askEngine(
  engine: Engine,
  { language, root, paths, deadlineMs }: SyntaxErrorRequest,
  signal: AbortSignal,
): Promise<SyntaxErrorReport> {
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
