import { DocumentMemory } from "../../../workspace/document-memory.ts";
import { isReticleError, ReticleError } from "../../../base/errors.ts";
import { pathToUri } from "../../../workspace/uri.ts";
import type { ResolvedPath } from "../../../workspace/workspace.ts";
import type { ServerDefinition } from "../../definition.ts";
import { excessOf } from "../../content-bound.ts";
import { languageIdOf } from "../../language-id.ts";
import type { OpenDocument, TouchOptions, VersionRange } from "../../language-servers.ts";
import type { PositionEncoding } from "../../position-encoding.ts";
import type { DocumentFacts } from "../registrations.ts";
import type { SyncRules } from "./sync-rules.ts";
import { incrementalChange } from "./text-change.ts";

/** Documents that stay open in one server; the one that was longest unused is closed for the next. */
const MAX_OPEN = 200;
/** Changes of the text that are remembered. */
const MAX_HISTORY = 6;

interface Entry {
  readonly path: string;
  /** Whether the server was told that it is open; it is told that it is closed only then. */
  readonly isTold: boolean;
  readonly uri: string;
  readonly languageId: string;
  version: number;
  text: string;
  /** What the disk held when it was last looked at; undefined: the document was opened with another text. */
  diskText: string | undefined;
  /** Publishes before the latest change was sent. */
  arrivalsBefore: number;
  /** `performance.now()` when it was sent. */
  changedAt: number;
  /** The texts of the latest versions, this one's at the end. */
  history: readonly PastText[];
  /** Shown a text that is not the disk's. */
  isProposed: boolean;
}

interface PastText extends VersionRange {
  readonly text: string;
}

export interface DocumentsOptions {
  readonly definition: ServerDefinition;
  readonly encoding: PositionEncoding;
  readonly rules: (document: DocumentFacts) => SyncRules;
  readonly notify: (method: string, params: unknown) => Promise<void>;
  /** Publishes so far. */
  readonly arrivals: () => number;
  readonly maxOpen?: number;
}

/** The documents one server has open, each brought up to date with the disk before it is asked about. */
export class Documents {
  readonly #options: DocumentsOptions;
  /** Longest unused first. */
  readonly #open = new Map<string, Entry>();
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #memory = new DocumentMemory();

  constructor(options: DocumentsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#open.size;
  }

  isOpen(path: string): boolean {
    return this.#open.has(path);
  }

