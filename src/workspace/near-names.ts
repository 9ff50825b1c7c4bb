import { editDistance } from "../base/edit-distance.ts";

const MAX_SUGGESTIONS = 3;
/** Folders with more entries are only looked at in part: a suggestion is not worth more. */
const MAX_CANDIDATES = 5_000;

/** Up to three of `candidates` that `name` may have meant, nearest first. */
export function nearNames(name: string, candidates: readonly string[]): string[] {
  const wanted = fold(name);
  const scored = candidates.slice(0, MAX_CANDIDATES).flatMap((candidate) => {
    const score = distance(wanted, fold(candidate));
    return score === undefined ? [] : [{ candidate, score }];
  });
  scored.sort((a, b) => a.score - b.score || (a.candidate < b.candidate ? -1 : 1));
  return scored.slice(0, MAX_SUGGESTIONS).map(({ candidate }) => candidate);
}

/** Case and Unicode composition are what people and file systems disagree on most. */
function fold(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

function distance(wanted: string, candidate: string): number | undefined {
  if (wanted === candidate) return 0;
  if (stem(wanted) === stem(candidate)) return 0.5;
  const allowed = wanted.length <= 3 ? 1 : Math.max(2, Math.floor(wanted.length / 4));
  if (Math.abs(wanted.length - candidate.length) > allowed) return undefined;
  const edits = editDistance(wanted, candidate);
  return edits <= allowed ? edits : undefined;
}

function stem(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}
