import type { Coverage } from "../../base/coverage.ts";
import type { SymbolPlace } from "../symbol-position.ts";
import type { NotAsked } from "./asking.ts";

/** What a server answered, and how much of what was asked that covers. */
export interface Answered<T> {
  readonly isAsked: true;
  readonly coverage: Coverage;
  /** As the server names itself. */
  readonly server: string;
  /** Where was asked, for questions about a place. */
  readonly place?: SymbolPlace;
  readonly value: T;
}

export type Outcome<T> = Answered<T> | NotAsked;
