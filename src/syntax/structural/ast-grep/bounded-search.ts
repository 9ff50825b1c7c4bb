import { open } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";
import type { Engine, EngineLimits, EngineQuery, SearchOutput, SearchPlace } from "./engine.ts";
import { NOTHING_INSPECTED } from "../inspection.ts";
import { parseTree } from "../ladder/syntax-tree.ts";

const MIN_MINIFIED_BYTES = 20_000;
const MINIFIED_LINE_BYTES = 10_000;
const MAX_LOOKED_BYTES = 4 * 1024 * 1024;
const MAX_EXCLUDED = 1_000;
const CHECKED_AT_ONCE = 32;

export interface SearchTask {
  readonly language: string;
  readonly query: EngineQuery;
  readonly place: SearchPlace;
}
export interface SearchBounds extends Omit<EngineLimits, "deadlineMs"> {
  /** On the clock of `performance.now()`. */
  readonly endsAt: number;
  readonly signal: AbortSignal;
}
export interface BoundedOutput extends SearchOutput {
  /** Files that were left out because of their endless lines. */
  readonly minified: readonly string[];
}

/**
 * Searches, and copes with too much output. Each match carries a copy of its whole line, so one
 * minified file with many matches outgrows everything else: such files are left out and named. What is
 * still too much is cut, always at the same place.
 */
export async function searchWithinBounds(
  engine: Engine,
  task: SearchTask,
  bounds: SearchBounds,
): Promise<BoundedOutput> {
  const options = () => ({ ...bounds, deadlineMs: Math.max(1, bounds.endsAt - performance.now()) });
  const output = await engine.search(task.query, task.place, options());
  if (output.cut === undefined || output.cut === "time") return { ...output, minified: [] };

  const minified = await findMinified(engine, task, bounds);
  const place = exclude(task.place, minified);
  if (place.paths.length === 0) return { stdout: Buffer.alloc(0), stderr: NOTHING_INSPECTED, cut: undefined, minified };
  if (minified.length > 0) {
    const rest = await engine.search(task.query, place, options());
    if (rest.cut === undefined || rest.cut === "time") return { ...rest, minified };
  }
  // Several threads stop at another place each time; one gives the same part twice.
  return { ...(await engine.search(task.query, place, { ...options(), isSingleThreaded: true })), minified };
}

function exclude({ cwd, paths, without = [] }: SearchPlace, minified: readonly string[]): SearchPlace {
  return { cwd, paths: paths.filter((path) => !minified.includes(path)), without: [...without, ...minified] };
}

async function findMinified(engine: Engine, { language, place }: SearchTask, bounds: SearchBounds): Promise<string[]> {
  const { signal } = bounds;
  const [root] = parseTree(await engine.printTree(language, "", { form: "cst", signal }));
  if (root === undefined) return [];
  const deadlineMs = Math.max(1, bounds.endsAt - performance.now());
  const files = await engine.listFiles({ language, rootKind: root.kind }, place, { ...bounds, deadlineMs });
  const minified: string[] = [];
  for (let at = 0; at < files.length; at += CHECKED_AT_ONCE) {
    signal.throwIfAborted();
    const some = files.slice(at, at + CHECKED_AT_ONCE);
    const verdicts = await Promise.all(some.map((file) => isMinified(resolve(place.cwd, file))));
    minified.push(...some.filter((_, index) => verdicts[index]));
  }
  // Only what lies below the working directory can be left out by name.
  const named = [...new Set(minified.map((file) => (file.startsWith("./") ? file.slice(2) : file)))];
  return named
    .filter((file) => !isAbsolute(file))
    .sort()
    .slice(0, MAX_EXCLUDED);
}

async function isMinified(path: string): Promise<boolean> {
  try {
    await using file = await open(path);
    const { size } = await file.stat();
    if (size < MIN_MINIFIED_BYTES) return false;
    const length = Math.min(size, MAX_LOOKED_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, 0);
    return longestLine(buffer.subarray(0, bytesRead)) > MINIFIED_LINE_BYTES;
  } catch {
    // It vanished or may not be read: the search reports that itself.
    return false;
  }
}

function longestLine(bytes: Buffer): number {
  let longest = 0;
  for (let start = 0; start <= bytes.length;) {
    const newline = bytes.indexOf(10, start);
    const end = newline < 0 ? bytes.length : newline;
    longest = Math.max(longest, end - start);
    start = end + 1;
  }
  return longest;
}
