import type { PreviewMemory } from "../tools/core/staged-edits.ts";

const MAX_KNOWN = 64;

/** The previews that one run has shown, the latest last. */
export class RunPreviews implements PreviewMemory {
  readonly #known = new Map<string, string>();

  recall(question: string): string | undefined {
    return this.#known.get(question);
  }

  remember(question: string, state: string): void {
    this.forget(question);
    this.#known.set(question, state);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MAX_KNOWN) break;
      this.#known.delete(oldest);
    }
  }

  forget(question: string): void {
    this.#known.delete(question);
  }
}
