const CONTEXT_LINES = 3;

/** What a file becomes, as a unified diff; "" when it stays. One hunk from the first difference to the last. */
export function unifiedDiff(path: string, before: string | undefined, after: string | undefined): string {
  if (before === after) return "";
  const old = linesOf(before);
  const now = linesOf(after);
  const head = commonLength(old, now);
  const tail = commonLength(old.slice(head).toReversed(), now.slice(head).toReversed());
  const start = Math.max(0, head - CONTEXT_LINES);
  const removed = old.slice(head, old.length - tail);
  const added = now.slice(head, now.length - tail);
  const lead = old.slice(start, head);
  const trail = old.slice(old.length - tail, old.length - tail + CONTEXT_LINES);
  const size = (changed: readonly string[]): number => lead.length + changed.length + trail.length;
  return [
    `--- ${before === undefined ? "/dev/null" : path}`,
    `+++ ${after === undefined ? "/dev/null" : path}`,
    `@@ -${rangeOf(start, size(removed))} +${rangeOf(start, size(added))} @@`,
    ...lead.map((line) => ` ${line}`),
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    ...trail.map((line) => ` ${line}`),
    "",
  ].join("\n");
}

function linesOf(text: string | undefined): readonly string[] {
  if (text === undefined || text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  const end = Math.min(one.length, other.length);
  for (let at = 0; at < end; at += 1) if (one[at] !== other[at]) return at;
  return end;
}

/** An empty range is named by the line before it. */
function rangeOf(start: number, size: number): string {
  return `${size === 0 ? start : start + 1},${size}`;
}
