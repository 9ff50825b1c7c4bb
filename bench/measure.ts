export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export interface Contender {
  readonly label: string;
  /** One run; the milliseconds it took. */
  readonly run: () => Promise<number>;
}

/** Runs the contenders in turn (A B C A B C …), so that a machine that drifts drifts for all; medians by label. */
export async function interleave(contenders: readonly Contender[], runs: number): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>(contenders.map(({ label }) => [label, []]));
  for (let round = -1; round < runs; round++) {
    for (const { label, run } of contenders) {
      const ms = await run();
      if (round >= 0) times.get(label)?.push(ms); // round -1 warms the disk
    }
  }
  return times;
}

/** One row of the table. `bar` is the limit for `value`; absent values print as "–". */
export interface Row {
  readonly measure: string;
  readonly unit: "ms" | "MB" | "×";
  readonly value: number;
  readonly bar: number;
  readonly peers?: Readonly<Record<string, number>>;
  readonly note?: string;
  /** The bar is a time that was agreed on one machine, and no ratio to anything in this run. */
  readonly isGoal?: true;
}

/** What the peers took, spawn → tools/list, on the machine and day on which the goals were set, in ms. */
const goalMachine: Readonly<Record<string, number>> = { "bare SDK": 130, "pi-lens 3.8.73": 334 };

/**
 * How much slower than the machine of the goals this run is, by the peers that were measured in both; the kindest
 * to the goals of them, and never below 1. Goals are stretched by it.
 */
export function slownessOf(rows: readonly Row[]): number {
  const ratios = Object.entries(rows[0]?.peers ?? {}).flatMap(([label, ms]) => {
    const then = goalMachine[label];
    return then === undefined ? [] : [ms / then];
  });
  return ratios.length === 0 ? 1 : Math.max(1, Math.min(...ratios));
}

const barOf = ({ bar, isGoal }: Row, slowness: number): number => (isGoal === true ? bar * slowness : bar);

export const isHeld = (row: Row, slowness: number): boolean => row.value <= barOf(row, slowness);

const shown = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2));

export function formatTable(rows: readonly Row[], slowness: number): string {
  const cells = rows.map((row) => [
    row.measure,
    `${shown(row.value)} ${row.unit}`,
    `≤ ${shown(row.bar)} ${row.unit}${row.isGoal === true && slowness > 1 ? ` × ${slowness.toFixed(2)}` : ""}`,
    isHeld(row, slowness) ? "holds" : "MISSED",
    Object.entries(row.peers ?? {})
      .map(([name, value]) => `${name} ${shown(value)}`)
      .join(", ") || "–",
    row.note ?? "",
  ]);
  const header = ["measure", "Reticle", "bar", "", "beside", "note"];
  const lines = [header, header.map(() => "---"), ...cells].map((line) => `| ${line.join(" | ")} |`);
  return lines.join("\n");
}
