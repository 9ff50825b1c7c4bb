export interface DegradationGroup {
  readonly kind: string;
  readonly count: number;
  /** Entries that the bound kept out of `latest`. */
  readonly droppedCount: number;
  readonly latest: readonly { readonly subject: string; readonly reason: string }[];
}

const MAX_KINDS = 32;
const MAX_ENTRIES = 20;
const MAX_FIELD = 200;
const OVERFLOW = "other";

/** Counts what ran worse than it should, grouped by kind; bounded in kinds, entries and field length. */
export class DegradationLedger {
  readonly #groups = new Map<string, { count: number; latest: { subject: string; reason: string }[] }>();

  record(kind: string, subject: string, reason: string): void {
    const key = this.#groups.has(kind) || this.#groups.size < MAX_KINDS - 1 ? kind : OVERFLOW;
    const group = this.#groups.get(key) ?? { count: 0, latest: [] };
    this.#groups.set(key, group);
    group.count += 1;
    group.latest.push({ subject: subject.slice(0, MAX_FIELD), reason: reason.slice(0, MAX_FIELD) });
    if (group.latest.length > MAX_ENTRIES) group.latest.shift();
  }

  count(kind: string): number {
    return this.#groups.get(kind)?.count ?? 0;
  }

  summary(): DegradationGroup[] {
    return [...this.#groups].map(([kind, { count, latest }]) => ({
      kind,
      count,
      droppedCount: count - latest.length,
      latest: latest.map((entry) => ({ ...entry })),
    }));
  }
}
