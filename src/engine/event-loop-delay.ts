import { monitorEventLoopDelay } from "node:perf_hooks";
import type { HealthRow } from "../tools/core/context.ts";

/** How often the loop is asked to come back while something is measured. */
const RESOLUTION_MS = 1;
const NANOSECONDS_PER_MS = 1e6;

/**
 * How long the event loop kept others waiting while calls ran. Between calls nothing is measured,
 * so an idle process has no timer that wakes it.
 */
export class EventLoopDelay {
  #histogram: ReturnType<typeof monitorEventLoopDelay> | undefined;
  #entered = 0;

  /** Measures until the returned function is called; it is safe to call twice. */
  enter(): () => void {
    this.#histogram ??= monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    this.#entered += 1;
    if (this.#entered === 1) this.#histogram.enable();
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#entered -= 1;
      if (this.#entered === 0) this.#histogram?.disable();
    };
  }

  health(): HealthRow {
    return { name: "event loop delay", value: this.#describe() };
  }

  #describe(): string {
    const histogram = this.#histogram;
    if (histogram === undefined || histogram.count === 0) return "not measured yet: no call has taken long enough";
    const ms = (nanoseconds: number): string => `${Math.max(0, nanoseconds / NANOSECONDS_PER_MS - RESOLUTION_MS).toFixed(1)} ms`;
    const { max, count } = histogram;
    return `p50 ${ms(histogram.percentile(50))}, p99 ${ms(histogram.percentile(99))}, max ${ms(max)} over ${count} samples while calls ran`;
  }
}
