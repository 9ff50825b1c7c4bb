/** Why a call failed. Closed: callers branch on the kind, never on message text. */
export type ErrorKind =
  | "invalid_input"
  | "not_found"
  | "refused"
  | "unsupported"
  | "too_large"
  | "executable_not_found"
  | "start_failed"
  | "timeout"
  | "cancelled"
  | "connection_closed"
  | "protocol"
  | "conflict"
  | "internal";

export interface ErrorFacts {
  /** The next step the reader can take: a call, a command, a setting. */
  readonly hint?: string;
  /** Flat facts about the failure (exit codes, limits, names), JSON only. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

const brand: unique symbol = Symbol.for("reticle.error") as never;

/**
 * The only error that leaves a domain on purpose. `message` says what failed and why in one
 * sentence without a final period; `hint` says what to do next.
 */
export class ReticleError extends Error {
  readonly kind: ErrorKind;
  readonly hint: string | undefined;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly [brand] = true;

  constructor(kind: ErrorKind, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = "ReticleError";
    this.kind = kind;
    this.hint = facts.hint;
    this.data = facts.data;
  }
}

/** Recognises our errors across module copies, by brand instead of by class. */
export function isReticleError(value: unknown): value is ReticleError {
  return typeof value === "object" && value !== null && brand in value;
}
