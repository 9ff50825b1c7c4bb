import { ReticleError } from "../../base/errors.ts";
import { languageOfPath, languages } from "../../syntax/languages.ts";
import { splitIdentifier } from "../words/split-identifier.ts";

/** What a query asks for. */
export interface SearchQuery {
  /** Distinct words in the order of the query, lower case: parts of what was written as one identifier. */
  readonly words: readonly QueryWord[];
  /** Every identifier of several parts, without underscores, lower case: "resolveserveroptions". */
  readonly identifiers: readonly string[];
  /** What was written between spaces, as it was written: "Flask.make_response". */
  readonly terms: readonly string[];
  /** Words that a symbol's name and path must not have. */
  readonly excluded: readonly string[];
  readonly filters: readonly QueryFilter[];
  /** What the reader should know about how the query was taken. */
  readonly notes: readonly string[];
}
export interface QueryWord {
  readonly text: string;
  /** "of", "where": says little about what is meant. */
  readonly isStopWord: boolean;
}

export type FilterKey = "lang" | "file" | "ext";
export interface QueryFilter {
  readonly key: FilterKey;
  /** lang: ids of languages; file: a part of the path, lower case; ext: without its dot, lower case. */
  readonly values: readonly string[];
  readonly isExcluding: boolean;
}

const MAX_WORDS = 16;
const TERM = /(-?)(lang|file|ext):(?:"([^"]*)"|(\S+))|(\S+)/g;

const stopWords: ReadonlySet<string> = new Set(
  (
    "a about all an and any are as at be by can defined do does exactly for from had has have how i if " +
    "in into is it its me my of on or our so that the their them then there these this to used uses using want " +
    "was we what when where which who why will with you"
  ).split(" "),
);

/** Other names for languages than their ids and extensions. */
const languageNames: ReadonlyMap<string, string> = new Map([
  ["golang", "go"],
  ["shell", "bash"],
  ["c++", "cpp"],
  ["c#", "csharp"],
]);

/**
 * Reads a query: words, and `lang:`, `file:` and `ext:` filters; `-` before any of them excludes; a prefix that is
 * none of these is a word. Throws `invalid_input` for a language that does not exist, and for a query without a word.
 */
export function parseQuery(text: string): SearchQuery {
  const seen = new Set<string>();
  const identifiers: string[] = [];
  const terms: string[] = [];
  const excluded: string[] = [];
  const filters: QueryFilter[] = [];
  for (const [, minus, key, quoted, bare, term = ""] of text.matchAll(TERM)) {
    const value = quoted ?? bare;
    if (key !== undefined && value !== undefined && value !== "") {
      filters.push(filterOf(key as FilterKey, value, minus === "-"));
    } else if (/^-[^-]/.test(term)) {
      excluded.push(...splitIdentifier(term).slice(0, 1));
    } else {
      terms.push(term);
      for (const run of term.split(/[^\p{L}\p{M}\p{N}_]+/u)) addRun(run, seen, identifiers);
    }
  }
  if (seen.size === 0) throw withoutWord(text, filters.length + excluded.length > 0);
  return { ...chooseWords(seen), identifiers, terms, excluded, filters };
}

function addRun(run: string, seen: Set<string>, identifiers: string[]): void {
  const [whole, ...parts] = splitIdentifier(run);
  if (whole === undefined) return;
  if (parts.length > 0) identifiers.push(whole);
  for (const part of parts.length === 0 ? [whole] : parts) seen.add(part);
}

function chooseWords(seen: ReadonlySet<string>): Pick<SearchQuery, "words" | "notes"> {
  const all = [...seen];
  const isAllStopWords = all.every((word) => stopWords.has(word));
  const words = all.map((text) => ({ text, isStopWord: !isAllStopWords && stopWords.has(text) }));
  if (words.length <= MAX_WORDS) return { words, notes: [] };
  const telling = words.filter(({ isStopWord }) => !isStopWord).slice(0, MAX_WORDS);
  return { words: telling, notes: [`Of the ${words.length} words of \`query\` the first ${telling.length} count.`] };
}

function filterOf(key: FilterKey, value: string, isExcluding: boolean): QueryFilter {
  switch (key) {
    case "lang":
      return { key, values: languageIds(value, "query"), isExcluding };
    case "file":
      return { key, values: [value.toLowerCase()], isExcluding };
    case "ext":
      return { key, values: [value.toLowerCase().replace(/^\./, "")], isExcluding };
  }
}

/**
 * The ids that a name of a language stands for: its id, an extension of it, a common name; "typescript" holds
 * "tsx" too. Throws `invalid_input` with the list; `argument` is the field that the name came in.
 */
export function languageIds(name: string, argument: string): string[] {
  const wanted = name.toLowerCase();
  const known = languageNames.get(wanted) ?? wanted;
  const id = languages.find((language) => language.id === known)?.id ?? languageOfPath(`x.${known}`)?.id;
  if (id === undefined) {
    const subject = argument === "lang" ? `\`lang\` "${name}"` : `"lang:${name}" in \`${argument}\``;
    const list = languages.map((language) => language.id).join(", ");
    throw new ReticleError("invalid_input", `${subject} is no language that is indexed`, {
      hint: `one of ${list}`,
      data: { lang: name },
    });
  }
  return id === "typescript" ? ["typescript", "tsx"] : [id];
}

function withoutWord(text: string, hasFilter: boolean): ReticleError {
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  return new ReticleError("invalid_input", `\`query\` "${shown}" has no word to look for`, {
    hint: hasFilter
      ? 'add a word to the filters, e.g. "lang:go router"; an outline lists what a file declares'
      : 'give words of a name, e.g. "resolve server options"',
  });
}
