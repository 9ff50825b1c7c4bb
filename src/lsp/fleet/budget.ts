export interface Budget {
  readonly maxServers: number;
  readonly maxBytes: number;
}

/** A server as the budget sees it. */
export interface Consumer {
  /** `performance.now()` of the latest use. */
  readonly usedAt: number;
  /** Requests wait for it, or it is just starting: it is not taken away. */
  readonly isBusy: boolean;
  /** 0 where the system does not tell. */
  readonly bytes: number;
}

/**
 * Which servers have to go so that `wanted` more may start and all stay within the budget; the least
 * recently used first. `isEnough` is false when busy ones stand in the way.
 */
export function chooseToStop<C extends Consumer>(
  running: readonly C[],
  wanted: number,
  { maxServers, maxBytes }: Budget,
): { readonly stop: readonly C[]; readonly isEnough: boolean } {
  const idle = running.filter(({ isBusy }) => !isBusy).sort((a, b) => a.usedAt - b.usedAt);
  let count = running.length + wanted;
  let bytes = running.reduce((sum, one) => sum + one.bytes, 0);
  const stop: C[] = [];
  for (const one of idle) {
    // The one in use last stays, whatever it takes: stopping it would only start it again.
    const isOver = count > maxServers || (bytes > maxBytes && count > 1);
    if (!isOver) break;
    stop.push(one);
    count -= 1;
    bytes -= one.bytes;
  }
  return { stop, isEnough: count <= maxServers };
}
