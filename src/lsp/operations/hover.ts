import type {
  Hover,
  MarkedString,
  MarkupContent,
  SignatureHelp,
  SignatureInformation,
} from "vscode-languageserver-protocol";
import { shortenText } from "../../base/code-points.ts";
import { askWhenLoaded } from "../completeness/ask-when-loaded.ts";
import { type Asking, ask, isNotAsked } from "./asking.ts";
import { coverageOf } from "../completeness/coverage-of.ts";
import type { Outcome } from "./outcome.ts";
import { openTarget, positionParams, type SymbolQuery, type Target } from "./target.ts";

/** Enough for a signature and a long doc comment. */
const MAX_HOVER_CHARS = 8_000;
const MAX_SIGNATURES = 10;
const MAX_DOC_CHARS = 1_000;

/** Signature and doc comment as Markdown; empty when the server has nothing to say. */
export async function hover(query: SymbolQuery, asking: Asking): Promise<Outcome<string>> {
  return askAbout(query, asking, async (target) => {
    const { server, file, params } = target;
    const request = { method: "textDocument/hover", params };
    const answer = await ask<Hover | null>(server, request, asking, { path: file.absolute, feature: "hover" });
    return answer === null ? "" : hoverText(answer.contents);
  });
}

/** The three shapes of the protocol as one Markdown text, shortened with its full length told. */
export function hoverText(contents: MarkupContent | MarkedString | readonly MarkedString[] | null | undefined): string {
  const parts = contents === null || contents === undefined ? [] : isList(contents) ? contents : [contents];
  const text = parts
    .map(partText)
    .filter((part) => part !== "")
    .join("\n\n");
  return shortenText(text, MAX_HOVER_CHARS);
}

function isList(contents: MarkupContent | MarkedString | readonly MarkedString[]): contents is readonly MarkedString[] {
  return Array.isArray(contents);
}

function partText(part: MarkupContent | MarkedString): string {
  if (typeof part === "string") return part.trim();
  if ("kind" in part) return part.value.trim();
  return part.value.trim() === "" ? "" : `\`\`\`${part.language}\n${part.value.trim()}\n\`\`\``;
}

/** One signature of the callable at a place. */
export interface Signature {
  readonly label: string;
  readonly documentation: string;
  readonly isActive: boolean;
}

/** The signatures of the function that is called at the symbol. */
export async function signatures(query: SymbolQuery, asking: Asking): Promise<Outcome<readonly Signature[]>> {
  return askAbout(query, asking, async (target) => {
    const { server, file } = target;
    const request = { method: "textDocument/signatureHelp", params: argumentParams(target) };
    const answer = await ask<SignatureHelp | null>(server, request, asking, {
      path: file.absolute,
      feature: "signature help",
    });
    if (answer === null) return [];
    return answer.signatures
      .slice(0, MAX_SIGNATURES)
      .map((one, at) => toSignature(one, at === (answer.activeSignature ?? 0)));
  });
}

function toSignature({ label, documentation }: SignatureInformation, isActive: boolean): Signature {
  const text =
    documentation === undefined ? "" : typeof documentation === "string" ? documentation : documentation.value;
  return { label, documentation: shortenText(text.trim(), MAX_DOC_CHARS), isActive };
}

/** Signatures are known between the parentheses of a call: the place right behind the opening one. */
function argumentParams({ server, document, place, params }: Target): Target["params"] {
  const opening = /^\s*(?:<[^()]*>)?\s*[!.]?\(/.exec(place.lineText.slice(place.end));
  if (opening === null) return params;
  return positionParams(server, document, { ...place, start: place.end + opening[0].length });
}

async function askAbout<T extends { readonly length: number }>(
  query: SymbolQuery,
  asking: Asking,
  question: (target: Target) => Promise<T>,
): Promise<Outcome<T>> {
  const startedAt = performance.now();
  const target = await openTarget(query, asking);
  if (isNotAsked(target)) return target;
  const { server, place } = target;
  const { value, loading } = await askWhenLoaded(target, asking, () => question(target));
  const asked = { server, loading, waitedMs: performance.now() - startedAt, isEmpty: value.length === 0 };
  return { isAsked: true, coverage: coverageOf(asked), server: server.name, place, value };
}
