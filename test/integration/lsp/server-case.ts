/** A name in a file, found by a snippet that occurs once there: `greet` in `return greet(`. */
export interface Spot {
  readonly file: string;
  readonly snippet: string;
  readonly symbol: string;
}

/** A small real project, and what a server must say about it. Lines are 1-based. */
export interface ServerCase {
  /** Of the server. */
  readonly id: string;
  readonly files: Readonly<Record<string, string>>;
  /** Needs a trusted checkout. */
  readonly isTrusted?: boolean;
  /** A library of test-servers.ts whose packages the project has. */
  readonly library?: string;
  /** A file with one mistake, the line it is in, and words of what is said about it. */
  readonly mistake?: { readonly file: string; readonly line: number; readonly says: RegExp };
  /** A file without mistakes. */
  readonly clean: string;
  readonly definition?: Spot & { readonly leadsTo: string };
  /** Every place of a name as `file:line`, the declaration included. */
  readonly references?: Spot & { readonly are: readonly string[] };
  /** The files that a rename changes. */
  readonly rename?: Spot & { readonly changes: readonly string[]; readonly newName?: string };
  /** Names among the symbols of a file. */
  readonly symbols?: { readonly file: string; readonly include: readonly string[] };
}
