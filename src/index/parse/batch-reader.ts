import type { FileToParse, ParsedBatch } from "../store/parsed-batch.ts";
import { BatchBuilder } from "./batch-builder.ts";
import { FileReader } from "./file-reader.ts";
import type { FilesRead, ReadFile, TreeFile } from "./read-file.ts";

export interface BatchRequest {
  /** Canonical and absolute. */
  readonly root: string;
  readonly files: readonly FileToParse[];
  /** Ids of languages: files in them will follow, so their grammars are loaded now. */
  readonly languages?: readonly string[];
}

export interface BatchResponse {
  readonly batch: ParsedBatch;
  /** Places in the request of files that are not in the batch, because a grammar failed on the one before them. */
  readonly unread: readonly number[];
}

/** Reads and parses files, one after the other, in a thread or process that does nothing else. */
export class BatchReader {
  readonly #reader = new FileReader();
  readonly #nameWords = new Map<string, string>();
  /** Ids of languages whose names were given. */
  readonly #named = new Set<string>();

  /** Spares the first file a part of what it would wait for. */
  start(): void {
    this.#reader.start();
  }

  /** What was loaded cannot be trusted any more: the thread or process must end. */
  get hasCrashed(): boolean {
    return this.#reader.hasCrashed;
  }

  async read(request: BatchRequest): Promise<BatchResponse> {
    const builder = new BatchBuilder(this.#nameWords);
    const unread = await this.#readAll(request, async (file) =>
      builder.add(await this.#reader.read(file, request.root)),
    );
    return { batch: builder.finish(), unread };
  }

  /** The same for whoever reads the facts from the trees itself. */
  async readTrees(request: BatchRequest): Promise<FilesRead> {
    const files: (ReadFile | TreeFile)[] = [];
    const unread = await this.#readAll(request, async (file) => {
      files.push(await this.#reader.readTree(file, request.root));
    });
    const grammars = [...this.#reader.grammarNames].filter(([language]) => !this.#named.has(language));
    for (const [language] of grammars) this.#named.add(language);
    return { files, unread, grammars };
  }

  /** Returns the places of those that were left unread. */
  async #readAll(
    { files, languages = [] }: BatchRequest,
    read: (file: FileToParse) => Promise<void>,
  ): Promise<number[]> {
    await this.#reader.load(languages);
    const unread: number[] = [];
    for (const [place, file] of files.entries()) {
      if (this.hasCrashed) unread.push(place);
      else await read(file);
    }
    return unread;
  }
}
