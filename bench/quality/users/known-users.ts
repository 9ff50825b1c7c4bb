export type UsersKind = "function" | "type" | "method";

/** How many symbols of each kind are asked for in one repository. */
export const wantedUsers: Readonly<Record<UsersKind, number>> = { function: 8, type: 6, method: 8 };

/** What a language server said about one symbol. */
export interface KnownSymbol {
  readonly kind: UsersKind;
  readonly name: string;
  readonly file: string;
  /** 1-based line of its name. */
  readonly line: number;
  /** File → lines that use it; declarations and import statements left out. */
  readonly uses: Readonly<Record<string, readonly number[]>>;
}

export interface KnownUsers {
  readonly repository: string;
  readonly commit: string;
  /** Name and version of the server that was asked. */
  readonly server: string;
  /** What the choice of symbols was drawn with. */
  readonly seed: number;
  readonly symbols: readonly KnownSymbol[];
}
