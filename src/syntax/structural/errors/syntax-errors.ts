import { resolve } from "node:path";
import type { Engine, EngineQuery } from "../ast-grep/engine.ts";
import { SUPPRESSION_COMMENT } from "../compile-query.ts";
import { filesWithWords } from "../words/files-with-words.ts";
import { indexHits } from "../hits.ts";
import { type FileState, type KeptVerdicts, type Lines, stateOfFile } from "./kept-verdicts.ts";
import type { StructuralLanguage } from "../languages/language.ts";
import { parseMatch } from "../engine-match.ts";
import { anyOf } from "../rule.ts";

export interface SyntaxErrorRequest {
  readonly language: string;
  /** Canonical absolute folder that relative `paths` start from. */
  readonly root: string;
  /** Existing files and folders, relative to `root` or absolute; not empty. */
  readonly paths: readonly string[];
  readonly deadlineMs: number;
  /** Whether tokens that are only missing are looked for too, which takes half as long again. */
  readonly findsMissing: boolean;
}

export interface SyntaxErrorReport {
  /** Files with code that the grammar had to leave out or make up → the first twenty lines of it, 1-based; in order of path. */
  readonly files: ReadonlyMap<string, Lines>;
  /** False when the look took too long or found too much; `files` is then what was known before. */
  readonly isWhole: boolean;
}

const ERROR_KIND = "ERROR";
const MAX_STDOUT_BYTES = 64 * 1024 * 1024;
const MAX_MEMORY_BYTES = 512 * 1024 * 1024;
/** Enough to tell whether a file has more of them than before. */
const MAX_LINES = 20;

/**
 * Finds the files that the engine's own parser could not read whole; a search goes on around such places without a
 * word. What a look for missing tokens has found out about a file that was named itself is kept until the file is written to.
 */
export class SyntaxErrorFinder {
  readonly #engine: Engine;
  readonly #verdicts: KeptVerdicts;

  constructor(engine: Engine, verdicts: KeptVerdicts) {
    this.#engine = engine;
    this.#verdicts = verdicts;
  }

  async find(
    request: SyntaxErrorRequest,
    language: StructuralLanguage,
    signal: AbortSignal,
  ): Promise<SyntaxErrorReport> {
    const { root, paths, findsMissing } = request;
    // The state is the one from before the look: a file that is written to meanwhile is looked at again.
    const states = new Map(paths.map((path) => [path, stateOfFile(language.id, resolve(root, path))]));
    const known = this.#knownOf(states);
    const unknown = paths.filter((path) => !known.has(path));
    const report = await this.#look({ ...request, paths: unknown }, language, signal);
    if (report.isWhole && findsMissing) {
      for (const path of unknown) this.#verdicts.remember(states.get(path), report.files.get(path) ?? []);
      if (unknown.length > 0) void this.#verdicts.save();
    }
    const files = [...report.files, ...[...known].filter(([, lines]) => lines.length > 0)];
    return { files: new Map(files.sort(([a], [b]) => (a < b ? -1 : 1))), isWhole: report.isWhole };
  }

  async #look(
    request: SyntaxErrorRequest,
    language: StructuralLanguage,
    signal: AbortSignal,
  ): Promise<SyntaxErrorReport> {
    const report = await askEngine(this.#engine, request, language, signal);
    if (!request.findsMissing) return report;
    // Rules heed comments that suppress them, and such a comment may stand before broken code; the plain look does not.
    const { root, paths } = request;
    const words = [{ text: SUPPRESSION_COMMENT, isWhole: false }];
    const suppressing = await filesWithWords({ words, root, files: paths }, signal);
    const hidden = await askEngine(
      this.#engine,
      { ...request, paths: suppressing, findsMissing: false },
      language,
      signal,
    );
    return { files: new Map([...hidden.files, ...report.files]), isWhole: report.isWhole && hidden.isWhole };
  }

  #knownOf(states: ReadonlyMap<string, FileState | undefined>): ReadonlyMap<string, Lines> {
    const known = new Map<string, Lines>();
    for (const [path, state] of states) {
      const lines = this.#verdicts.recall(state);
      if (lines !== undefined) known.set(path, lines);
    }
    return known;
  }
}

async function askEngine(
  engine: Engine,
  { root, paths, deadlineMs, findsMissing }: SyntaxErrorRequest,
  language: StructuralLanguage,
  signal: AbortSignal,
): Promise<SyntaxErrorReport> {
  if (paths.length === 0) return { files: new Map(), isWhole: true };
  const query: EngineQuery = findsMissing
    ? errorsAndMissing(language)
    : { kind: "node", language: language.id, nodeKind: ERROR_KIND };
  const { stdout, cut } = await engine.search(
    query,
    { cwd: root, paths },
    {
      maxStdoutBytes: MAX_STDOUT_BYTES,
      maxMemoryBytes: MAX_MEMORY_BYTES,
      deadlineMs,
      signal,
    },
  );
  // What several threads had found by then is another part of the whole each time.
  if (cut !== undefined) return { files: new Map(), isWhole: false };
  const lines = new Map<string, Set<number>>();
  for (const hit of indexHits(stdout).hits) {
    const { range, metaVariables } = parseMatch(stdout, hit);
    // A missing token is what the rule's relation leads to; the match is the whole file.
    const { start } = metaVariables?.multi[RELATED]?.[0]?.range ?? range;
    const found = lines.get(hit.file) ?? new Set();
    lines.set(hit.file, found.add(start.line + 1));
  }
  const files = [...lines].map(([file, found]): [string, Lines] => [
    file,
    [...found].sort((a, b) => a - b).slice(0, MAX_LINES),
  ]);
  return { files: new Map(files), isWhole: true };
}

/** The engine's name for the node that a relation of a rule leads to. */
const RELATED = "secondary";

/** The parser makes up a token that is missing: a node without text, where the grammar has no such nodes otherwise. */
function errorsAndMissing({ id, rootKind, emptyNodes = [] }: StructuralLanguage): EngineQuery {
  const usual = emptyNodes.length === 0 ? {} : { not: anyOf(emptyNodes) };
  const rules = [
    { id: "error", language: id, rule: { kind: ERROR_KIND } },
    { id: "missing", language: id, rule: { kind: rootKind, has: { regex: "^$", ...usual, stopBy: "end" } } },
  ];
  return { kind: "rules", language: id, text: rules.map((rule) => JSON.stringify(rule)).join("\n---\n") };
}
