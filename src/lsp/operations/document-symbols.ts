import type { DocumentSymbol, SymbolInformation } from "vscode-languageserver-protocol";
import type { ResolvedPath } from "../../workspace/workspace.ts";
import { fromServerRange, type PositionEncoding, protocolLines } from "../position-encoding.ts";
import { type Asking, ask, isNotAsked, primaryFor } from "./asking.ts";
import { coverageOf } from "../completeness/coverage-of.ts";
import type { Outcome } from "./outcome.ts";
import { whenLoaded } from "../completeness/readiness.ts";
import { symbolKindName, type SymbolKindName } from "./symbol-kinds.ts";

/** A symbol of a file, after its owner. Lines and columns are 1-based. */
export interface FileSymbol {
  readonly name: string;
  readonly kind: SymbolKindName;
  readonly detail: string;
  /** 0 for a symbol of the file itself. */
  readonly depth: number;
  /** Names of the owners, outermost first. */
  readonly owners: readonly string[];
  /** Of the name. */
  readonly line: number;
  readonly column: number;
  readonly startLine: number;
  readonly endLine: number;
}

/** Every symbol of a file in the order of the server, members right after their owner. */
export async function documentSymbols(file: ResolvedPath, asking: Asking): Promise<Outcome<readonly FileSymbol[]>> {
  const startedAt = performance.now();
  await asking.workspace.read(file, "file");
  const server = await primaryFor(file, asking);
  if (isNotAsked(server)) return server;
  const { uri, text } = await server.open(file);
  const loading = await whenLoaded(server, asking);
  const request = { method: "textDocument/documentSymbol", params: { textDocument: { uri } } };
  const options = { path: file.absolute, feature: "document symbols" };
  const answer = await ask<readonly (DocumentSymbol | SymbolInformation)[] | null>(server, request, asking, options);
  const value = fileSymbols(answer ?? [], { lines: protocolLines(text), encoding: server.encoding });
  const asked = { server, loading, waitedMs: performance.now() - startedAt, isEmpty: value.length === 0 };
  return { isAsked: true, coverage: coverageOf(asked), server: server.name, value };
}

interface Source {
  readonly lines: readonly string[];
  readonly encoding: PositionEncoding;
}

/** Both shapes of the protocol as one list: nested symbols flattened with their depth, flat ones below their container. */
export function fileSymbols(
  answer: readonly (DocumentSymbol | SymbolInformation)[],
  source: Source,
): readonly FileSymbol[] {
  const flat: FileSymbol[] = [];
  const visit = (symbol: DocumentSymbol, owners: readonly string[]): void => {
    const { name, kind, detail = "", range, selectionRange, children = [] } = symbol;
    const named = fromServerRange(source.lines, selectionRange, source.encoding);
    flat.push({
      name,
      kind: symbolKindName(kind),
      detail,
      depth: owners.length,
      owners,
      line: named.start.line + 1,
      column: named.start.character + 1,
      startLine: range.start.line + 1,
      endLine: range.end.line + 1,
    });
    for (const child of children) visit(child, [...owners, name]);
  };
  for (const one of answer) {
    if ("selectionRange" in one) visit(one, []);
    else flat.push(flatSymbol(one, source));
  }
  return flat;
}

function flatSymbol(
  { name, kind, containerName = "", location }: SymbolInformation,
  { lines, encoding }: Source,
): FileSymbol {
  const { start, end } = fromServerRange(lines, location.range, encoding);
  const owners = containerName === "" ? [] : [containerName];
  return {
    name,
    kind: symbolKindName(kind),
    detail: "",
    depth: owners.length,
    owners,
    line: start.line + 1,
    column: start.character + 1,
    startLine: start.line + 1,
    endLine: end.line + 1,
  };
}
