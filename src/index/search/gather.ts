import { type Candidates, MAX_WITH_WORD, type SymbolRow, type Text } from "./candidates.ts";
import { type PreparedQuery, type PreparedWord, tellingWords } from "./prepared-query.ts";

/** Symbols worth ranking, and what is known of each from the text tables. */
export interface Gathered {
  readonly rows: readonly SymbolRow[];
  /** How much of the query each word is, in the order of its words: rarer words are more. */
  readonly weights: readonly number[];
  /** Symbol → bit of each word that its documentation has. */
  readonly about: ReadonlyMap<number, number>;
  /** Some symbols that have a word of the query were not looked at. */
  readonly isCut: boolean;
}

const STOP_WORD_WEIGHT = 0.1;
/** What a word in the documentation counts of one in the name, in the choice of candidates. */
const ABOUT = 0.4;
/** Words that fewer symbols have are looked for as the beginning of others, and as two words, too. */
const FEW = 20;
const MAX_ROWS = 120;
/** Where filters leave most out, so many are looked at. */
const MAX_LOOKED = 10_000;

/**
 * The symbols that have most of the query's words, weighed by how rare the words are. Words that very many symbols
 * have do not choose candidates while there are others that do.
 */
export function gather(candidates: Candidates, query: PreparedQuery, where: Exclude<Text, "about">): Gathered {
  const { words } = query;
  const found = words.map((word) => (word.isStopWord ? [] : symbolsWith(candidates, word, where)));
  const weights = words.map((word, at) => (word.isStopWord ? STOP_WORD_WEIGHT : rarity(found[at]?.length)));
  const scores = new Map<number, number>();
  const about = new Map<number, number>();
  for (const [at, word] of words.entries()) {
    const weight = weights[at] ?? 0;
    for (const id of found[at] ?? []) scores.set(id, (scores.get(id) ?? 0) + weight);
    if (word.isStopWord || where === "local") continue;
    for (const id of candidates.withWord(word.forms, "about") ?? []) {
      about.set(id, (about.get(id) ?? 0) | (1 << at));
      scores.set(id, (scores.get(id) ?? 0) + weight * ABOUT);
    }
  }
  if (found.every((ids) => ids === undefined || ids.length === 0)) {
    for (const id of commonOnly(candidates, query, where)) scores.set(id, (scores.get(id) ?? 0) + 1);
  }
  const isCut = found.includes(undefined) || scores.size > MAX_LOOKED;
  return { rows: take(candidates, scores), weights, about, isCut };
}

/** Where every word is one that very many have: some of those that have all of them, or else any. */
function commonOnly(candidates: Candidates, query: PreparedQuery, where: Text): readonly number[] {
  const words = tellingWords(query).map(({ forms }) => forms);
  const all = candidates.withAll(words, where);
  return all.length > 0 || words.length === 1 ? all : candidates.withAny(words, where);
}

function symbolsWith(
  candidates: Candidates,
  { text, forms }: PreparedWord,
  where: Text,
): readonly number[] | undefined {
  const exact = candidates.withWord(forms, where);
  if (exact === undefined || exact.length >= FEW) return exact;
  return [...new Set([...exact, ...(candidates.withPart(text, where) ?? [])])];
}

/** 1 for a word that a hundred symbols have, 2 for one that none has, 0.5 for one that most have. */
function rarity(count = MAX_WITH_WORD * 2): number {
  return Math.max(0.4, 2 - Math.log10(1 + count) / 2);
}

/** The best of them; among equals those in sources and with short names. */
function take(candidates: Candidates, scores: ReadonlyMap<number, number>): SymbolRow[] {
  const rows: SymbolRow[] = [];
  for (const ids of batches([...scores].sort(([, a], [, b]) => b - a))) {
    rows.push(...candidates.rows(ids, MAX_ROWS - rows.length));
    if (rows.length === MAX_ROWS) break;
  }
  return rows;
}

/** Cuts between different scores: a batch has at most MAX_ROWS ids, or more of one score. */
function* batches(sorted: readonly (readonly [number, number])[]): Generator<number[]> {
  let looked = 0;
  let batch: number[] = [];
  for (let at = 0; at < sorted.length && looked < MAX_LOOKED;) {
    const score = sorted[at]?.[1];
    const level: number[] = [];
    for (; sorted[at]?.[1] === score && at < sorted.length; at++) level.push(sorted[at]?.[0] ?? 0);
    if (batch.length + level.length > MAX_ROWS && batch.length > 0) {
      yield batch;
      batch = [];
    }
    batch.push(...level.slice(0, MAX_LOOKED));
    looked += level.length;
  }
  if (batch.length > 0) yield batch;
}
