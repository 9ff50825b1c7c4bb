import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { SyntaxErrorReport } from "../../syntax/structural/errors/syntax-errors.ts";
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
/** In more files it would take as long as the search for the matches. */
const MAX_THOROUGH_FILES = 50;
const MAX_LINES = 3;

interface CheckedFile {
  readonly shown: string;
  readonly copy: string;
  readonly before: SourceDocument;
}

/** Finds rewritten files that no longer parse. The new texts are copied into a folder of their own, where the engine reads them. */
export class ParseCheck implements AsyncDisposable {
  readonly #language: string;
  readonly #services: SearchServices;
  readonly #files: CheckedFile[] = [];
  #folder: Promise<string> | undefined;

  constructor(language: string, services: SearchServices) {
    this.#language = language;
    this.#services = services;
  }

  /** Resolves when there is a copy. */
  async add(before: SourceDocument, after: string): Promise<void> {
    const copy = `${this.#files.length}${extname(before.path)}`;
    const { workspace, cwd } = this.#services.context;
    const shown = workspace.show(before.path, cwd);
    this.#files.push({ shown, copy, before });
    this.#folder ??= mkdtemp(join(tmpdir(), "reticle-rewritten-"));
    await writeFile(join(await this.#folder, copy), after);
  }

  async verdict(signal: AbortSignal): Promise<ParseVerdict> {
    if (this.#folder === undefined) return { broken: [], unchecked: 0, isThorough: true };
    const isThorough = this.#files.length <= MAX_THOROUGH_FILES;
    const copies = isThorough ? this.#files.map(({ copy }) => copy) : ["."];
    const report = await this.#errorsIn(await this.#folder, copies, isThorough, signal);
    const flagged = this.#files.filter(({ copy }) => report.files.has(copy));
    const before = flagged.map(({ before }) => before.path);
    const had = flagged.length === 0 ? undefined : await this.#errorsIn("/", before, isThorough, signal);
    const broken = flagged.flatMap(({ shown, copy, before }): FlaggedFile[] => {
      const lines = report.files.get(copy) ?? [];
      return lines.length <= (had?.files.get(before.path)?.length ?? 0)
        ? []
        : [{ path: shown, lines: lines.slice(0, MAX_LINES) }];
    });
    return {
      broken: broken.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      unchecked: report.isWhole ? 0 : this.#files.length,
      isThorough: isThorough && report.isWhole,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#folder !== undefined) await rm(await this.#folder, { recursive: true, force: true });
  }

  async #errorsIn(
    root: string,
    paths: readonly string[],
    findsMissing: boolean,
    signal: AbortSignal,
  ): Promise<SyntaxErrorReport> {
    const request = { language: this.#language, root, paths, findsMissing, deadlineMs: DEADLINE_MS };
    return await this.#services.structural.syntaxErrors(request, signal);
  }
}
