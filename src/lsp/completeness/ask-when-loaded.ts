import { type Asking, remainingMs } from "../operations/asking.ts";
import { loading, whenLoaded } from "./readiness.ts";
import type { Target } from "../operations/target.ts";

/** A server that has just been shown a document may answer before it has looked at it. */
const FIRST_LOOK_MS = 1_500;

export interface WhenLoaded<T> {
  readonly value: T;
  /** What the server was still loading when it answered. */
  readonly loading: readonly string[];
}

/**
 * Asks when the server has loaded what it is loading, within bounds; asks again when it began to load
 * while it was asked, and when it knew nothing about a document that it was only just shown.
 */
export async function askWhenLoaded<T>(
  target: Target,
  asking: Asking,
  question: () => Promise<T>,
  isEmpty: (value: T) => boolean = isNothing,
): Promise<WhenLoaded<T>> {
  const { server, document } = target;
  const before = await whenLoaded(server, asking);
  let value = await question();
  if (isEmpty(value) && document.isChanged) {
    await lookedAt(target, asking);
    value = await question();
  }
  if (before.length > 0 || loading(server).length === 0) return { value, loading: before };
  const after = await whenLoaded(server, asking);
  return { value: await question(), loading: after };
}

function isNothing(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

async function lookedAt({ server, file, document }: Target, asking: Asking): Promise<void> {
  const deadlineMs = Math.min(FIRST_LOOK_MS, remainingMs(asking));
  const limit = AbortSignal.any([asking.signal, AbortSignal.timeout(deadlineMs)]);
  const method = "textDocument/diagnostic";
  const look = server.supports(method, file.absolute)
    ? server.request(method, { textDocument: { uri: document.uri } }, { signal: limit, deadlineMs })
    : server.published.next(file.absolute, document.arrivalsBefore, limit);
  await look.catch(() => asking.signal.throwIfAborted());
}
