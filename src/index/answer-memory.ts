/** What questions keep for the next one while the index stays as it is. */
export interface Memory {
  /** What is kept under a key, else what `make` makes, which is kept then. */
  keep<T>(key: string, make: () => T): T;
}

const MAX_ANSWERS = 48;

/** Answers that hold until the index changes; those that were not asked for the longest go first. */
export class AnswerMemory {
  #state: string | undefined;
  readonly #answers = new Map<string, unknown>();

  /** The memory of one state of the index. Of a state that is over it gives nothing and keeps nothing. */
  at(state: string): Memory {
    if (this.#state !== state) {
      this.#state = state;
      this.#answers.clear();
    }
    return {
      keep: <T>(key: string, make: () => T): T => {
        if (this.#state !== state) return make();
        const kept = this.#answers.has(key) ? (this.#answers.get(key) as T) : make();
        this.#answers.delete(key);
        this.#answers.set(key, kept);
        const [oldest] = this.#answers.keys();
        if (this.#answers.size > MAX_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
        return kept;
      },
    };
  }
}
