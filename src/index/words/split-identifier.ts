import { isAscii } from "../../base/code-points.ts";

// Of text that is not ASCII; see there.
/** A maximal run of what identifiers are made of, in any script. */
const RUN = String.raw`[\p{L}\p{M}\p{N}_]+`;
/**
 * A hump of a run: an acronym with its plural ("URLs"), an acronym, or a word, each with the digits
 * behind it ("Utf8"); letters without case; digits alone.
 */
const HUMP = String.raw`(?:\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}+(?![\p{Ll}\p{M}])|\p{Lu}?[\p{Ll}\p{M}]+|[\p{Lo}\p{Lm}\p{Lt}\p{M}]+)\p{N}*|\p{N}+`;
const DIGITS = String.raw`^(\P{N}*)(\p{N}+)$`;
const ASCII_DIGITS = /^(\D*)(\d+)$/;
const IS_ONE_WORD = /^[a-z]+$/;
/** Between the runs of a text that is ASCII. */
const NO_RUN = /\W+/;
/** Longer runs are data (base64, hashes), not names. */
const MAX_RUN_CHARS = 80;

/**
 * Words of program text that say nothing about it: keywords of the common languages. They are left
 * out of what is kept of a file's text; names of symbols keep all their words.
 */
const keywords: ReadonlySet<string> = new Set(
  (
    "and as async await break case catch class const continue def default do else end except export extends false " +
    "final fn for from func function if impl import in interface is let mut new nil none not null of or package " +
    "private protected pub public raise return self static struct super switch then this throw true try type " +
    "undefined use var void while with yield"
  ).split(" "),
);

/**
 * The words of a name or a short text, lower case and distinct: of each run of letters and digits the
 * whole (without underscores: "_printComments" and "print_comments" are both "printcomments"), then
 * its parts at changes of case, underscores and digits. Parts of one character are left out.
 *
 *     splitIdentifier("resolveURLs.v2") → resolveurls, resolve, urls, v2
 *     splitIdentifier("isUtf8Valid") → isutf8valid, is, utf8, utf, valid
 */
export function splitIdentifier(text: string): string[] {
  if (IS_ONE_WORD.test(text)) return text.length > MAX_RUN_CHARS ? [] : [text];
  const hasAscii = isAscii(text);
  if (hasAscii && !NO_RUN.test(text)) return splitAscii(text);
  const words = new Set<string>();
  const runs = hasAscii ? text.split(NO_RUN) : (text.match(new RegExp(RUN, "gu")) ?? []);
  for (const run of runs) for (const word of hasAscii ? splitAscii(run) : splitRun(run)) words.add(word);
  return [...words];
}

function splitRun(run: string): string[] {
  if (run.length > MAX_RUN_CHARS) return [];
  const words: string[] = [];
  const whole = run.replaceAll("_", "").toLowerCase();
  if (whole !== "") words.push(whole);
  for (const [hump] of run.matchAll(new RegExp(HUMP, "gu"))) addPart(words, hump.toLowerCase());
  return words;
}

/** The same for what nearly all names are, several times faster. */
function splitAscii(run: string): string[] {
  if (run.length > MAX_RUN_CHARS) return [];
  const words: string[] = [];
  const lower = run.toLowerCase();
  const whole = lower.includes("_") ? lower.replaceAll("_", "") : lower;
  if (whole !== "") words.push(whole);
  for (let from = 0; from < run.length;) {
    const to = endOfHump(run, from);
    if (to > from) addPart(words, lower.slice(from, to));
    from = Math.max(to, from + 1);
  }
  return words;
}

/** As HUMP has it, for ASCII; `from` itself where there is an underscore. */
function endOfHump(run: string, from: number): number {
  let to = from;
  while (isBetween(run, to, 65, 90)) to += 1;
  if (to - from >= 2 && run.charCodeAt(to) === 115 && !isBetween(run, to + 1, 97, 122)) to += 1;
  else if (to - from >= 2 && isBetween(run, to, 97, 122)) return to - 1;
  else while (isBetween(run, to, 97, 122)) to += 1;
  while (isBetween(run, to, 48, 57)) to += 1;
  return to;
}

/** What stands before the digits that it ends in, and those; undefined: it ends in none. */
function endingDigits(hump: string): readonly string[] | undefined {
  const last = hump.charCodeAt(hump.length - 1);
  if (last < 128 && (last < 48 || last > 57)) return undefined;
  return (isAscii(hump) ? ASCII_DIGITS : new RegExp(DIGITS, "u")).exec(hump)?.slice(1);
}

function isBetween(run: string, at: number, least: number, most: number): boolean {
  const code = run.charCodeAt(at);
  return code >= least && code <= most;
}

function addPart(words: string[], hump: string): void {
  if (hump.length > 1) add(words, hump);
  const [letters = "", digits = ""] = endingDigits(hump) ?? [];
  if (letters === "") return;
  if (letters.length > 1) add(words, letters);
  if (digits.length > 1) add(words, digits);
}

/** A run has few: looking through them is faster than a set. */
function add(words: string[], word: string): void {
  if (!words.includes(word)) words.push(word);
}

/** False: it says nothing about a text, and is not kept of it. */
export function isKeptOfText(word: string): boolean {
  return word.length > 1 && !keywords.has(word) && endingDigits(word)?.[0] !== "";
}
