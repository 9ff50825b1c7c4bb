import type { FileVersion } from "../../findings/findings-ledger.ts";
import { countLines } from "../../lsp/content-bound.ts";
import { readDocument } from "../../workspace/read-document.ts";

/** What the disk holds; undefined: no such file, or none that anybody could look at. */
export async function versionNow(path: string): Promise<FileVersion | undefined> {
  return readDocument(path, path).then(
    ({ hash, text }) => ({ hash, lineCount: countLines(text) }),
    () => undefined,
  );
}
