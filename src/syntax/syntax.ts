import type { SourceDocument } from "../workspace/document.ts";
import type { FileFacts } from "./facts.ts";
import type { Language } from "./languages.ts";

/** Reading of code by its syntax. Shared by all runs of an engine; facts are cached by content hash. */
export interface Syntax {
  /** The language a file name stands for, when we have a grammar for it. */
  languageOf(path: string): Language | undefined;
  /**
   * Facts of one document. Throws ReticleError: `unsupported` (no grammar), `too_large`,
   * `refused` (minified), `timeout`.
   */
  facts(document: SourceDocument, signal: AbortSignal): Promise<FileFacts>;
  /** Loads the grammar most likely to be needed next; meant for idle time. */
  warm(languageId: string): Promise<void>;
  /** Rows for the health report. */
  health(): readonly { readonly name: string; readonly value: string }[];
  dispose(): Promise<void>;
}
