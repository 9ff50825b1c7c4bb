import { languageOfPath } from "../../syntax/languages.ts";
import type { FoundFile, KnownFile, Meta, NotedFiles } from "../store/index-writer.ts";
import type { ParsedBatch, ParsedFile } from "../store/parsed-batch.ts";
import { FILE_ROLE, FILE_STATE, META, type MetaKey } from "../store/schema.ts";
import type { IndexStatus } from "./index-messages.ts";
import { type Difference, inReadingOrder } from "./file-list.ts";
import { HeavyWork } from "./heavy-work.ts";
import { ImportTargets } from "./import-targets.ts";
import { namedFiles } from "./scan-root.ts";
import { affectedBy } from "../resolve/affected-imports.ts";
import { LANGUAGES_WITH_MEMBERS } from "../resolve/families.ts";
import type { ParsePool, PoolFile } from "../parse/parse-pool.ts";
import type { OpenIndex } from "./writable-store.ts";

export type PassProgress = Pick<IndexStatus, "activity" | "filesDone" | "filesTotal">;

export interface IndexPassOptions {
  readonly root: string;
  readonly open: OpenIndex;
  readonly pool: ParsePool;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: PassProgress) => void;
}

/** A comparison of all files with the disk, when the pass is one. */
export interface Sweep {
  /** Epoch ms at which it began. */
  readonly sweptAt: number;
  readonly gap: string | undefined;
  /** Ids of the files that a first slice read, and nothing else was known: their imports are resolved again. */
  readonly firstSlice?: readonly number[];
}

/** A pass over some files of a new index while the others are still being looked for. */
export interface FirstSlice {
  /** Files that were found up to now. */
  readonly filesFound: number;
}

/** Of the imports that are resolved again, these; default all. */
interface ResolveOnly {
  /** Ids of the files that they stand in. */
  readonly files?: readonly number[] | undefined;
  readonly mayBeAffected?: ReturnType<typeof affectedBy>;
}

/** What was read becomes visible so often; a process that is killed loses no more. */
const COMMIT_MS = 500;
/** At first somebody waits for the first answer. */
const FIRST_COMMIT_MS = 60;
const FIRST_COMMITS = 5;
/** From this many files on all names are read first, and the words are put in order at the end. */
const MANY_FILES = 200;
const NOT_WALKED = "folders that the index has not looked into yet";

/** Brings the index from one difference to the state of the disk. What is committed stays when it is cut short. */
export class IndexPass {
  readonly #options: IndexPassOptions;
  readonly #targets: ImportTargets;
  #committedAt = performance.now();
  #commits = 0;
  /** A file vanished between the walk and its turn. */
  #hasLostFile = false;
  /** More files than the index has are known to be there. */
  #filesFound = 0;

  constructor(options: IndexPassOptions) {
    this.#options = options;
    this.#targets = new ImportTargets(options.root, options.open.files);
  }

