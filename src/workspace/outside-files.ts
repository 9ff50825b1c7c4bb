/** Beyond this the file that was named longest ago is forgotten. */
const MAX_FILES = 5_000;

/** Files outside a run's roots that a language server has named in it; they may be read, never written. */
export class OutsideFiles {
  readonly #paths = new Set<string>();

  add(path: string): void {
    this.#paths.delete(path);
    this.#paths.add(path);
    if (this.#paths.size <= MAX_FILES) return;
    for (const oldest of this.#paths) {
      this.#paths.delete(oldest);
      return;
    }
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }
}
