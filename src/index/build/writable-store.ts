import { existsSync, rmSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ReticleError } from "../../base/errors.ts";
import { IndexWriter } from "../store/index-writer.ts";
import { readMeta } from "../store/meta.ts";
import { isUsable, openStore, removeStore, type Store } from "../store/open-store.ts";
import { META } from "../store/schema.ts";
import { sqliteFailure } from "../store/sqlite-error.ts";
import { cachePlace, type StorePlace, temporaryPlace } from "../store/store-place.ts";
import { WriterLock } from "../store/writer-lock.ts";
import { FileList } from "./file-list.ts";
import { HeavyWork } from "./heavy-work.ts";

/** The index while the lock is held. */
export interface OpenIndex {
  readonly writer: IndexWriter;
  readonly files: FileList;
}

export interface WritableStoreOptions {
  readonly root: string;
  readonly folder: string;
  /** A process that holds the lock and writes nothing for so long is not waited for any more; default 60 000. */
  readonly stuckMs?: number;
  /** Throws HeavyWork where the database has to be made, or made anew; default false. */
  readonly isLight?: boolean;
}

const STUCK_MS = 60_000;

export interface WriteOptions {
  readonly retryMs: number;
  readonly signal: AbortSignal;
  /** Another process writes; called again and again while that is so. */
  readonly onBusy: () => void;
}

interface Opened extends OpenIndex {
  readonly store: Store;
}

/**
 * The one place where the index process gets its database from: takes the lock for each piece of work, makes the
 * database anew when it is damaged, and goes to memory when the cache folder cannot be written.
 */
export class WritableStore {
  readonly #root: string;
  readonly #stuckMs: number;
  readonly #isLight: boolean;
  #place: StorePlace;
  #lock: WriterLock;
  #opened: Opened | undefined;
  #notes: string[] = [];

  constructor({ root, folder, stuckMs = STUCK_MS, isLight = false }: WritableStoreOptions) {
    this.#root = root;
    this.#stuckMs = stuckMs;
    this.#isLight = isLight;
    this.#place = cachePlace(folder, root);
    this.#lock = new WriterLock(this.#place);
  }

  get database(): string | undefined {
    return this.#place.database;
  }

  get instance(): string | undefined {
    return this.#opened?.store.instance;
  }

  /** It lies in memory, until `close`. */
  get isTemporary(): boolean {
    return this.#place.isTemporary;
  }

  takeNotes(): readonly string[] {
    const notes = this.#notes;
    this.#notes = [];
    return notes;
  }

  /** Waits for the lock, and runs `work` again from the start when the database had to be replaced under it. */
  async write(work: (open: OpenIndex) => Promise<void>, options: WriteOptions): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await this.#takeLock(options);
        await work(this.#open());
        return;
      } catch (error) {
        this.#opened?.writer.rollback();
        if (attempt >= 2 || !this.#replace(error)) throw error;
      } finally {
        this.#lock.release();
      }
    }
  }

  /** False: it is made by the next piece of work. */
  get isThere(): boolean {
    return existsSync(this.#place.database);
  }

  /** False: files are left to read, or another process makes the database anew. */
  get isWhole(): boolean {
    const { store } = this.#opened ?? {};
    try {
      return store?.isInPlace() === true && readMeta(store.connection, META.isComplete) === "1";
    } catch {
      return false;
    }
  }

  /** Call it between pieces of work. A database that its own process can read whole is left alone. */
  async replaceDamaged(options: WriteOptions): Promise<void> {
    await this.#takeLock(options);
    try {
      if (this.#opened === undefined || !isSound(this.#opened.store)) this.#discardDamaged();
    } finally {
      this.#lock.release();
    }
  }

  /** Call it between pieces of work. */
  rest(): void {
    // Another process writes, or made the database anew: nothing to tidy up.
    if (this.#opened?.store.isInPlace() !== true) return;
    try {
      if (this.#lock.take()) this.#opened.writer.rest();
    } catch {
      // A full disk or a damaged file: the next piece of work meets it, and tells.
    } finally {
      this.#lock.release();
    }
  }

  close(): void {
    this.#opened?.store.close();
    this.#opened = undefined;
    this.#lock.close();
    if (this.#place.isTemporary) rmSync(this.#place.folder, { recursive: true, force: true });
  }

  async #takeLock({ retryMs, signal, onBusy }: WriteOptions): Promise<void> {
    let written = "";
    let writtenTick = performance.now();
    while (!this.#lock.take()) {
      onBusy();
      const now = this.#lastWritten();
      if (now !== written) {
        written = now;
        writtenTick = performance.now();
      } else if (performance.now() - writtenTick > this.#stuckMs) {
        throw this.#stuckError();
      }
      await sleep(retryMs, undefined, { signal });
    }
  }

  /** Changes with every write of whoever holds the lock. */
  #lastWritten(): string {
    return ["", "-wal"]
      .map((suffix) => statSync(this.#place.database + suffix, { throwIfNoEntry: false }))
      .map((stats) => `${stats?.ino} ${stats?.size} ${stats?.mtimeMs}`)
      .join();
  }

  /** The status carries the message alone, so that says the next step too. */
  #stuckError(): ReticleError {
    const seconds = Math.round(this.#stuckMs / 1_000);
    return new ReticleError(
      "timeout",
      `another process holds the index of ${this.#root} and has written nothing to it for ${seconds} s; end that process, which has ${this.#place.lock} open`,
    );
  }

  #open(): OpenIndex {
    if (this.#opened?.store.isInPlace() === false) this.#forget();
    if (this.#opened === undefined) {
      if (this.#isLight && !isUsable(this.#place, this.#root))
        throw new HeavyWork("there is no database to go on with");
      const store = openStore(this.#place, this.#root);
      if (store.rebuiltBecause !== undefined) {
        this.#notes.push(`the index is built anew: ${store.rebuiltBecause}`);
      }
      this.#opened = { store, writer: new IndexWriter(store.connection), files: new FileList() };
    }
    const { writer } = this.#opened;
    if (writer.start()) this.#opened = { ...this.#opened, files: new FileList(writer.files()) };
    return this.#opened;
  }

  /** True: there is another database to try with. */
  #replace(error: unknown): boolean {
    const failure = sqliteFailure(error);
    if (this.#isLight && (failure === "corrupt" || failure === "not-writable"))
      throw new HeavyWork("the database has to be made anew", { cause: error });
    switch (failure) {
      case "corrupt":
        this.#discardDamaged();
        return true;
      case "not-writable": {
        if (this.#place.isTemporary) return false;
        this.#forget();
        this.#lock.close();
        const reason = error instanceof Error ? error.message : String(error);
        this.#notes.push(
          `the index is kept in memory for this session: ${this.#place.folder} cannot be written (${reason})`,
        );
        this.#place = temporaryPlace(this.#root);
        this.#lock = new WriterLock(this.#place);
        return true;
      }
      case "busy":
      case "other":
      case undefined:
        return false;
    }
  }

  #discardDamaged(): void {
    this.#forget();
    removeStore(this.#place);
    this.#notes.push("the index is built anew: the file was damaged");
  }

  #forget(): void {
    this.#opened?.store.close();
    this.#opened = undefined;
  }
}

function isSound(store: Store): boolean {
  try {
    return store.isInPlace() && store.connection.prepare("PRAGMA quick_check(1)").get()?.["quick_check"] === "ok";
  } catch {
    return false;
  }
}
