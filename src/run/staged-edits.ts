import { ReticleError } from "../base/errors.ts";
import type { NewEdit, StagedEdit, StagedEdits } from "../tools/core/staged-edits.ts";
import type { ChangedFile, ChangeSet } from "../workspace/changes/change-set.ts";
import type { SpillFile } from "./spill-file.ts";

const MAX_PENDING = 32;
/** What all edits of a run together keep in memory; the rest is on the disk. */
const MAX_MEMORY_BYTES = 8 * 1024 * 1024;

/** The edits that one run has staged. */
export class RunStagedEdits implements StagedEdits, AsyncDisposable {
  readonly #edits = new Map<string, KeptEdit>();
  readonly #memory: MemoryShare;
  /** Edits that are being staged. */
  readonly #open = new Set<KeptEdit>();
  #staged = 0;
  #isDisposed = false;

  constructor({ maxMemoryBytes = MAX_MEMORY_BYTES }: { readonly maxMemoryBytes?: number } = {}) {
    this.#memory = { free: maxMemoryBytes };
  }

  async stage({ label, files, summary }: NewEdit): Promise<string | undefined> {
    this.#refuseMore();
    const { changeSetOf } = await import("../workspace/changes/change-set.ts");
    const edit = new KeptEdit(label, this.#memory);
    this.#open.add(edit);
    try {
      for await (const file of files) for (const one of changeSetOf(label, [file]).files) await edit.add(one);
      if (this.#isDisposed) throw new ReticleError("cancelled", "the run has ended");
    } catch (error) {
      await edit.drop();
      throw error;
    } finally {
      this.#open.delete(edit);
    }
    if (edit.fileCount === 0) return undefined;
    this.#staged += 1;
    edit.id = `edit_${this.#staged}`;
    edit.summary = summary();
    this.#edits.set(edit.id, edit);
    return edit.id;
  }

  find(id: string): StagedEdit {
    return this.#require(id);
  }

  async discard(id: string): Promise<void> {
    const edit = this.#require(id);
    this.#edits.delete(id);
    await edit.drop();
  }

  markStale(id: string, why: string): void {
    this.#require(id).staleBecause = why;
  }

  pending(): readonly StagedEdit[] {
    return [...this.#edits.values()];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    const kept = [...this.#edits.values()];
    this.#edits.clear();
    await Promise.all(kept.map((edit) => edit.drop()));
  }

  #require(id: string): KeptEdit {
    const edit = this.#edits.get(id);
    if (edit !== undefined) return edit;
    throw new ReticleError("not_found", `no edit ${JSON.stringify(id)} is staged in this run; ${this.#listed()}`, {
      hint: this.#edits.size === 0 ? "stage one with ast_edit" : "pass one of the pending ids",
      data: { pending: [...this.#edits.keys()] },
    });
  }

  #listed(): string {
    if (this.#edits.size === 0) return "none is pending";
    return `pending: ${[...this.#edits.values()].map(({ id, label, summary }) => `${id} (${label}: ${summary})`).join(", ")}`;
  }

  #refuseMore(): void {
    if (this.#isDisposed) throw new ReticleError("cancelled", "the run has ended");
    if (this.#edits.size + this.#open.size < MAX_PENDING) return;
    throw new ReticleError("refused", `${MAX_PENDING} edits are staged already; ${this.#listed()}`, {
      hint: "accept or discard some of them with resolve",
    });
  }
}

/** What is left of the memory that the edits of a run share. */
interface MemoryShare {
  free: number;
}

interface KeptFile extends Omit<ChangedFile, "after"> {
  /** In memory, or where it stands in the spill file; undefined: the file will be gone. */
  readonly after: Buffer | { readonly start: number; readonly end: number } | undefined;
}

class KeptEdit implements StagedEdit {
  id = "";
  summary = "";
  staleBecause: string | undefined;
  readonly label: string;
  readonly #memory: MemoryShare;
  readonly #files: KeptFile[] = [];
  #inMemory = 0;
  #spill: SpillFile | undefined;

  constructor(label: string, memory: MemoryShare) {
    this.label = label;
    this.#memory = memory;
  }

  get fileCount(): number {
    return this.#files.length;
  }

  async add(file: ChangedFile): Promise<void> {
    this.#files.push({ ...file, after: file.after && (await this.#keep(file.after)) });
  }

  async changeSet(): Promise<ChangeSet> {
    const spilled = (await this.#spill?.readAll()) ?? Buffer.alloc(0);
    const files = this.#files.map(({ after, ...file }) => ({
      ...file,
      after: after === undefined || Buffer.isBuffer(after) ? after : spilled.subarray(after.start, after.end),
    }));
    return { label: this.label, files };
  }

  /** Gives back memory and disk. */
  async drop(): Promise<void> {
    this.#memory.free += this.#inMemory;
    this.#inMemory = 0;
    const spill = this.#spill;
    this.#spill = undefined;
    await spill?.close();
  }

  async #keep(bytes: Buffer): Promise<KeptFile["after"]> {
    if (bytes.length <= this.#memory.free) {
      this.#memory.free -= bytes.length;
      this.#inMemory += bytes.length;
      return bytes;
    }
    this.#spill ??= await (await import("./spill-file.ts")).SpillFile.create();
    const start = await this.#spill.append(bytes);
    return { start, end: start + bytes.length };
  }
}
