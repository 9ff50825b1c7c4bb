import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { hash } from "node:crypto";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { isReticleError } from "../../base/errors.ts";
import type { SourceDocument } from "../../workspace/document.ts";
import type { FlaggedFile } from "../search/syntax-check.ts";
import type { SearchServices } from "../search/search-scope.ts";

/** What is known of syntax errors in rewritten files. */
export interface ParseVerdict {
  /** Files that parsed better before; the lines are those of the new text. */
  readonly broken: readonly FlaggedFile[];
  /** How many files could not be looked at. */
  readonly unchecked: number;
  /** Whether missing tokens were looked for too, in every file. */
  readonly isThorough: boolean;
}

const DEADLINE_MS = 5_000;
/** Our own parser sees missing tokens too, but costs time on the main loop: a few small files only. */
const MAX_PARSED_FILES = 12;
const MAX_PARSED_BYTES = 40_000;
const MAX_PARSED_BYTES_IN_ALL = 60_000;
const MAX_LINES = 3;

interface CheckedFile {
  readonly shown: string;
  readonly copy: string;
  readonly before: SourceDocument;
  /** Kept for the files that our own parser looks at. */
  readonly after: string | undefined;
}

/** Finds rewritten files that no longer parse. The new texts are copied into a folder of their own, where the engine reads them. */
export class ParseCheck implements AsyncDisposable {
  readonly #language: string;
  readonly #services: SearchServices;
  readonly #files: CheckedFile[] = [];
  #folder: Promise<string> | undefined;
  #room = MAX_PARSED_BYTES_IN_ALL;

  constructor(language: string, services: SearchServices) {
    this.#language = language;
    this.#services = services;
  }

  /** Resolves when there is a copy. */
  async add(before: SourceDocument, after: string): Promise<void> {
    const copy = `${this.#files.length}${extname(before.path)}`;
    const { workspace, cwd } = this.#services.context;
    const isParsed = this.#files.length < MAX_PARSED_FILES && after.length <= Math.min(MAX_PARSED_BYTES, this.#room);
    if (isParsed) this.#room -= after.length;
    const shown = workspace.show(before.path, cwd);
    this.#files.push({ shown, copy, before, after: isParsed ? after : undefined });
    this.#folder ??= mkdtemp(join(tmpdir(), "reticle-rewritten-"));
    await writeFile(join(await this.#folder, copy), after);
  }

  async verdict(signal: AbortSignal): Promise<ParseVerdict> {
    if (this.#folder === undefined) return { broken: [], unchecked: 0, isThorough: true };
    const folder = await this.#folder;
    const { structural } = this.#services;
    const [report, parsed] = await Promise.all([
      structural.syntaxErrors(
        { language: this.#language, root: folder, paths: ["."], deadlineMs: DEADLINE_MS },
        signal,
      ),
      this.#parseSome(signal),
    ]);
    const flagged = this.#files.filter(({ copy }) => report.files.has(copy));
    const hadErrors = await this.#hadErrors(flagged, signal);
    const broken = this.#files.flatMap((file): FlaggedFile[] => {
      const own = parsed.get(file) ?? [];
      const engines = hadErrors.has(file) ? [] : (report.files.get(file.copy) ?? []);
      const lines = own.length > 0 ? own : engines;
      return lines.length === 0 ? [] : [{ path: file.shown, lines }];
    });
    return {
      broken: broken.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      unchecked: report.isWhole ? 0 : this.#files.length - parsed.size,
      isThorough: parsed.size === this.#files.length,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#folder !== undefined) await rm(await this.#folder, { recursive: true, force: true });
  }

  /** Files that the engine could not read whole before either. */
  async #hadErrors(files: readonly CheckedFile[], signal: AbortSignal): Promise<ReadonlySet<CheckedFile>> {
    if (files.length === 0) return new Set();
    const request = {
      language: this.#language,
      root: "/",
      paths: files.map(({ before }) => before.path),
      deadlineMs: DEADLINE_MS,
    };
    const report = await this.#services.structural.syntaxErrors(request, signal);
    return new Set(files.filter(({ before }) => report.files.has(before.path)));
  }

  /** The lines with errors that are new in those that our own parser was given; no lines: no new errors. */
  async #parseSome(signal: AbortSignal): Promise<ReadonlyMap<CheckedFile, readonly number[]>> {
    const syntax = await this.#services.context.syntax();
    const parsed = new Map<CheckedFile, readonly number[]>();
    for (const file of this.#files) {
      const { before, after } = file;
      if (after === undefined || syntax.languageOf(before.path)?.id !== this.#language) continue;
      signal.throwIfAborted();
      try {
        const rewritten = { ...before, text: after, bytes: Buffer.byteLength(after), hash: hash("sha1", after, "hex") };
        const now = await syntax.facts(rewritten, signal);
        const had = now.syntaxErrorCount === 0 ? 0 : (await syntax.facts(before, signal)).syntaxErrorCount;
        const lines = [...new Set(now.syntaxErrors.map(({ line }) => line))].slice(0, MAX_LINES);
        parsed.set(file, now.syntaxErrorCount > had ? lines : []);
      } catch (error) {
        // What our parser does not take (minified, too deep) is left to the engine's account.
        if (!isReticleError(error) || signal.aborted) throw error;
      }
    }
    return parsed;
  }
}
