import type { ReportMemory } from "../tools/core/context.ts";

/** Files that an agent goes back to while it works on something. */
const MAX_KNOWN = 8;

interface Known {
  readonly parts: readonly unknown[];
  readonly report: unknown;
}

/** The reports that one run has given, the latest last. */
export class RecentReports implements ReportMemory {
  readonly #known = new Map<string, Known>();

  keep<T extends object>(question: string, parts: readonly unknown[], make: () => T): T {
    const found = this.#known.get(question);
    this.#known.delete(question);
    const known = found !== undefined && isSame(found.parts, parts) ? found : { parts, report: make() };
    this.#known.set(question, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    return known.report as T;
  }
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((part, at) => part === others[at]);
}
