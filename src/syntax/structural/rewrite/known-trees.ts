import type { Engine } from "../ast-grep/engine.ts";
import type { PrintTree } from "../ladder/pattern-request.ts";

const MAX_KNOWN = 200;
const MAX_CHARS = 4_000;

/** Trees of short texts, asked for once: each costs a process. */
export class KnownTrees {
  readonly #engine: Engine;
  /** By language and text; the latest stand last. */
  readonly #known = new Map<string, string>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** For one call: what it has asked for already is waited for together, and given up with it. */
  printer(language: string, signal: AbortSignal): PrintTree {
    const asked = new Map<string, Promise<string>>();
    return async (text) => {
      const key = `${language}\n${text}`;
      const tree = this.#known.get(key) ?? asked.get(key);
      if (tree !== undefined) return await tree;
      const printing = this.#engine.printTree(language, text, { form: "cst", signal });
      if (text.length > MAX_CHARS) return await printing;
      asked.set(key, printing);
      const printed = await printing;
      this.#remember(key, printed);
      return printed;
    };
  }

  #remember(key: string, tree: string): void {
    this.#known.set(key, tree);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MAX_KNOWN) break;
      this.#known.delete(oldest);
    }
  }
}