  paths(): readonly string[] {
    return [...this.#open.keys()];
  }

  /** Opens or updates the document; with `text` to that, else to what the disk holds. */
  open(file: Pick<ResolvedPath, "absolute" | "shown">, text?: string): Promise<OpenDocument> {
    return this.#inTurn(file.absolute, async () => {
      const languageId = this.#languageIdOf(file);
      const wanted = text ?? (await this.#read(file));
      const entry = this.#open.get(file.absolute);
      const isOnDisk = text === undefined;
      if (entry === undefined) {
        return documentOf(await this.#sendOpen(file.absolute, { languageId, text: wanted, isOnDisk }), true);
      }
      const isChanged = entry.text !== wanted;
      entry.isProposed = !isOnDisk;
      if (isChanged) await this.#sendChange(entry, wanted);
      // Also after a text that was shown to the server before it was written.
      if (isOnDisk && entry.diskText !== wanted) await this.#sendSave(entry);
      this.#open.delete(file.absolute);
      this.#open.set(file.absolute, entry);
      return documentOf(entry, isChanged);
    });
  }

  /** Tells the server of a new version with the text it has, so that it looks at the document once more. */
  touch(path: string, { isForced = false }: TouchOptions = {}): Promise<void> {
    return this.#inTurn(path, async () => {
      const entry = this.#open.get(path);
      // clangd's word for it.
      if (entry !== undefined) await this.#sendChange(entry, entry.text, isForced ? { forceRebuild: true } : {});
    });
  }

  close(path: string): Promise<void> {
    return this.#inTurn(path, () => this.#sendClose(path));
  }

  /** What we wrote: the open document follows the disk, or is closed when the file is gone. */
  async followDisk(path: string): Promise<void> {
    if (!this.#open.has(path)) return;
    try {
      await this.open({ absolute: path, shown: path });
    } catch (error) {
      if (!isReticleError(error) || error.kind === "connection_closed") throw error;
      await this.close(path);
    }
  }

  async #read(file: Pick<ResolvedPath, "absolute" | "shown">): Promise<string> {
    try {
      return this.#memory.readNow(file.absolute, JSON.stringify(file.shown)).text;
    } catch (error) {
      // What the server still has of it would be answered from.
      await this.#sendClose(file.absolute);
      throw error;
    }
  }

  #languageIdOf({ absolute, shown }: Pick<ResolvedPath, "absolute" | "shown">): string {
    const { definition } = this.#options;
    const languageId = languageIdOf(definition, absolute);
    const only = definition.quirks?.onlyExtensions;
    if (languageId !== undefined && (only === undefined || only.some((extension) => absolute.endsWith(extension)))) {
      return languageId;
    }
    throw new ReticleError("unsupported", `${definition.title} does not serve ${JSON.stringify(shown)}`, {
      hint: `it serves ${Object.keys(definition.languageIds).join(" ")}`,
    });
  }

  async #sendOpen(
    path: string,
    { languageId, text, isOnDisk }: { readonly languageId: string; readonly text: string; readonly isOnDisk: boolean },
  ): Promise<Entry> {
    const { rules, notify, arrivals, maxOpen = MAX_OPEN } = this.#options;
    if (this.#open.size >= maxOpen) {
      // Not one that is being changed: a change of a closed document is the death of some servers.
      const [oldest] = [...this.#open].find(([one, { isProposed }]) => !isProposed && !this.#turns.has(one)) ?? [];
      if (oldest !== undefined) await this.#sendClose(oldest);
    }
    const diskText = isOnDisk ? text : undefined;
    const isTold = rules({ path, languageId }).sendsOpen;
    const [uri, arrivalsBefore] = [pathToUri(path), arrivals()];
    const entry: Entry = {
      path,
      isTold,
      uri,
      languageId,
      version: 1,
      text,
      diskText,
      arrivalsBefore,
      changedAt: performance.now(),
      history: [{ first: 1, last: 1, text }],
      isProposed: !isOnDisk,
    };
    this.#open.set(path, entry);
    if (isTold) {
      const textDocument = { uri: entry.uri, languageId, version: entry.version, text };
      await notify("textDocument/didOpen", { textDocument });
    }
    return entry;
  }

  async #sendChange(entry: Entry, text: string, more: object = {}): Promise<void> {
    const { rules, notify, arrivals, encoding } = this.#options;
    const { change } = rules(entry);
    const before = entry.text;
    entry.text = text;
    entry.version += 1;
    entry.arrivalsBefore = arrivals();
    entry.changedAt = performance.now();
    const { uri, version } = entry;
    entry.history = extended(entry.history, version, text);
    if (change !== "none") {
      const isWhole = change === "full" || before === text;
      const contentChanges = [isWhole ? { text } : incrementalChange(before, text, encoding)];
      await notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges, ...more });
    }
  }

  /** Every save is told to a server that wants to know; the text only within the bound. */
  async #sendSave(entry: Entry): Promise<void> {
    const { rules, notify } = this.#options;
    const { save } = rules(entry);
    const { uri, text } = entry;
    entry.diskText = text;
    if (save === "none") return;
    const withText = save === "with text" && excessOf(text) === undefined ? { text } : {};
    await notify("textDocument/didSave", { textDocument: { uri }, ...withText });
  }

  async #sendClose(path: string): Promise<void> {
    const entry = this.#open.get(path);
    if (entry === undefined) return;
    this.#open.delete(path);
    if (entry.isTold) await this.#options.notify("textDocument/didClose", { textDocument: { uri: entry.uri } });
  }

  /** One after the other for each path, so that versions and texts agree. */
  #inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(path) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine.catch(() => {});
    this.#turns.set(path, settled);
    void settled.then(() => {
      if (this.#turns.get(path) === settled) this.#turns.delete(path);
    });
    return mine;
  }
}

function extended(history: readonly PastText[], version: number, text: string): readonly PastText[] {
  const last = history.at(-1);
  return last?.text === text
    ? [...history.slice(0, -1), { ...last, last: version }]
    : [...history.slice(1 - MAX_HISTORY), { first: version, last: version, text }];
}

function documentOf({ history, ...entry }: Entry, isChanged: boolean): OpenDocument {
  const same = history.filter(({ text }) => text === entry.text);
  return { ...entry, isChanged, sameAs: same.map(({ first, last }) => ({ first, last })) };
}
