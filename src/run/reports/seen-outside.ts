import { hasOutsideView } from "../../syntax/outside-view/outside-view.ts";
import type { PathChange } from "../../workspace/changes/change-set.ts";
import type { SourceDocument } from "../../workspace/document.ts";
import type { ReportMemory } from "./report-memory.ts";
import { documentNow } from "./version-now.ts";

/** Of files that change together; who changes more changes what others see. */
const MAX_COMPARED = 4;

/** Forgets what these files were; what it returns remembers what they are now, before they change. */
export function noteBefore(
  paths: readonly string[],
  { before }: ReportMemory,
): ((document: SourceDocument) => void) | undefined {
  for (const path of paths) before.delete(path);
  return paths.length > MAX_COMPARED ? undefined : (document) => void before.set(document.path, document);
}

/** Whether other files may notice the changes. True unless it is known that none can. */
export async function isSeenOutside(
  changes: readonly PathChange[],
  before: readonly (SourceDocument | undefined)[],
  { ports, closing, outsideViews }: ReportMemory,
): Promise<boolean> {
  const syntax = await ports.syntax();
  const isKnown = ({ path, kind }: PathChange): boolean =>
    kind === "changed" && hasOutsideView(syntax.languageOf(path)?.id ?? "");
  if (!changes.every(isKnown)) return true;
  for (const document of before) {
    const after = document && (await documentNow(document.path));
    if (document === undefined || after === undefined) return true;
    if (!(await outsideViews.isSame(document, after, (one) => syntax.facts(one, closing)))) return true;
  }
  return false;
}

/** What was noted of files that have changed now; undefined: nothing. */
export function takeBefore(
  changes: readonly PathChange[],
  { before }: ReportMemory,
): readonly (SourceDocument | undefined)[] {
  return changes.map(({ path }) => {
    const document = before.get(path);
    before.delete(path);
    return document;
  });
}
