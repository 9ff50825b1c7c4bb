import type { IndexFacts } from "../../syntax/references/index-facts.ts";
import type { GrammarNames } from "../../syntax/tree/grammar-types.ts";
import type { PlainTree } from "../../syntax/tree/syntax-tree.ts";
import type { FileStamp, ParsedFile } from "../store/parsed-batch.ts";

/** What is known of a file besides its facts. */
export interface FileHead {
  readonly id: number;
  /** Relative to the root. */
  readonly path: string;
  readonly stamp: FileStamp;
  readonly hash: string;
}

/** One file that was read, before it is laid out flat with others. */
export type ReadFile =
  | { readonly outcome: "gone"; readonly id: number }
  | { readonly outcome: "unchanged"; readonly head: FileHead }
  | {
      readonly outcome: "words";
      readonly head: FileHead;
      readonly facts: Pick<ParsedFile, "language" | "lineCount" | "words" | "note">;
    }
  | { readonly outcome: "indexed"; readonly head: FileHead; readonly facts: IndexFacts; readonly words: string };

/** One whose facts are still to be read from its tree. Plain data: it crosses to another thread. */
export interface TreeFile {
  readonly outcome: "tree";
  readonly head: FileHead;
  readonly words: string;
  /** Its id. */
  readonly language: string;
  readonly text: string;
  readonly tree: PlainTree;
}

/** What a reader that leaves the trees to whoever asks makes of a batch. */
export interface FilesRead {
  readonly files: readonly (ReadFile | TreeFile)[];
  /** Ids of languages that no answer before had a tree in, and the names of their grammars. */
  readonly grammars: readonly (readonly [language: string, names: GrammarNames])[];
  /** As `BatchResponse` has it. */
  readonly unread: readonly number[];
}
