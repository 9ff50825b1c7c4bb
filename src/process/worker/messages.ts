import { isReticleError, ReticleError, type ErrorKind } from "../../base/errors.ts";

export interface WorkerRequest {
  readonly id: number;
  readonly payload: unknown;
}
/** Stands where an answer has its request's: the child says something by itself. */
export const NOTICE_ID = 0;

export type WorkerResponse =
  | { readonly id: number; readonly result?: unknown }
  | { readonly id: number; readonly error: WorkerError };

/** The facts of an error that survive the way through a pipe. */
export interface WorkerError {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly hint?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

export function toWorkerError(error: unknown): WorkerError {
  if (!isReticleError(error))
    return { kind: "internal", message: error instanceof Error ? error.message : String(error) };
  return {
    kind: error.kind,
    message: error.message,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    ...(error.data === undefined ? {} : { data: error.data }),
  };
}

export function fromWorkerError({ kind, message, ...facts }: WorkerError): ReticleError {
  return new ReticleError(kind, message, facts);
}

export function isWorkerResponse(value: unknown): value is WorkerResponse {
  return typeof value === "object" && value !== null && "id" in value && typeof value.id === "number";
}
