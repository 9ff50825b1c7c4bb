import { ReticleError } from "../../../base/errors.ts";
import type { ToolContext } from "../../core/context.ts";
import { findSymbols, type Place, placeText } from "../../reading/find-symbol.ts";
import { fullKind } from "../../reading/kinds.ts";
import { noSuchSymbol } from "../../reading/read-symbol.ts";
import type { SourceFile } from "../../reading/source-file.ts";

const MAX_CANDIDATES = 8;

export interface SymbolQuery {
  readonly symbol: string;
  readonly kind?: string | undefined;
  /** 1-based; lies inside the one that is meant. */
  readonly line?: number | undefined;
}

/** The one symbol that a query means. Throws `not_found` with what is near, `conflict` with all that it fits. */
export function chooseSymbol(source: SourceFile, { symbol, kind, line }: SymbolQuery, context: ToolContext): Place {
  const all = findSymbols(source.facts, symbol, kind === undefined ? undefined : fullKind(kind));
  if (all.length === 0) throw noSuchSymbol(source, symbol, kind);
  const matches = line === undefined ? all : all.filter((one) => one.startLine <= line && line <= one.endLine);
  const [found] = matches;
  if (found === undefined) {
    throw new ReticleError("not_found", `no ${symbol} of ${source.shown} stands at line ${line}`, {
      hint: `there are: ${listed(all)}`,
    });
  }
  const outer = matches.find((one) => matches.every((other) => other === one || isInside(other, one)));
  if (outer !== undefined) return outer;
  const argument = context.argumentName("symbol");
  throw new ReticleError("conflict", `\`${argument}\` ${symbol} fits ${matches.length} symbols of ${source.shown}`, {
    hint: `nothing was changed; name one by its owner, kind or a line in it: ${listed(matches)}`,
    data: { candidates: matches.slice(0, MAX_CANDIDATES).map(({ name, startLine }) => ({ name, line: startLine })) },
  });
}

/** A class and its constructor have one name: the class is meant. */
function isInside(inner: Place, outer: Place): boolean {
  return inner.name.startsWith(`${outer.name}.`) && outer.start <= inner.start && inner.end <= outer.end;
}

function listed(places: readonly Place[]): string {
  const more = places.length > MAX_CANDIDATES ? `; … ${places.length - MAX_CANDIDATES} more` : "";
  return `${places.slice(0, MAX_CANDIDATES).map(placeText).join("; ")}${more}`;
}