  /** Reads files of an index that has none. Returns their ids. */
  async runFirst(found: readonly FoundFile[], { filesFound }: FirstSlice): Promise<readonly number[]> {
    const { writer } = this.#options.open;
    this.#filesFound = filesFound;
    const added = this.#changeFiles({ added: found, removed: [], toRead: [] }, { sweptAt: 0, gap: NOT_WALKED });
    await this.#read(added);
    writer.commit(this.#counts());
    return added.map(({ id }) => id);
  }

  /** Throws HeavyWork, before anything is changed, where the difference is more than the pool takes on. */
  async run(difference: Difference, sweep?: Sweep): Promise<void> {
    const { files, writer } = this.#options.open;
    if (!this.#options.pool.fits([...difference.toRead, ...difference.added]))
      throw new HeavyWork("there is more to read than a thread of the serving process takes on");
    // What an earlier pass has left to resolve is not known.
    const mayBeAffected = writer.isNoted(META.resolveDue) ? () => true : affectedImports(difference);
    const added = this.#changeFiles(difference, sweep);
    this.#noteResolveDue(difference);
    const toRead = inReadingOrder([...difference.toRead, ...added]);
    if (toRead.length >= MANY_FILES) writer.loadNames();
    await this.#read(toRead);
    if (sweep === undefined && toRead.length + difference.removed.length === 0) return;
    const isResolveDue = this.#hasLostFile || writer.isNoted(META.resolveDue);
    if (isResolveDue) {
      // What was read can be found while imports are resolved.
      if (toRead.length > 0) writer.commit(this.#counts());
      await (this.#hasLostFile ? this.#resolve() : this.#resolve({ files: sweep?.firstSlice, mayBeAffected }));
    }
    const isComplete = files.done === files.size;
    const meta = new Map<MetaKey, string | undefined>([
      ...this.#counts(),
      [META.isComplete, isComplete ? "1" : undefined],
      [META.resolveDue, undefined],
      [META.unreadable, this.#gap()],
    ]);
    if (sweep !== undefined) {
      meta.set(META.sweptAt, String(sweep.sweptAt)).set(META.walkGap, sweep.gap);
      if (isComplete && toRead.length > 0) meta.set(META.builtAt, String(Date.now()));
    }
    if (toRead.length + difference.removed.length === 0 && !isResolveDue) writer.note(meta);
    else writer.commit(meta);
    if (toRead.length >= MANY_FILES) writer.checkpoint();
    if (toRead.length >= MANY_FILES) writer.mergeWords();
  }

  /** What the index does not know of files that are there. */
  #gap(): string | undefined {
    const { files, writer } = this.#options.open;
    return joined([
      unreadableGap(files.unreadable),
      notParsedGap(writer.filesNotParsed()),
      partsGap(writer.filesWithGaps()),
    ]);
  }

  #read(files: readonly KnownFile[]): Promise<void> {
    const { pool, root, signal } = this.#options;
    this.#report(files.length > 0);
    return pool.run({
      root,
      files: files.map(asPoolFile),
      onBatch: (batch) => this.#takeIn(batch),
      onLost: (file, reason) => this.#takeIn(lostBatch(file, reason)),
      signal,
    });
  }

  /** Configuration is a document. */
  #noteResolveDue({ toRead }: Difference): void {
    const { writer, files } = this.#options.open;
    if (files.done === 0 || !toRead.some(({ role }) => role === FILE_ROLE.document)) return;
    writer.commit(new Map([[META.resolveDue, "1"]]));
  }

  #changeFiles({ added, removed }: Difference, sweep: Sweep | undefined): KnownFile[] {
    const { files, writer } = this.#options.open;
    if (added.length + removed.length === 0) return [];
    const total = Math.max(this.#filesFound, files.size + added.length - removed.length);
    const removedDone = removed.filter(({ state }) => state !== FILE_STATE.seen).length;
    const meta = new Map<MetaKey, string | undefined>([
      [META.filesTotal, String(total)],
      [META.filesDone, String(files.done - removedDone)],
    ]);
    // With the change itself, so that a process that is killed leaves the next one to do it.
    if (files.done > 0) meta.set(META.resolveDue, "1");
    if (added.length > 0) meta.set(META.isComplete, undefined);
    if (sweep !== undefined) meta.set(META.walkGap, sweep.gap);
    const ids = writer.changeFiles({ added, removed: removed.map(({ id }) => id), meta });
    for (const { id } of removed) files.delete(id);
    const known = added.map((file, place) => ({
      ...file,
      id: ids[place] as number,
      state: FILE_STATE.seen,
      hash: null,
    }));
    for (const file of known) files.set(file);
    return known;
  }

  #takeIn(batch: ParsedBatch): void {
    const { files, writer } = this.#options.open;
    const hadRows = new Set(batch.files.flatMap(({ id }) => (files.withId(id)?.state === FILE_STATE.seen ? [] : [id])));
    for (const parsed of batch.files) this.#note(parsed);
    writer.writeBatch(batch, {
      hadRows: (id) => hadRows.has(id),
      resolution: {
        ofImport: (file, source) => this.#targets.ofImport(this.#pathOf(file), source, file.language),
        ofBinding: (file, binding) => this.#targets.ofBinding(this.#pathOf(file), binding, file.language),
      },
    });
    const now = performance.now();
    if (now - this.#committedAt > (this.#commits < FIRST_COMMITS ? FIRST_COMMIT_MS : COMMIT_MS)) {
      writer.commit(this.#counts());
      this.#committedAt = now;
      this.#commits += 1;
    }
    this.#report(true);
  }

  #note(parsed: ParsedFile): void {
    const { files } = this.#options.open;
    const known = files.withId(parsed.id);
    if (known === undefined) return;
    switch (parsed.outcome) {
      case "gone":
        this.#hasLostFile = true;
        files.delete(parsed.id);
        return;
      case "unchanged":
        files.set({ ...known, ...parsed.stamp });
        return;
      case "indexed":
      case "words": {
        const state = parsed.outcome === "indexed" ? FILE_STATE.indexed : FILE_STATE.wordsOnly;
        files.set({ ...known, ...parsed.stamp, hash: parsed.hash, state });
      }
    }
  }

  #pathOf({ id }: ParsedFile): string {
    return this.#options.open.files.withId(id)?.path ?? "";
  }

