/** One language as data: the next one is a row here plus a query file. */
export interface Language {
  /** ast-grep's id where it has the language ("typescript", "tsx", "python" …). */
  readonly id: string;
  /** Lower case, with the dot. */
  readonly extensions: readonly string[];
}
