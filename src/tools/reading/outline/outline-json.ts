import type { OutlineItem, OutlineMember } from "./outline-items.ts";

export type OutlineView = "names" | "signatures" | "digest" | "expanded";

export interface OutlinedFile {
  readonly path: string;
  readonly language: string;
  readonly items: readonly OutlineItem[];
}
/** What of an outline is shown. */
export interface ShownOutline {
  /** One line of JSON. */
  readonly text: string;
  readonly files: number;
  readonly items: number;
  /** Files that did not fit into the answer. */
  readonly omittedFiles: number;
  /** Items of shown files that were left out. */
  readonly omittedItems: number;
}

/** Leaves room under the result gate for notes and the coverage line. */
const MAX_BYTES = 37_000;
const MAX_ITEMS = 200;
/** Items per file that are tried, the most first. */
const itemCaps = [MAX_ITEMS, 100, 50, 25, 12, 6] as const;

/**
 * Renders the outline in the first view that fits. When none does, in the last one: first with fewer
 * items of each file, then with fewer files.
 */
export function renderOutline(files: readonly OutlinedFile[], views: readonly OutlineView[]): ShownOutline {
  for (const view of views) {
    const shown = render(files, view, MAX_ITEMS);
    if (shown !== undefined) return shown;
  }
  const view = views.at(-1) ?? "names";
  for (const cap of itemCaps) {
    const shown = render(files, view, cap);
    if (shown !== undefined) return shown;
  }
  for (let count = files.length; count > 1; count -= 1) {
    const shown = render(files.slice(0, count - 1), view, itemCaps.at(-1) ?? 1);
    if (shown !== undefined) return { ...shown, omittedFiles: files.length - count + 1 };
  }
  return (
    render(files.slice(0, 1), "names", 1, Infinity) ?? {
      text: "",
      files: 0,
      items: 0,
      omittedFiles: 0,
      omittedItems: 0,
    }
  );
}

function render(
  files: readonly OutlinedFile[],
  view: OutlineView,
  maxItems: number,
  maxBytes = MAX_BYTES,
): ShownOutline | undefined {
  let items = 0;
  let omittedItems = 0;
  const outline = files.map((file) => {
    const shown = file.items.slice(0, maxItems);
    const omitted = file.items.length - shown.length;
    items += shown.length;
    omittedItems += omitted;
    return {
      path: file.path,
      language: file.language,
      items: shown.map((item) => itemEntry(item, file.path, view)),
      ...(omitted > 0 && { truncatedItems: omitted }),
    };
  });
  const text = JSON.stringify({ outline });
  if (Buffer.byteLength(text) > maxBytes) return undefined;
  return { text, files: files.length, items, omittedFiles: 0, omittedItems };
}

function itemEntry(item: OutlineItem, path: string, view: OutlineView): object {
  const { name, symbolType, signature, startLine, endLine, isExported, isImport, members } = item;
  const hasMembers = (view === "digest" || view === "expanded") && members.length > 0;
  return {
    name,
    symbolType,
    ...(view !== "names" && signature !== undefined && { signature }),
    range: { start: startLine, end: endLine },
    isExported,
    isImport,
    ...(hasMembers && { members: members.map((member) => memberEntry(member, view)) }),
    read: { path, offset: startLine, limit: endLine - startLine + 1 },
  };
}

function memberEntry(
  { name, symbolType, signature, startLine, endLine, isPublic, members }: OutlineMember,
  view: OutlineView,
): object {
  if (view === "digest") return { name, symbolType, isPublic };
  return {
    name,
    symbolType,
    ...(signature !== undefined && { signature }),
    range: { start: startLine, end: endLine },
    isPublic,
    ...(members.length > 0 && { members: members.map((member) => memberEntry(member, view)) }),
  };
}
