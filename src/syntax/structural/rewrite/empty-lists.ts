import { emptyRuns, hasList } from "../ladder/comma-lists.ts";
import type { PrintTree } from "../ladder/pattern-request.ts";
import { judge, type Reading, type Rung, rungsOf } from "../ladder/rung.ts";
import type { StructuralLanguage } from "../languages/language.ts";

/** A template as it is written when some of its runs stand for nothing. */
export interface EmptiedTemplate {
  readonly source: string;
  /** Its syntax is known, and so are the commas that have to be there. */
  readonly isRead: boolean;
}

/**
 * Takes the commas beside empty runs out of a template, but for those without which it is something else: `(a,)` is a
 * tuple in some languages, and `(a)` is not.
 */
export async function withoutEmptyRuns(
  language: StructuralLanguage,
  { source, empty }: { readonly source: string; readonly empty: ReadonlySet<string> },
  printTree: PrintTree,
): Promise<EmptiedTemplate> {
  const read = async (rungs: readonly Rung[]): Promise<Reading | undefined> => {
    for (const rung of rungs) {
      const judgement = judge(rung, await printTree(rung.text));
      if (judgement.accepted) return judgement.reading;
    }
    return undefined;
  };
  const text = source.trim();
  let fragment = text;
  let reading = await read(rungsOf(language, fragment));
  if (reading === undefined) return { source, isRead: false };
  const settled = new Set<string>();
  for (;;) {
    const before: Reading = reading;
    const edit = emptyRuns(before, fragment).find(
      ({ variable, fragment: edited }) => empty.has(variable) && !settled.has(edited),
    );
    if (edit === undefined) return { source: source.replace(text, () => fragment), isRead: true };
    settled.add(edit.fragment);
    const inSameContext = (code: string) => rungsOf(language, code).filter(({ name }) => name === before.rung.name);
    const after = await read(inSameContext(edit.fragment));
    if (after === undefined || !hasList(after, edit, before)) {
      const held = await read(inSameContext(edit.withComma));
      if (held !== undefined && hasList(held, { ...edit, lost: 1 }, before)) continue;
    }
    if (after === undefined) return { source, isRead: false };
    fragment = edit.fragment;
    reading = after;
  }
}
