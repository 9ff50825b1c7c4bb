import type { FileVersion } from "../../findings/findings-ledger.ts";
import { countLines } from "../../lsp/content-bound.ts";
import type { SourceDocument } from "../../workspace/document.ts";
import { readDocument } from "../../workspace/read-document.ts";

/** What the disk holds; undefined: no such file, or none that anybody could look at. */
export async function documentNow(path: string): Promise<SourceDocument | undefined> {
  return readDocument(path, path).catch(() => undefined);
}

export async function versionNow(path: string): Promise<FileVersion | undefined> {
  const document = await documentNow(path);
  return document === undefined ? undefined : versionOf(document);
}

export function versionOf({ hash, text }: SourceDocument): FileVersion {
  return { hash, lineCount: countLines(text) };
}
