/** A maximal run of what identifiers are made of, in any script. */
const RUN = /[\p{L}\p{M}\p{N}_]+/gu;
/**
 * A hump of a run: an acronym with its plural ("URLs"), an acronym, or a word, each with the digits
 * behind it ("Utf8"); letters without case; digits alone.
 */
const HUMP =
  /(?:\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}+(?![\p{Ll}\p{M}])|\p{Lu}?[\p{Ll}\p{M}]+|[\p{Lo}\p{Lm}\p{Lt}\p{M}]+)\p{N}*|\p{N}+/gu;
const ENDS_IN_DIGIT = /\p{N}$/u;
const LETTERS_THEN_DIGITS = /^(\P{N}+)(\p{N}+)$/u;
const IS_ONE_WORD = /^[a-z]+$/;
const NOT_ASCII = /[^\0-\x7f]/;
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
  const words = new Set<string>();
  if (!NOT_ASCII.test(text)) {
    for (const run of text.split(NO_RUN)) if (run.length <= MAX_RUN_CHARS) addAscii(words, run);
    return [...words];
  }
  for (const [run] of text.matchAll(RUN)) {
    if (run.length > MAX_RUN_CHARS) continue;
    const whole = run.replaceAll("_", "").toLowerCase();
    if (whole !== "") words.add(whole);
    for (const [hump] of run.matchAll(HUMP)) addPart(words, hump.toLowerCase());
  }
  return [...words];
}

/** The same for what nearly all names are, several times faster. */
function addAscii(words: Set<string>, run: string): void {
  const lower = run.toLowerCase();
  const whole = lower.includes("_") ? lower.replaceAll("_", "") : lower;
  if (whole === "") return;
  words.add(whole);
  for (let from = 0; from < run.length;) {
    const to = endOfHump(run, from);
    if (to > from) addPart(words, lower.slice(from, to));
    from = Math.max(to, from + 1);
  }
}

/** As HUMP has it, for ASCII; `from` itself where there is an underscore. */
function endOfHump(run: string, from: number): number {
  const isUpper = (at: number): boolean => isBetween(run, at, 65, 90);
  const isLower = (at: number): boolean => isBetween(run, at, 97, 122);
  let to = from;
  while (isUpper(to)) to++;
  if (to - from >= 2 && run[to] === "s" && !isLower(to + 1)) to++;
  else if (to - from >= 2 && isLower(to)) return to - 1;
  else while (isLower(to)) to++;
  while (isBetween(run, to, 48, 57)) to++;
  return to;
}

function endsInDigit(hump: string): boolean {
  const last = hump.charCodeAt(hump.length - 1);
  return last < 128 ? last >= 48 && last <= 57 : ENDS_IN_DIGIT.test(hump);
}

function isBetween(run: string, at: number, least: number, most: number): boolean {
  const code = run.charCodeAt(at);
  return code >= least && code <= most;
}

function addPart(words: Set<string>, hump: string): void {
  if (hump.length > 1) words.add(hump);
  if (!endsInDigit(hump)) return;
  const [, letters = "", digits = ""] = LETTERS_THEN_DIGITS.exec(hump) ?? [];
  if (letters.length > 1) words.add(letters);
  if (digits.length > 1) words.add(digits);
}

/** False: it says nothing about a text, and is not kept of it. */
export function isKeptOfText(word: string): boolean {
  return word.length > 1 && !keywords.has(word) && !/^\p{N}+$/u.test(word);
}
