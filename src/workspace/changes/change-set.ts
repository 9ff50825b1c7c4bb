import { ReticleError } from "../../base/errors.ts";
import type { SourceDocument } from "../document.ts";
import { encodeText } from "../text/encode.ts";

/** What one path is before and after. */
export interface ChangedFile {
  /** Canonical absolute path. */
  readonly path: string;
  /** As messages name it. */
  readonly shown: string;
  /** Hex SHA-1 of the bytes that must be on the disk; undefined: nothing may be there. */
  readonly before: string | undefined;
  /** The bytes that will be there; undefined: nothing will. */
  readonly after: Buffer | undefined;
  /** Permission bits. Default: those of the file that is replaced, or of `from`, or what the system gives a new file. */
  readonly mode?: number;
  /** Where a file that is created was before; a path of the same set. */
  readonly from?: string;
}

/** Files that change together: all or none. No path is there twice. */
export interface ChangeSet {
  /** What made it, in a few words: "lsp_rename". */
  readonly label: string;
  readonly files: readonly ChangedFile[];
  /** Folders that go, the outermost first, when nothing else is in them afterwards. */
  readonly folders?: readonly string[];
}

export interface PathChange {
  /** Canonical absolute path. */
  readonly path: string;
  readonly kind: "created" | "changed" | "deleted";
  /** Where a file that was created was before. */
  readonly from?: string;
}

/** What was written, and the name under which it can be taken back. */
export interface Commit {
  /** Undefined when the set holds no change. */
  readonly undoId: string | undefined;
  readonly changes: readonly PathChange[];
}

/** A file as text before and after. */
export interface TextChange {
  readonly path: string;
  readonly shown: string;
  /** As it is on the disk; undefined: there is no such file. */
  readonly before: SourceDocument | undefined;
  /** As it will be, without the byte order mark; undefined: it will be gone. */
  readonly after: string | undefined;
  /** The file whose encoding and byte order mark it takes over: itself, or the one it was renamed from. */
  readonly origin?: SourceDocument | undefined;
  readonly from?: string | undefined;
  /** Permission bits of a new file. */
  readonly mode?: number | undefined;
}

/** Texts as bytes in the encoding that each file has. Throws `unsupported` when an encoding cannot say the new text. */
export function changeSetOf(label: string, files: readonly TextChange[]): ChangeSet {
  return {
    label,
    files: files.map(({ path, shown, before, after, origin = before, from, mode }) => ({
      path,
      shown,
      before: before?.hash,
      after: after === undefined ? undefined : encoded(after, shown, origin),
      ...(from === undefined ? {} : { from }),
      ...(mode === undefined ? {} : { mode }),
    })),
  };
}

function encoded(text: string, shown: string, origin: SourceDocument | undefined): Buffer {
  const { encoding = "utf-8", hasBom = false } = origin ?? {};
  if (encoding === "utf-8" && !text.isWellFormed()) {
    throw new ReticleError(
      "invalid_input",
      `the new text of ${shown} holds half a character (${loneIn(text)}); nothing was changed`,
      {
        hint: "a character outside the Basic Multilingual Plane has two parts, which belong together",
      },
    );
  }
  const bytes = encodeText(text, { encoding, hasBom });
  if (bytes !== undefined) return bytes;
  throw new ReticleError(
    "unsupported",
    `the new text of ${shown} cannot be written as ${encoding}; nothing was changed`,
    {
      hint: "save the file as UTF-8 first",
    },
  );
}

/** The first surrogate without its other half. */
function loneIn(text: string): string {
  const [lone = ""] = /[\uD800-\uDFFF]/u.exec(text) ?? [];
  return `\\u${lone.charCodeAt(0).toString(16)}`;
}

export function kindOf({ before, after }: { readonly before: unknown; readonly after: unknown }): PathChange["kind"] {
  if (after === undefined) return "deleted";
  return before === undefined ? "created" : "changed";
}
