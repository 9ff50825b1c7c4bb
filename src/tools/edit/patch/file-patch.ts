import { ReticleError } from "../../../base/errors.ts";

/** A line of a hunk: there and staying, there and going, or coming. */
export interface HunkLine {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

export interface Hunk {
  readonly lines: readonly HunkLine[];
  /** Lines that must come before it, each after the one before: `@@ class A`. */
  readonly headings: readonly string[];
  /** 1-based line of its first old line, as the patch says; other edits may have moved it. */
  readonly oldStart?: number;
  /** Its last old line is the last of the file. */
  readonly isAtEnd: boolean;
  /** Whether the new file ends without a line end; undefined: as before. */
  readonly lacksFinalLineEnd?: boolean;
  /** 1-based line in the patch, for messages. */
  readonly patchLine: number;
}

export type FilePatch =
  | {
      readonly kind: "add";
      readonly path: string;
      readonly lines: readonly string[];
      readonly lacksFinalLineEnd: boolean;
      /** Permission bits, when the patch says that it can be executed. */
      readonly mode?: number;
    }
  /** `lines`: all that the file must hold, where the patch says it. */
  | { readonly kind: "delete"; readonly path: string; readonly lines?: readonly string[] }
  | { readonly kind: "update"; readonly path: string; readonly newPath?: string; readonly hunks: readonly Hunk[] };

export function unreadable(line: number, what: string): ReticleError {
  return new ReticleError("invalid_input", `line ${line} of the patch ${what}; no file was changed`, {
    hint: "write it between *** Begin Patch and *** End Patch, or as a unified diff",
    data: { line },
  });
}

/** The old lines of a hunk: what must stand in the file. */
export function oldLines({ lines }: Hunk): readonly string[] {
  return lines.flatMap(({ sign, text }) => (sign === "+" ? [] : [text]));
}
