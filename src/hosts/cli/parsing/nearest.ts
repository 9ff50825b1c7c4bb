import { editDistance } from "../../../base/edit-distance.ts";

/** The candidate a mistyped word most likely meant: a prefix of it, or at most a third of its letters away. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const isPrefix = typed.length >= 2 && candidate.startsWith(typed);
    const distance = isPrefix ? 0 : typingDistance(typed, candidate.toLowerCase());
    const limit = Math.max(1, Math.floor(Math.max(typed.length, candidate.length) / 3));
    if (distance <= limit && (best === undefined || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate;
}

/** "did you mean X?", or nothing. */
export function didYouMean(word: string, candidates: readonly string[], prefix = ""): string {
  const candidate = nearest(word, candidates);
  return candidate === undefined ? "" : `did you mean ${prefix}${candidate}?`;
}

/** Letters in the wrong order are one mistake of the fingers, not two of the head. */
function typingDistance(typed: string, candidate: string): number {
  return sortLetters(typed) === sortLetters(candidate) ? 1 : editDistance(typed, candidate);
}

function sortLetters(word: string): string {
  return word.split("").sort().join("");
}
