import { createAbbreviations } from "./abbreviations.ts";

/** What stands for a word of a query, and how surely: the word itself is 1. */
export type WordForms = ReadonlyMap<string, number>;

const PLURAL = 0.95;
const VERB_FORM = 0.9;
const AGENT = 0.8;
const ABBREVIATION = 0.85;
const MIN_BASE_CHARS = 3;

const abbreviations = createAbbreviations();

/**
 * The forms of an English word that names use for the same thing: number ("file", "files"), verb forms ("merge",
 * "merging", "merged"), who does it ("printer") and what comes of it ("generation"), and its usual abbreviation.
 * Forms that are no words at all cost nothing: nothing is found by them.
 */
export function wordForms(word: string): WordForms {
  const forms = new Map<string, number>();
  const add = (form: string, weight: number): void => {
    if (weight > (forms.get(form) ?? 0)) forms.set(form, weight);
  };
  add(word, 1);
  if (!/^[a-z]{3,}$/.test(word)) return forms;
  const bases = basesOf(word);
  for (const [base, weight] of bases) {
    for (const [form, factor] of inflect(base)) add(form, form === word ? 1 : weight * factor);
  }
  for (const [base, weight] of bases) {
    for (const short of abbreviations.get(base) ?? []) {
      add(short, weight * ABBREVIATION);
      add(plural(short), weight * ABBREVIATION * PLURAL);
    }
  }
  return forms;
}

/** What the word may be a form of, itself included. */
function basesOf(word: string): ReadonlyMap<string, number> {
  const bases = new Map<string, number>([[word, 1]]);
  const add = (base: string, weight: number): void => {
    if (base.length >= MIN_BASE_CHARS && weight > (bases.get(base) ?? 0)) bases.set(base, weight);
  };
  const strip = (suffix: string, weight: number): void => {
    if (!word.endsWith(suffix)) return;
    const rest = word.slice(0, -suffix.length);
    // "thing" is no form of "the", nor "spring" of "spr".
    if (!/[aeiouy]/.test(rest)) return;
    add(rest, weight);
    add(`${rest}e`, weight);
    if (/([b-df-hj-np-tv-z])\1$/.test(rest)) add(rest.slice(0, -1), weight);
  };
  if (word.endsWith("ies")) add(`${word.slice(0, -3)}y`, PLURAL);
  else if (/(?:s|sh|ch|x|z)es$/.test(word)) add(word.slice(0, -2), PLURAL);
  if (/[^isu]s$/.test(word)) add(word.slice(0, -1), PLURAL);
  strip("ing", VERB_FORM);
  strip("ed", VERB_FORM);
  strip("er", AGENT);
  strip("or", AGENT);
  strip("ion", AGENT);
  strip("ation", AGENT);
  return bases;
}

function* inflect(base: string): Generator<readonly [string, number]> {
  yield [base, 1];
  yield [plural(base), PLURAL];
  for (const stem of stemsOf(base)) {
    yield [`${stem}ing`, VERB_FORM];
    yield [`${stem}ed`, VERB_FORM];
    yield [`${stem}er`, AGENT];
    yield [`${stem}or`, AGENT];
    yield [`${stem}ion`, AGENT];
    yield [`${stem}ation`, AGENT];
  }
}

/** What endings that begin with a vowel are put to: "merg", "log" and "logg". */
function stemsOf(base: string): string[] {
  if (base.endsWith("e")) return [base.slice(0, -1)];
  return /[^aeiou][aeiou][^aeiouwxy]$/.test(base) ? [base, base + base.slice(-1)] : [base];
}

function plural(base: string): string {
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ies`;
  return /(?:s|sh|ch|x|z)$/.test(base) ? `${base}es` : `${base}s`;
}
