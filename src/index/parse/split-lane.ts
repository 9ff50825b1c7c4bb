import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { isReticleError } from "../../base/errors.ts";
import { languages } from "../../syntax/languages.ts";
import type { LanguageDefinition } from "../../syntax/language-definition.ts";
import { TreeFacts } from "../../syntax/tree-facts.ts";
import { BatchBuilder } from "./batch-builder.ts";
import type { BatchRequest, BatchResponse } from "./batch-reader.ts";
import { lineCountOf } from "./line-count.ts";
import type { ParseLane } from "./parse-lane.ts";
import type { ReadFile, TreeFile } from "./read-file.ts";
import type { ThreadLane } from "./thread-lane.ts";

/** For the facts of one file. */
const DEADLINE_MS = 5_000;
/** How long the files of a batch keep the event loop. */
const SLICE_MS = 10;

/**
 * Parses in a thread, and reads the facts from its trees in the thread that asks. A short build is mostly code that runs
 * for its first time: two threads that do the same would both have to warm it up, and here each has its own half.
 */
export class SplitLane implements ParseLane {
  readonly #thread: ThreadLane;
  readonly #facts = new TreeFacts(DEADLINE_MS);
  readonly #nameWords = new Map<string, string>();

  constructor(thread: ThreadLane) {
    this.#thread = thread;
  }

  async parse(request: BatchRequest): Promise<BatchResponse> {
    for (const { language, isParsed } of request.files) {
      if (isParsed && language !== null) this.#facts.expect(languageOf(language));
    }
    const { files, grammars, unread } = await this.#thread.parseTrees(request);
    for (const [id, names] of grammars) this.#facts.addGrammar(languageOf(id), names);
    const builder = new BatchBuilder(this.#nameWords);
    let sliceEnd = performance.now() + SLICE_MS;
    for (const file of files) {
      builder.add(file.outcome === "tree" ? await this.#factsOf(file, request.root) : file);
      if (performance.now() < sliceEnd) continue;
      await setImmediate();
      sliceEnd = performance.now() + SLICE_MS;
    }
    return { batch: builder.finish(), unread };
  }

  hasCrashed(): boolean {
    return this.#thread.hasCrashed();
  }

  rest(): Promise<void> {
    return this.#thread.rest();
  }

  dispose(): Promise<void> {
    return this.#thread.dispose();
  }

  async #factsOf({ head, text, tree, words, language }: TreeFile, root: string): Promise<ReadFile> {
    try {
      const facts = await this.#facts.read(tree, { text, path: join(root, head.path) }, languageOf(language));
      return { outcome: "indexed", head, facts, words };
    } catch (error) {
      if (!isReticleError(error)) throw error;
      return { outcome: "words", head, facts: { language, lineCount: lineCountOf(text), words, note: error.message } };
    }
  }
}

function languageOf(id: string): LanguageDefinition {
  return languages.find((language) => language.id === id) as LanguageDefinition;
}
