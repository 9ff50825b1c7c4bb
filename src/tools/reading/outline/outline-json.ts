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
  readonly view: OutlineView;
  readonly files: number;
  readonly items: number;
  /** Files that did not fit into the answer. */
  readonly omittedFiles: number;
  /** Items of shown files that were left out. */
  readonly omittedItems: number;
  /** Members of shown items that were left out, in a view with members. */
  readonly omittedMembers: number;
}

/** Leaves room under the result gate for notes and the coverage line. */
const MAX_BYTES = 37_000;
/** Items of each file that are tried, the most first. */
const itemCaps = [200, 100, 50, 25, 12, 6] as const;
/** Members of each item, the most first. */
const memberCaps = [Infinity, 50, 12, 3] as const;
const FEWEST_ITEMS = itemCaps[itemCaps.length - 1] ?? 1;
const FEWEST_MEMBERS = memberCaps[memberCaps.length - 1] ?? 1;

interface Measure {
  readonly view: OutlineView;
  readonly maxItems: number;
  readonly maxMembers: number;
}

/**
 * Renders the outline in the first view that fits. When none does, in the last one: first with fewer items of each file
 * and fewer members of each item, then with fewer files; and as names when not even one file fits.
 */
export function renderOutline(files: readonly OutlinedFile[], views: readonly OutlineView[]): ShownOutline {
  for (const measure of measuresOf(views)) {
    const shown = render(files, measure);
    if (shown !== undefined) return shown;
  }
  const view = views.at(-1) ?? "names";
  const least = { view, maxItems: FEWEST_ITEMS, maxMembers: FEWEST_MEMBERS };
  for (let count = files.length - 1; count > 0; count -= 1) {
    const shown = render(files.slice(0, count), least);
    if (shown !== undefined) return { ...shown, omittedFiles: files.length - count };
  }
  const names = { view: "names", maxItems: 1, maxMembers: 0 } as const;
  const first = render(files.slice(0, 1), names, Infinity) ?? NOTHING;
  return { ...first, omittedFiles: files.length - first.files };
}

const NOTHING: ShownOutline = {
  text: "",
  view: "names",
  files: 0,
  items: 0,
  omittedFiles: 0,
  omittedItems: 0,
  omittedMembers: 0,
};

function measuresOf(views: readonly OutlineView[]): Measure[] {
  const [most] = itemCaps;
  const whole = views.map((view) => ({ view, maxItems: most, maxMembers: Infinity }));
  const view = views.at(-1) ?? "names";
  return [
    ...whole,
    ...memberCaps.flatMap((maxMembers) => itemCaps.map((maxItems) => ({ view, maxItems, maxMembers }))),
  ];
}

function render(files: readonly OutlinedFile[], measure: Measure, maxBytes = MAX_BYTES): ShownOutline | undefined {
  const { view, maxItems } = measure;
  const counts = { items: 0, omittedItems: 0, omittedMembers: 0 };
  const outline = files.map((file) => {
    const shown = file.items.slice(0, maxItems);
    const omitted = file.items.length - shown.length;
    counts.items += shown.length;
    counts.omittedItems += omitted;
    return {
      path: file.path,
      language: file.language,
      items: shown.map((item) => {
        const members = shownMembers(item, measure);
        counts.omittedMembers += members.omittedInAll;
        return itemEntry(item, file.path, { view, members });
      }),
      ...(omitted > 0 && { truncatedItems: omitted }),
    };
  });
  const text = JSON.stringify({ outline });
  if (Buffer.byteLength(text) > maxBytes) return undefined;
  return { text, view, files: files.length, ...counts, omittedFiles: 0 };
}

interface ShownMembers {
  readonly entries: readonly object[];
  readonly omitted: number;
  /** Those of members, too. */
  readonly omittedInAll: number;
}

const NO_MEMBERS: ShownMembers = { entries: [], omitted: 0, omittedInAll: 0 };

/** Views without members show those that an item is here for. */
function shownMembers(
  { members, isHolder = false }: Pick<OutlineItem, "members" | "isHolder">,
  { view, maxMembers }: Measure,
): ShownMembers {
  if (!isHolder && view !== "digest" && view !== "expanded") return NO_MEMBERS;
  const shown = members.slice(0, maxMembers);
  const inner =
    view === "expanded" ? shown.map((member) => shownMembers(member, { view, maxItems: 0, maxMembers })) : [];
  const omitted = members.length - shown.length;
  return {
    entries: shown.map((member, index) => memberEntry(member, { view, isHolder, inner: inner[index] ?? NO_MEMBERS })),
    omitted,
    omittedInAll: inner.reduce((sum, { omittedInAll }) => sum + omittedInAll, omitted),
  };
}

function itemEntry(
  { name, symbolType, signature, startLine, endLine, isExported, isImport }: OutlineItem,
  path: string,
  { view, members }: { readonly view: OutlineView; readonly members: ShownMembers },
): object {
  return {
    name,
    symbolType,
    ...(view !== "names" && signature !== undefined && { signature }),
    range: { start: startLine, end: endLine },
    isExported,
    isImport,
    ...membersPart(members),
    read: { path, offset: startLine, limit: endLine - startLine + 1 },
  };
}

function membersPart({ entries, omitted }: ShownMembers): object {
  return {
    ...(entries.length > 0 && { members: entries }),
    ...(omitted > 0 && { truncatedMembers: omitted }),
  };
}

function memberEntry(
  { name, symbolType, signature, startLine, endLine, isPublic }: OutlineMember,
  { view, isHolder, inner }: { readonly view: OutlineView; readonly isHolder: boolean; readonly inner: ShownMembers },
): object {
  const range = { start: startLine, end: endLine };
  if (view !== "expanded") return { name, symbolType, ...(isHolder && { range }), isPublic };
  return {
    name,
    symbolType,
    ...(signature !== undefined && { signature }),
    range,
    isPublic,
    ...membersPart(inner),
  };
}
