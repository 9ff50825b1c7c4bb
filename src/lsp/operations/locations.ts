import type { Location, LocationLink, Range } from "vscode-languageserver-protocol";
import { contains } from "../../base/path-containment.ts";
import { isFileUri, uriToPath } from "../../workspace/uri.ts";
import { linesOf } from "../symbol-position.ts";
import { fromServerRange, type PositionEncoding } from "../position-encoding.ts";
import type { Asking } from "./asking.ts";

/** A place as a server named it: its own positions. */
export interface RawLocation {
  /** Canonical where the server's is; the URI itself when it is no file's. */
  readonly path: string;
  readonly uri: string;
  /** Of the name. */
  readonly range: Range;
  /** Of the whole declaration, where the server tells. */
  readonly whole?: Range;
}

/** A place as answers show it. Lines and columns are 1-based, columns UTF-16. */
export interface Place {
  readonly path: string;
  readonly uri: string;
  /** As answers show the path. */
  readonly shown: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** The lines of the place, the first one first; none where the file could not be read. */
  readonly lines: readonly string[];
  /** Outside the roots of the workspace: a library's. */
  readonly isOutside: boolean;
}

export type WireLocations = Location | readonly (Location | LocationLink)[] | null | undefined;

/** Every shape the protocol has for "where", each place once. */
export function rawLocations(answer: WireLocations): readonly RawLocation[] {
  const list =
    answer === null || answer === undefined
      ? []
      : Array.isArray(answer)
        ? (answer as readonly (Location | LocationLink)[])
        : [answer as Location];
  const seen = new Set<string>();
  return list.flatMap((one): readonly RawLocation[] => {
    const raw = "targetUri" in one ? fromLink(one) : rawLocation(one.uri, one.range);
    const key = `${raw.path}\0${raw.range.start.line}:${raw.range.start.character}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [raw];
  });
}

export function rawLocation(uri: string, range: Range, whole?: Range): RawLocation {
  const path = pathOf(uri);
  return { path, uri, range, ...(whole === undefined ? {} : { whole }) };
}

export function isSamePlace(a: RawLocation, b: RawLocation): boolean {
  return (
    a.path === b.path &&
    a.range.start.line === b.range.start.line &&
    a.range.start.character === b.range.start.character
  );
}

/** By path, then from the first line on. */
export function inOrder(locations: readonly RawLocation[]): readonly RawLocation[] {
  return locations.toSorted(
    (a, b) =>
      (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) ||
      a.range.start.line - b.range.start.line ||
      a.range.start.character - b.range.start.character,
  );
}

/** Reads the lines of the places, up to `maxLines` of each, and says where they are as answers do. */
const READ_AT_ONCE = 16;

export async function readPlaces(
  locations: readonly RawLocation[],
  { encoding, maxLines }: { readonly encoding: PositionEncoding; readonly maxLines: number },
  asking: Asking,
): Promise<readonly Place[]> {
  const paths = [...new Set(locations.map(({ path }) => path))];
  const texts = new Map<string, readonly string[]>();
  for (let at = 0; at < paths.length; at += READ_AT_ONCE) {
    asking.signal.throwIfAborted();
    const some = paths.slice(at, at + READ_AT_ONCE);
    await Promise.all(some.map(async (path) => texts.set(path, await linesOfFile(path, asking))));
  }
  return locations.map((location) =>
    toPlace(location, { lines: texts.get(location.path) ?? [], encoding, maxLines }, asking),
  );
}

interface Shown {
  readonly lines: readonly string[];
  readonly encoding: PositionEncoding;
  readonly maxLines: number;
}

function toPlace(
  location: RawLocation,
  { lines, encoding, maxLines }: Shown,
  { workspace, cwd, outside }: Asking,
): Place {
  const { path, uri, whole } = location;
  const range = lines.length === 0 ? location.range : fromServerRange(lines, location.range, encoding);
  const isOutside = !workspace.roots.some((root) => contains(root, path));
  if (isOutside && isFileUri(uri)) outside.add(path);
  const last = Math.max(range.end.line, whole?.end.line ?? range.end.line);
  return {
    path,
    uri,
    shown: isFileUri(uri) ? workspace.show(path, cwd) : uri,
    line: range.start.line + 1,
    column: range.start.character + 1,
    endLine: range.end.line + 1,
    endColumn: range.end.character + 1,
    lines: lines.slice(range.start.line, Math.min(last + 1, range.start.line + maxLines)),
    isOutside,
  };
}

async function linesOfFile(path: string, { workspace }: Asking): Promise<readonly string[]> {
  try {
    return linesOf((await workspace.read({ absolute: path, shown: path, kind: "file" }, "file")).text);
  } catch {
    // The place itself is the answer; its text is an addition.
    return [];
  }
}

function fromLink({ targetUri, targetRange, targetSelectionRange }: LocationLink): RawLocation {
  return rawLocation(targetUri, targetSelectionRange, targetRange);
}

function pathOf(uri: string): string {
  try {
    return isFileUri(uri) ? uriToPath(uri) : uri;
  } catch {
    return uri;
  }
}
