import type { NameMatch } from "./name-match.ts";
import type { OutlineItem, OutlineMember } from "./outline-items.ts";

/** What items and members are kept for; each of the two may be missing. */
export interface ItemConditions {
  readonly kinds: ReadonlySet<string> | undefined;
  readonly matches: NameMatch | undefined;
}

/**
 * The items that fit, whole. One that does not, but holds members that do, is kept with those alone: most of what is
 * looked for stands in classes.
 */
export function keepItems(items: readonly OutlineItem[], conditions: ItemConditions): OutlineItem[] {
  if (conditions.kinds === undefined && conditions.matches === undefined) return [...items];
  const fitting = findFitting(items, conditions);
  return items.flatMap((item) => {
    if (fitting.has(item)) return [item];
    const members = keepMembers(item.members, fitting);
    return members.length === 0 ? [] : [{ ...item, members, isHolder: true }];
  });
}

function keepMembers(members: readonly OutlineMember[], fitting: ReadonlySet<object>): OutlineMember[] {
  return members.flatMap((member) => {
    if (fitting.has(member)) return [member];
    const inner = keepMembers(member.members, fitting);
    return inner.length === 0 ? [] : [{ ...member, members: inner }];
  });
}

function findFitting(items: readonly OutlineItem[], { kinds, matches }: ItemConditions): ReadonlySet<object> {
  const ofKind = withMembers(items).filter(({ symbolType }) => kinds?.has(symbolType) ?? true);
  if (matches === undefined || ofKind.length === 0) return new Set(ofKind);
  const verdicts = matches(ofKind.map(({ name, signature }) => (signature === undefined ? [name] : [name, signature])));
  return new Set(ofKind.filter((_, index) => verdicts[index]));
}

function withMembers(items: readonly (OutlineItem | OutlineMember)[]): (OutlineItem | OutlineMember)[] {
  return items.flatMap((item) => [item, ...withMembers(item.members)]);
}
