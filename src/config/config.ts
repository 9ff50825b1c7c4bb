/** Effective settings of a run, with where each came from. */
export interface Config {
  isToolEnabled(name: string): boolean;
}
