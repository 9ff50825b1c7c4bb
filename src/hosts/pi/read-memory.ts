import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { ReadCoverage, type ReadLines } from "../../workspace/read-coverage.ts";
import { type Branch, entriesOf } from "./session-entries.ts";

const ENTRY_TYPE = "reticle-read";

/** The lines that this branch of the session has read, kept in the session itself. */
export class ReadMemory {
  readonly #pi: ExtensionAPI;
  #coverage = new ReadCoverage();

  constructor(pi: ExtensionAPI) {
    this.#pi = pi;
  }

  /** Throws when pi does not take the entry. */
  record(lines: ReadLines): void {
    if (this.#coverage.covers(lines)) return;
    this.#pi.appendEntry<ReadLines>(ENTRY_TYPE, lines);
    this.#coverage.record(lines);
  }

  restore(branch: Branch): void {
    this.#coverage = new ReadCoverage();
    for (const data of entriesOf(branch, ENTRY_TYPE)) if (isReadLines(data)) this.#coverage.record(data);
  }

  get coverage(): ReadCoverage {
    return this.#coverage;
  }
}

function isReadLines(data: object): data is ReadLines {
  const { path, hash, startLine, endLine } = data as Partial<ReadLines>;
  return (
    typeof path === "string" && typeof hash === "string" && typeof startLine === "number" && typeof endLine === "number"
  );
}
