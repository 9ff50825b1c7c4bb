import type { TextDocumentPositionParams } from "vscode-languageserver-protocol";
import type { ResolvedPath } from "../../workspace/workspace.ts";
import type { LanguageServer, OpenDocument } from "../language-servers.ts";
import { toCharacter } from "../position-encoding.ts";
import { findSymbol, type SymbolPlace } from "../symbol-position.ts";
import { type Asking, isNotAsked, type NotAsked, primaryFor } from "./asking.ts";

/** Finds the place in a text; throws `invalid_input` when it is not there. */
export type Locate = (text: string) => SymbolPlace;

export interface SymbolQuery {
  readonly file: ResolvedPath;
  readonly locate: Locate;
}

/** A place in a document that a server has open. */
export interface Target {
  readonly file: ResolvedPath;
  readonly server: LanguageServer;
  readonly document: OpenDocument;
  readonly place: SymbolPlace;
  readonly params: TextDocumentPositionParams;
}

/** Points by line and symbol. */
export function bySymbol(
  action: string,
  file: ResolvedPath,
  line: number | undefined,
  symbol: string | undefined,
): SymbolQuery {
  return { file, locate: (text) => findSymbol(text, { action, shown: file.shown, line, symbol }) };
}

/**
 * The place in the server's own, current text. It is looked for in the file first: a call that
 * points at nothing starts no server and asks none.
 */
export async function openTarget(query: SymbolQuery, asking: Asking): Promise<Target | NotAsked> {
  const { text } = await asking.workspace.read(query.file, "file");
  query.locate(text);
  const server = await primaryFor(query.file, asking);
  return isNotAsked(server) ? server : targetIn(server, query);
}

export async function targetIn(server: LanguageServer, { file, locate }: SymbolQuery): Promise<Target> {
  const document = await server.open(file);
  const place = locate(document.text);
  return { file, server, document, place, params: positionParams(server, document, place) };
}

/** The name is pointed at by its first character. */
export function positionParams(
  server: LanguageServer,
  document: OpenDocument,
  place: SymbolPlace,
): TextDocumentPositionParams {
  return { textDocument: { uri: document.uri }, position: positionIn(place, place.start, server) };
}

/** The server's range of the name that is pointed at. */
export function nameRange({ server, place, params }: Target): { start: ServerPosition; end: ServerPosition } {
  return { start: params.position, end: positionIn(place, place.end, server) };
}

type ServerPosition = TextDocumentPositionParams["position"];

function positionIn({ line, lineText }: SymbolPlace, offset: number, { encoding }: LanguageServer): ServerPosition {
  return { line: line - 1, character: toCharacter(lineText, offset, encoding) };
}
