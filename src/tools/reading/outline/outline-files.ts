import { complete, type Coverage } from "../../../base/coverage.ts";
import { isReticleError } from "../../../base/errors.ts";
import type { FileFacts } from "../../../syntax/facts.ts";
import type { Syntax } from "../../../syntax/syntax.ts";
import type { ToolContext } from "../../core/context.ts";
import { syntaxErrorText } from "../source-file.ts";
import { type ItemConditions, keepItems } from "./keep-items.ts";
import { type ItemSelection, selectItems } from "./outline-items.ts";
import type { OutlinedFile } from "./outline-json.ts";
import type { OutlineScope, OutlineSource } from "./outline-scope.ts";

export interface ItemFilter extends ItemConditions {
  readonly selection: ItemSelection;
  readonly onlyPublicMembers: boolean;
}

/** What was found in the files of a scope. */
export interface Outlined {
  /** Files with items, and named files without; at most `MAX_FILES`. */
  readonly files: readonly OutlinedFile[];
  readonly coverage: Coverage;
  /** Files that were looked at. */
  readonly looked: number;
  /** Files that were not, because the answer was full or the time was over. */
  readonly left: number;
  /** Why the first file that could not be read could not. */
  readonly firstError: Error | undefined;
}

export const MAX_FILES = 50;
/** Below the deadline of a call, so that what was found by then can still be shown. */
const BUDGET_MS = 20_000;
const MAX_NAMED = 3;

export async function outlineFiles(
  scope: OutlineScope,
  filter: ItemFilter,
  services: { readonly syntax: Syntax; readonly context: ToolContext },
  signal: AbortSignal,
): Promise<Outlined> {
  const endsAt = performance.now() + BUDGET_MS;
  const files: OutlinedFile[] = [];
  const unread: { readonly shown: string; readonly error: Error }[] = [];
  const broken: string[] = [];
  let next = 0;
  for (; next < scope.files.length && files.length < MAX_FILES && performance.now() < endsAt; next += 1) {
    const source = scope.files[next];
    if (source === undefined) break;
    signal.throwIfAborted();
    const facts = await readFacts(source, services, signal);
    if (facts instanceof Error) {
      unread.push({ shown: source.shown, error: facts });
      continue;
    }
    if (facts.syntaxErrorCount > 0) broken.push(`code around ${source.shown}: ${syntaxErrorText(facts)}`);
    broken.push(...(facts.unread ?? []).map((text) => `${text} (${source.shown})`));
    const items = keepItems(selectItems(facts, filter.selection, filter.onlyPublicMembers), filter);
    if (items.length > 0 || source.isNamed) files.push({ path: source.shown, language: facts.language, items });
  }
  const left = scope.files.length - next;
  const missing = [
    ...scope.gaps,
    ...nameSome(unread.map(({ shown, error }) => `${shown} (${error.message})`)),
    ...nameSome(broken),
  ];
  return {
    files,
    coverage: coverageOf(next - unread.length, scope.files.length + scope.otherLanguage, missing, left),
    looked: next,
    left,
    firstError: unread[0]?.error,
  };
}

/** The facts, or why there are none. Throws on abort. */
async function readFacts(
  source: OutlineSource,
  { syntax, context }: { readonly syntax: Syntax; readonly context: ToolContext },
  signal: AbortSignal,
): Promise<FileFacts | Error> {
  try {
    const document = await context.workspace.read(source, "paths");
    return await syntax.facts(document, signal);
  } catch (error) {
    if (!isReticleError(error) || signal.aborted) throw error;
    return error;
  }
}

function nameSome(texts: readonly string[]): string[] {
  const named = texts.slice(0, MAX_NAMED);
  return texts.length > named.length ? [...named, `and ${texts.length - named.length} more of the kind`] : named;
}

function coverageOf(looked: number, whole: number, missing: readonly string[], left: number): Coverage {
  const rest =
    left > 0
      ? [`${left} ${left === 1 ? "file" : "files"} after those (narrow \`paths\`, or use \`globs\` or \`match\`)`]
      : [];
  const all = [...missing, ...rest];
  if (all.length === 0) return complete;
  return {
    state: "partial",
    looked: String(looked),
    whole: `${whole} ${whole === 1 ? "file" : "files"}`,
    missing: all.join("; "),
  };
}