  /** What (other) files say is resolved anew when files came or went, or configuration may have changed. */
  async #resolve({ files, mayBeAffected }: ResolveOnly = {}): Promise<void> {
    const { open, signal } = this.#options;
    const { writer } = open;
    const stored = writer.targets.imports(files);
    const affected =
      mayBeAffected === undefined ? stored : stored.filter(({ source, language }) => mayBeAffected(source, language));
    const imports = await this.#targets.changedImports(affected, signal);
    const bindings = writer.targets.bindings(LANGUAGES_WITH_MEMBERS, files);
    const members = await this.#targets.changedBindings(bindings, signal);
    writer.setTargets(imports, members);
  }

  #counts(): Meta {
    const { files } = this.#options.open;
    return new Map<MetaKey, string>([
      ...(this.#hasLostFile ? [[META.resolveDue, "1"] as const] : []),
      [META.filesDone, String(files.done)],
      [META.filesTotal, String(Math.max(this.#filesFound, files.size))],
    ]);
  }

  #report(isReading: boolean): void {
    const { open, onProgress } = this.#options;
    const activity = isReading ? "reading" : "comparing";
    onProgress({ activity, filesDone: open.files.done, filesTotal: Math.max(this.#filesFound, open.files.size) });
  }
}

/** Configuration is a document. */
function affectedImports({ added, removed, toRead }: Difference): ReturnType<typeof affectedBy> {
  const isSource = ({ role }: FoundFile): boolean => role !== FILE_ROLE.document;
  if (![...added, ...removed, ...toRead].every(isSource)) return () => true;
  return affectedBy([...added, ...removed].map(({ path }) => path));
}

function unreadableGap(paths: readonly string[]): string | undefined {
  return paths.length === 0 ? undefined : `files that cannot be read (${namedFiles(paths)})`;
}

function notParsedGap(files: NotedFiles | undefined): string | undefined {
  if (files === undefined) return undefined;
  const more = files.count === 1 ? "" : ` and of ${files.count - 1} more`;
  return `the symbols and uses of ${files.path} (${files.note})${more}`;
}

function partsGap(files: NotedFiles | undefined): string | undefined {
  if (files === undefined) return undefined;
  const others = files.count - 1;
  const more = others === 0 ? "" : ` and parts of ${others} more ${others === 1 ? "file" : "files"}`;
  return `of ${files.path} ${files.note}${more}`;
}

function joined(gaps: readonly (string | undefined)[]): string | undefined {
  const there = gaps.filter((gap) => gap !== undefined);
  return there.length === 0 ? undefined : there.join("; ");
}

function asPoolFile({ id, path, hash, state, size, mtimeMs, ctimeMs }: KnownFile): PoolFile {
  const language = languageOfPath(path);
  return {
    id,
    path,
    stamp: { size, mtimeMs, ctimeMs },
    language: language?.id ?? null,
    isParsed: language !== undefined && language.isData !== true,
    hash: state === FILE_STATE.seen ? null : hash,
  };
}

function lostBatch({ id, path, language, stamp }: PoolFile, reason: string): ParsedBatch {
  const file: ParsedFile = {
    id,
    outcome: "words",
    stamp,
    hash: "lost",
    language,
    lineCount: 0,
    note: reason.slice(0, 200),
    templateNote: null,
    pathWords: path,
    words: "",
    symbolCount: 0,
    referenceCount: 0,
    importCount: 0,
    bindingCount: 0,
    exportCount: 0,
  };
  return {
    files: [file],
    names: [],
    symbols: [],
    symbolTexts: [],
    references: [],
    imports: [],
    bindings: [],
    exports: [],
    exportSources: [],
  };
}
