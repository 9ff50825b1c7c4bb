import { complete, type Coverage } from "../../base/coverage.ts";
import type { FileFacts } from "../../syntax/facts.ts";
import type { Found } from "./find-symbol.ts";
import type { SourceFile } from "./source-file.ts";
import { lineCountOf, spanText, type Span } from "./verbatim.ts";

/** Complete when `span` is all of the symbol; else partial, with the call that reads on. */
export function bodyCoverage({ shown, pathArgument }: SourceFile, found: Found, span: Span): Coverage {
  const above = { startLine: found.startLine, endLine: span.startLine - 1 };
  const below = { startLine: span.endLine + 1, endLine: found.endLine };
  const missing = [above, below].filter((part) => lineCountOf(part) > 0);
  const [next] = missing.toReversed();
  if (next === undefined) return complete;
  const size = Math.min(lineCountOf(span), lineCountOf(next));
  const line = next === below ? next.startLine + Math.floor(size / 2) : next.endLine - Math.floor((size - 1) / 2);
  const call = { [pathArgument]: shown, line, kinds: [found.kind], maxLines: size, onOversize: "slice" };
  return {
    state: "partial",
    looked: spanText(span),
    whole: `${found.kind} ${found.name} (${spanText(found)})`,
    missing: `${missing.map(spanText).join(" and ")}, next: read_enclosing ${JSON.stringify(call)}`,
  };
}

/** Says that the end of a symbol with a syntax error inside may be elsewhere. */
export function guessedEndNotes(facts: FileFacts, { startLine, endLine }: Span): string[] {
  const error = facts.syntaxErrors.find(({ line }) => startLine <= line && line <= endLine);
  return error === undefined ? [] : [`syntax error inside, at line ${error.line}: where the symbol ends is a guess`];
}
