import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { ToolActivation } from "../../tools/core/context.ts";
import { type Branch, entriesOf } from "./session-entries.ts";

const ENTRY_TYPE = "reticle-activated";

/**
 * The tools that wait to be asked for. What was activated is kept in the session, so that it is
 * there again after a reload, a fork and a resume. Only ever adds to pi's active tools.
 */
export class ToolLoading implements ToolActivation {
  readonly #pi: ExtensionAPI;
  readonly #waiting: string[] = [];
  #remembered: ReadonlySet<string> = new Set();

  constructor(pi: ExtensionAPI) {
    this.#pi = pi;
  }

  /** False on a pi that cannot change its active tools: there everything is active from the start. */
  get isSupported(): boolean {
    return typeof this.#pi.setActiveTools === "function" && typeof this.#pi.getActiveTools === "function";
  }

  offer(name: string): void {
    this.#waiting.push(name);
  }

  catalogue(): readonly string[] {
    return this.#waiting;
  }

  activate(names: readonly string[]): readonly string[] {
    const added = this.#show(names);
    if (names.some((name) => !this.#remembered.has(name))) {
      this.#remembered = new Set([...this.#remembered, ...names]);
      this.#pi.appendEntry(ENTRY_TYPE, { tools: names });
    }
    return added;
  }

  /** Activates what the branch remembers, and remembers that. */
  restore(branch: Branch): void {
    const names = entriesOf(branch, ENTRY_TYPE).flatMap(({ tools }) => (Array.isArray(tools) ? tools : []));
    const known = this.#waiting.filter((name) => names.includes(name));
    this.#remembered = new Set(known);
    if (known.length > 0) this.#show(known);
  }

  /** The names that are active now and were not before. */
  #show(names: readonly string[]): readonly string[] {
    if (!this.isSupported) return [];
    const before = this.#pi.getActiveTools();
    const missing = names.filter((name) => !before.includes(name));
    if (missing.length === 0) return [];
    this.#pi.setActiveTools([...before, ...missing]);
    const now = this.#pi.getActiveTools();
    return missing.filter((name) => now.includes(name));
  }
}
