import type { Range, TextDocumentContentChangeEvent } from "vscode-languageserver-protocol";
import { protocolLines, type PositionEncoding, toCharacter } from "../../position-encoding.ts";

/** The one replacement that makes `after` of `before`, as the server counts. */
export function incrementalChange(
  before: string,
  after: string,
  encoding: PositionEncoding,
): TextDocumentContentChangeEvent {
  const start = commonStart(before, after);
  const end = commonEnd(before, after, start);
  const range: Range = {
    start: positionAt(before, start, encoding),
    end: positionAt(before, before.length - end, encoding),
  };
  return { range, text: after.slice(start, after.length - end) };
}

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return backToBoundary(a, b, at);
}

/** Not between the halves of a surrogate pair or of a line end: no position says that. */
function backToBoundary(a: string, b: string, at: number): number {
  const isInside = (text: string) => isLowSurrogate(text.charCodeAt(at)) || text.charCodeAt(at) === 0x0a;
  const isOpen = isHighSurrogate(a.charCodeAt(at - 1)) || a.charCodeAt(at - 1) === 0x0d;
  return at > 0 && isOpen && (isInside(a) || isInside(b)) ? at - 1 : at;
}

function commonEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let length = 0;
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length += 1;
  const splits = (text: string) => {
    const [before, first] = [text.charCodeAt(text.length - length - 1), text.charCodeAt(text.length - length)];
    return (isHighSurrogate(before) && isLowSurrogate(first)) || (before === 0x0d && first === 0x0a);
  };
  return length > 0 && (splits(a) || splits(b)) ? length - 1 : length;
}

function positionAt(text: string, offset: number, encoding: PositionEncoding): Range["start"] {
  const lines = protocolLines(text.slice(0, offset));
  const last = lines.at(-1) ?? "";
  return { line: lines.length - 1, character: toCharacter(last, last.length, encoding) };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
