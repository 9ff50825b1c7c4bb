import type { ObjectSchema } from "./schema.ts";

/** What the argument check says about one call. */
export type ArgumentVerdict =
  | { readonly verdict: "pass" }
  | ({ readonly verdict: "warn" } & IgnoredArguments)
  | ({
      readonly verdict: "refuse";
      /** `Not run: …` with every reason. */
      readonly reason: string;
    } & IgnoredArguments);

export interface IgnoredArguments {
  /** One line that names the undeclared keys. */
  readonly warning: string;
  readonly structuredContent: { readonly ignoredArguments: readonly string[]; readonly ignoredArgumentCount: number };
}

export const MAX_NAMED_KEYS = 8;
export const MAX_KEY_CHARS = 64;
/** What decides about a key stands at its end (the head noun), so this much of an absurdly long one is compared. */
const MAX_COMPARED_CHARS = 1_024;

/** A head noun behind one of these is a count, a flag or an output, not the parameter itself. */
const QUANTITY_WORDS: ReadonlySet<string> = new Set([
  "max",
  "min",
  "num",
  "count",
  "total",
  "include",
  "exclude",
  "out",
  "output",
]);

/**
 * Compares a call's own top-level keys with what the schema declares. Pure; values are not looked at.
 * An undeclared key is a warning, and a refusal when it leaves the call without something it needs.
 */
export function checkArguments(
  tool: string,
  schema: ObjectSchema,
  args: Readonly<Record<string, unknown>>,
  suggest: Suggest = nearestKey,
): ArgumentVerdict {
  const declared = Object.keys(schema.properties ?? {});
  const known = new Set(declared);
  const undeclared = Object.keys(args).filter((key) => !known.has(key));
  if (undeclared.length === 0) return { verdict: "pass" };

  const words = declared.map((key) => {
    const tokens = splitTokens(key);
    return { key, tokens, joined: tokens.join("") };
  });
  const spellings = new Set(words.map(({ joined }) => joined).filter((joined) => joined !== ""));
  const ignored = undeclared.map((key) => ({ key, ...compareKey(key.slice(-MAX_COMPARED_CHARS), words, spellings) }));
  const named = ignored.slice(0, MAX_NAMED_KEYS).map(({ key, matches, hintable }) => ({
    key,
    hint: matches[0] ?? suggest(key.slice(-MAX_COMPARED_CHARS), hintable),
  }));
  const report: IgnoredArguments = {
    warning: describeIgnored(tool, named, ignored.length),
    structuredContent: {
      ignoredArguments: undeclared.slice(0, MAX_NAMED_KEYS).map(cutKey),
      ignoredArgumentCount: undeclared.length,
    },
  };
  const reasons = refusalReasons(schema.required ?? [], ignored, args);
  if (reasons.length === 0) return { verdict: "warn", ...report };
  return { verdict: "refuse", reason: `Not run: ${reasons.join("; ")}.`, ...report };
}

interface DeclaredKey {
  readonly key: string;
  readonly tokens: readonly string[];
  readonly joined: string;
}

interface Comparison {
  /** Declared keys that the undeclared one is another spelling of, in schema order. */
  readonly matches: readonly string[];
  /** Declared keys that the hint may name when nothing matches. */
  readonly hintable: readonly string[];
}

/** Names the declared key nearest in spelling. Advice only: what it says never decides whether a call runs. */
export type Suggest = (key: string, declared: readonly string[]) => string | undefined;

/** `spellings`: what the declared keys look like joined. */
function compareKey(key: string, declared: readonly DeclaredKey[], spellings: ReadonlySet<string>): Comparison {
  const tokens = splitTokens(key);
  const joined = tokens.join("");
  const equal: string[] = [];
  const headNouns: string[] = [];
  const retargeted = new Set<string>();
  for (const candidate of declared) {
    if (candidate.tokens.length === 0) continue;
    if (candidate.joined === joined) {
      equal.push(candidate.key);
      continue;
    }
    const leading = wordsBeforeHeadNoun(tokens, candidate.tokens);
    if (leading === undefined) continue;
    if (spellings.has(leading.join("")) || leading.some((word) => QUANTITY_WORDS.has(word))) {
      retargeted.add(candidate.key);
    } else {
      headNouns.push(candidate.key);
    }
  }
  return {
    matches: equal.length > 0 ? equal : headNouns,
    hintable: declared.map((one) => one.key).filter((name) => !retargeted.has(name)),
  };
}

/** Words of a key: split at lower-to-upper case and punctuation, lower case, one trailing `s` dropped. */
function splitTokens(key: string): string[] {
  return key
    .replace(/([a-z0-9])(?=[A-Z])/g, "$1 ")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((token) => token.replace(/s$/, ""))
    .filter((token) => token !== "");
}

function wordsBeforeHeadNoun(tokens: readonly string[], noun: readonly string[]): readonly string[] | undefined {
  const start = tokens.length - noun.length;
  if (start < 0 || noun.some((word, index) => tokens[start + index] !== word)) return undefined;
  return tokens.slice(0, start);
}

function refusalReasons(
  required: readonly string[],
  ignored: readonly { key: string; matches: readonly string[] }[],
  args: Readonly<Record<string, unknown>>,
): string[] {
  const reasons: string[] = [];
  const missing = required.filter((key) => !Object.hasOwn(args, key));
  if (missing.length > 0) reasons.push(`required argument(s) ${missing.map(quote).join(", ")} missing`);

  const stated = new Set(missing);
  for (const { key, matches } of ignored) {
    const meant = matches[0];
    if (meant === undefined || stated.has(meant)) continue;
    if (matches.some((match) => Object.hasOwn(args, match))) continue;
    stated.add(meant);
    reasons.push(`${quote(cutKey(key))} looks like a mistyped ${quote(meant)}, which was not sent`);
  }
  return reasons;
}

function describeIgnored(
  tool: string,
  named: readonly { key: string; hint: string | undefined }[],
  count: number,
): string {
  const list = named.map(
    ({ key, hint }) => quote(cutKey(key)) + (hint === undefined ? "" : ` (did you mean ${quote(hint)}?)`),
  );
  const more = count > named.length ? ` and ${count - named.length} more` : "";
  return `Ignored unknown argument(s) for ${tool}: ${list.join(", ")}${more}. They had no effect on this call.`;
}

/** The hint: one spelling contains the other, or they are one edit apart; the closest length wins. */
function nearestKey(key: string, declared: readonly string[]): string | undefined {
  const folded = fold(key);
  let best: { key: string; distance: number } | undefined;
  for (const name of declared) {
    const other = fold(name);
    const distance = Math.abs(other.length - folded.length);
    if (best !== undefined && distance >= best.distance) continue;
    if (isContained(folded, other) || isOneEditApart(folded, other)) best = { key: name, distance };
  }
  return best?.key;
}

function fold(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function isContained(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short.length >= 3 && long.includes(short);
}

/** One insertion, deletion or replacement turns one into the other. */
function isOneEditApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short === long || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const rest = short.length === long.length ? start + 1 : start;
  return short.slice(rest) === long.slice(start + 1);
}

/** A key between backticks, kept on one line: keys come from the wire and may hold anything. */
function quote(key: string): string {
  return `\`${key.replace(/[\p{Cc}\u2028\u2029]/gu, " ")}\``;
}

function cutKey(key: string): string {
  if (key.length <= MAX_KEY_CHARS) return key;
  const cut = key.slice(0, MAX_KEY_CHARS);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}
