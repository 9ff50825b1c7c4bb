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

/**
 * Finds the files that the engine's own parser could not read whole; a search goes on around such
 * places without a word. A token that is only missing leaves no trace that the engine could find.
 */
export async function findSyntaxErrors(
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
