import { hash } from "node:crypto";
import { isReticleError } from "../../../base/errors.ts";
import type { ToolContext } from "../../core/context.ts";
import { type SourceFile, syntaxErrorText } from "../../reading/source-file.ts";

/** What the new text of a file parses to, where that is worse than before; empty when it is not. */
export async function parseNote(
  { document, facts: before }: SourceFile,
  after: string,
  { context, signal }: { readonly context: ToolContext; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  const changed = { ...document, text: after, hash: hash("sha1", after, "hex"), bytes: Buffer.byteLength(after) };
  try {
    const facts = await context.phase("parse", async () => (await context.syntax()).facts(changed, signal));
    if (facts.syntaxErrorCount <= before.syntaxErrorCount) return [];
    const was = before.syntaxErrorCount === 0 ? "none" : syntaxErrorText(before);
    return [`no longer parses: ${syntaxErrorText(facts)}; before: ${was}`];
  } catch (error) {
    if (!isReticleError(error) || signal.aborted) throw error;
    return [`not known whether it parses: ${error.message}`];
  }
}
