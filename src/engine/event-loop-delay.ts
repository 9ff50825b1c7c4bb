import { createHistogram } from "node:perf_hooks";
import type { RecordableHistogram } from "node:perf_hooks";
import type { HealthRow } from "../tools/core/context.ts";

/** How often the loop is asked to come back while something is measured. */
const INTERVAL_MS = 5;
const MICROSECONDS_PER_MS = 1_000;

/**
 * How long the event loop kept others waiting while calls ran. Between calls nothing is measured,
 * so an idle process has no timer that wakes it.
 */
export class EventLoopDelay {
  /** Microseconds. */
  #histogram: RecordableHistogram | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** When the loop should come back next. */
  #dueAt = 0;
  #entered = 0;

  /** Measures until the returned function is called; it is safe to call twice. */
  enter(): () => void {
    this.#entered += 1;
    if (this.#entered === 1) this.#expectNext();
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#entered -= 1;
      if (this.#entered > 0) return;
      clearTimeout(this.#timer);
      // A call that kept the loop from its start to its end left the timer no time to fire.
      if (performance.now() > this.#dueAt) this.#record();
    };
  }

  health(): HealthRow {
    return { name: "event loop delay", value: this.#describe() };
  }

  #expectNext(): void {
    this.#dueAt = performance.now() + INTERVAL_MS;
    this.#timer = setTimeout(() => {
      this.#record();
      this.#expectNext();
    }, INTERVAL_MS).unref();
  }

  #record(): void {
    this.#histogram ??= createHistogram();
    // The histogram takes no zero.
    const delay = Math.round((performance.now() - this.#dueAt) * MICROSECONDS_PER_MS);
    this.#histogram.record(Math.max(1, delay));
  }

  #describe(): string {
    const histogram = this.#histogram;
    if (histogram === undefined) return "not measured yet: no call has taken long enough";
    const ms = (microseconds: number): string => `${(microseconds / MICROSECONDS_PER_MS).toFixed(1)} ms`;
    const { count, max } = histogram;
    const quantiles = `p50 ${ms(histogram.percentile(50))}, p99 ${ms(histogram.percentile(99))}, max ${ms(max)}`;
    return `${quantiles} over ${count} ${count === 1 ? "sample" : "samples"} while calls ran`;
  }
}
