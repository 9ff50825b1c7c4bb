import type { RootWatch } from "../workspace/watch/root-watch.ts";
import type { DatabaseReader } from "./store/database-reader.ts";

/** How long a comparison counts that was made without a watch. */
const AGREES_MS = 1_000;
/** Each watch takes some 2 KB. */
const MAX_WATCHED_FOLDERS = 2_000;

export interface ComparisonRequest {
  readonly database: DatabaseReader;
  readonly signal: AbortSignal;
  /** The root is watched from here on, so that the comparison counts until something happens in it; default false. */
  readonly isKept?: boolean;
}

/** What the serving process itself knows of whether the index of a root is as the disk is, until somebody keeps it. */
export class DiskAgreement {
  readonly #root: string;
  readonly #folder: string;
  /** When they were last seen to agree, on the clock of `performance.now()`. */
  #tick = Number.NEGATIVE_INFINITY;
  #watch: RootWatch | undefined;
  #comparing: Promise<void> | undefined;
  /** Counts what has been heard of changes. */
  #losses = 0;
  #isOver = false;

  /** `folder`: of the user's cache that holds indexes. */
  constructor(root: string, folder: string) {
    this.#root = root;
    this.#folder = folder;
  }

  /** They agree, by a comparison of a moment ago, or one after which nothing has happened. Call `settle` before. */
  get holds(): boolean {
    if (this.#watch !== undefined) return this.#watch.isHealthy && !this.#watch.hasNoticed;
    return performance.now() - this.#tick <= AGREES_MS;
  }

  /** Lets what the system has already reported arrive. */
  async settle(): Promise<void> {
    await this.#watch?.settle();
  }

  /** Compares them; one comparison at a time is for all who ask. What goes wrong is not told: who keeps the index meets the same. */
  async compare(request: ComparisonRequest): Promise<void> {
    this.#comparing ??= this.#compare(request).finally(() => (this.#comparing = undefined));
    await this.#comparing;
  }

  async #compare({ database, signal, isKept = false }: ComparisonRequest): Promise<void> {
    this.lose();
    const tick = performance.now();
    const losses = this.#losses;
    const watch = isKept ? await this.#startWatch() : undefined;
    let folders = 0;
    const onFolder = (folder: string): void => {
      folders += 1;
      if (folders <= MAX_WATCHED_FOLDERS) watch?.add(folder);
    };
    try {
      const { agreesWithDisk } = await import("./compare-with-disk.ts");
      const [root, folder] = [this.#root, this.#folder];
      if (!(await agreesWithDisk({ root, folder, database, signal, onFolder }))) return;
      await watch?.settle();
      if (this.#isOver || this.#losses !== losses) return;
      this.#tick = tick;
      if (watch?.hasNoticed === false && folders <= MAX_WATCHED_FOLDERS) this.#watch = watch;
    } catch {
      // As said above.
    } finally {
      if (watch !== this.#watch) watch?.close();
    }
  }

  /** Something has changed. */
  lose(): void {
    this.#losses += 1;
    this.#tick = Number.NEGATIVE_INFINITY;
    this.#watch?.close();
    this.#watch = undefined;
  }

  /** Somebody knows better, for good. */
  end(): void {
    this.#isOver = true;
    this.lose();
  }

  async #startWatch(): Promise<RootWatch> {
    const { RootWatch: Watch } = await import("../workspace/watch/root-watch.ts");
    const watch: RootWatch = new Watch(this.#root, () => {
      // Before the end of the comparison it is not ours yet, and is asked then.
      if (watch === this.#watch) this.lose();
    });
    return watch;
  }
}
