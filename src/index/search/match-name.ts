import type { PreparedQuery, PreparedWord } from "./prepared-query.ts";

/** The words of a candidate, where they stand. */
export interface CandidateWords {
  /** Parts of the symbol's own name, in order. */
  readonly name: readonly string[];
  /** Of what the symbol is a member of. */
  readonly owner: () => readonly string[];
  readonly path: () => readonly string[];
  /** Bits of the query's words that its documentation has. */
  readonly about: number;
}
export interface NameMatch {
  /** How much of the query the candidate has, by the weights of its words: 0 to 1. */
  readonly coverage: number;
  /** How much of the symbol's own name the query has: 0 to 1. */
  readonly density: number;
  /** The words of the query that the name has stand there in the query's order. */
  readonly isInOrder: boolean;
}

const OWNER = 0.85;
const PATH = 0.55;
const ABOUT = 0.5;
const PREFIX = 0.5;
const MIN_PREFIX_CHARS = 3;
/** Words of names that say little: what a query leaves out of them hardly counts. */
const FILLER = 0.35;
const fillers: ReadonlySet<string> = new Set([
  "get",
  "set",
  "is",
  "has",
  "do",
  "to",
  "of",
  "the",
  "for",
  "and",
  "by",
  "on",
]);

interface Place {
  readonly strength: number;
  readonly from: number;
  readonly to: number;
}

/** `weights`: how much of the query each of its words is. */
export function matchName({ words }: PreparedQuery, weights: readonly number[], candidate: CandidateWords): NameMatch {
  const covered = candidate.name.map(() => 0);
  let found = 0;
  let whole = 0;
  let last = -1;
  let isInOrder = true;
  for (const [index, word] of words.entries()) {
    const weight = weights[index] ?? 0;
    whole += weight;
    const place = placeIn(candidate.name, word);
    for (let at = place.from; at < place.to; at++) covered[at] = Math.max(covered[at] ?? 0, place.strength);
    if (place.strength > 0) {
      if (place.from < last) isInOrder = false;
      last = place.from;
    }
    const isDocumented = (candidate.about & (1 << index)) !== 0;
    found += weight * Math.max(place.strength, elsewhere(word, candidate, place.strength), isDocumented ? ABOUT : 0);
  }
  return { coverage: whole === 0 ? 0 : found / whole, density: densityOf(candidate.name, covered), isInOrder };
}

function elsewhere(word: PreparedWord, { owner, path }: CandidateWords, inName: number): number {
  if (word.isStopWord || inName >= OWNER) return 0;
  const inOwner = OWNER * placeIn(owner(), word).strength;
  return inOwner >= PATH ? inOwner : Math.max(inOwner, PATH * placeIn(path(), word).strength);
}

/** Where the word stands best among these: one of them, two neighbours that make it up, or the beginning of one. */
function placeIn(parts: readonly string[], { text, forms }: PreparedWord): Place {
  let best: Place = { strength: 0, from: 0, to: 0 };
  const take = (strength: number, from: number, to: number): void => {
    if (strength > best.strength) best = { strength, from, to };
  };
  for (const [at, part] of parts.entries()) {
    take(forms.get(part) ?? prefixStrength(text, part), at, at + 1);
    const next = parts[at + 1] ?? "";
    const isCompound =
      next !== "" && part.length + next.length === text.length && text.startsWith(part) && text.endsWith(next);
    if (isCompound) take(1, at, at + 2);
  }
  return best;
}

/** "cap" for "capture" and "serializ" for "serialization": the nearer in length, the surer. */
function prefixStrength(text: string, part: string): number {
  const [short, long] = text.length < part.length ? [text, part] : [part, text];
  if (short.length < MIN_PREFIX_CHARS || !long.startsWith(short)) return 0;
  return PREFIX * Math.sqrt(short.length / long.length);
}

function densityOf(name: readonly string[], covered: readonly number[]): number {
  let found = 0;
  let whole = 0;
  for (const [at, part] of name.entries()) {
    const weight = fillers.has(part) ? FILLER : 1;
    whole += weight;
    found += weight * (covered[at] ?? 0);
  }
  return whole === 0 ? 0 : found / whole;
}
