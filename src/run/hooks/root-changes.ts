import type { PathChange } from "../../workspace/changes/change-set.ts";
import { changeSince } from "../../workspace/changed-since.ts";
import { DiskChanges } from "../../workspace/watch/disk-changes.ts";

/** Files that are remembered; beyond them all are forgotten, and whoever asks compares everything. */
const MAX_REMEMBERED = 5_000;

/** What changed below a root, for several who ask at different times. */
export class RootChanges implements Pick<DiskChanges, "close"> {
  readonly folder: string;
  readonly #disk: DiskChanges;
  /** Path → when it was noticed last, epoch milliseconds. */
  readonly #noticed = new Map<string, number>();
  /** Nothing is known of what was before. */
  #knownSince = Date.now();

  /** Begins to watch, in the background. */
  constructor(folder: string) {
    this.folder = folder;
    this.#disk = new DiskChanges(folder);
  }

  /** Takes note of what happened by now; cheap. */
  async catchUp(signal: AbortSignal): Promise<void> {
    if (!this.#disk.isWatched) return;
    const now = Date.now();
    for (const { path } of await this.#disk.take(signal)) this.#noticed.set(path, now);
    if (this.#noticed.size <= MAX_REMEMBERED) return;
    this.#noticed.clear();
    this.#knownSince = now;
  }

  /** Undefined: that is not known. Rejects with the signal's reason. */
  async since(since: number, signal: AbortSignal): Promise<readonly PathChange[] | undefined> {
    await this.catchUp(signal);
    if (!this.#disk.isWatched || since < this.#knownSince) return undefined;
    return [...this.#noticed].flatMap(([path, noticedAt]): PathChange[] => {
      const kind = changeSince(path, since);
      if (kind === "gone") return noticedAt >= since ? [{ path, kind: "deleted" }] : [];
      return kind === undefined ? [] : [{ path, kind }];
    });
  }

  close(): void {
    this.#disk.close();
  }
}
