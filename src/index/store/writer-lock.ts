import { type Connection, openConnection } from "./connection.ts";
import { sqliteFailure } from "./sqlite-error.ts";
import { makePlace, type StorePlace } from "./store-place.ts";

/**
 * Who holds it may write the index. It is an exclusive transaction on a second, empty database: the system takes
 * it back from a process that dies, however it dies.
 */
export class WriterLock {
  readonly #place: StorePlace;
  #connection: Connection | undefined;
  #isHeld = false;

  constructor(place: StorePlace) {
    this.#place = place;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** False: another process has it. Throws when the place cannot be written. */
  take(): boolean {
    if (this.#isHeld) return true;
    if (this.#connection === undefined) {
      makePlace(this.#place);
      this.#connection = openConnection(this.#place.lock, { busyMs: 0 });
    }
    try {
      this.#connection.exec("BEGIN EXCLUSIVE");
    } catch (error) {
      if (sqliteFailure(error) === "busy") return false;
      throw error;
    }
    this.#isHeld = true;
    return true;
  }

  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#connection?.exec("ROLLBACK");
  }

  close(): void {
    this.release();
    this.#connection?.close();
    this.#connection = undefined;
  }
}
