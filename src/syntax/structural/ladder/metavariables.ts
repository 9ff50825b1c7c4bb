/** One metavariable in a pattern. Offsets are in UTF-16 units of the pattern. */
export interface Metavariable {
  /** "$", "$$" or "$$$". */
  readonly sigil: string;
  /** Empty for a bare `$$$`. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const METAVARIABLE = /(\$\$\$)([A-Z_][A-Z0-9_]*)?|(\$\$?)([A-Z_][A-Z0-9_]*)/g;

export function findMetavariables(pattern: string): Metavariable[] {
  return [...pattern.matchAll(METAVARIABLE)].map((match) => ({
    sigil: match[1] ?? match[3] ?? "",
    name: match[2] ?? match[4] ?? "",
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** `$_` and `$_X` match anything and are not captured. */
export function isCaptured({ name }: Metavariable): boolean {
  return name !== "" && !name.startsWith("_");
}

export interface Placeheld {
  readonly text: string;
  /** Half-open ranges of the stand-ins in `text`, in UTF-16 units. */
  readonly placeholders: readonly { readonly start: number; readonly end: number }[];
}

const STAND_IN: Readonly<Record<string, string>> = { $: "z", $$: "zz", $$$: "zzz" };

/**
 * Replaces metavariables by identifiers that are legal in every language, so that a parser shows
 * the tree of the code that is meant and not errors at each `$`.
 */
export function standIn(pattern: string): Placeheld {
  const placeholders: { start: number; end: number }[] = [];
  let text = "";
  let from = 0;
  for (const { sigil, name, start, end } of findMetavariables(pattern)) {
    text += pattern.slice(from, start);
    const word = `${STAND_IN[sigil] ?? "z"}${name}`;
    placeholders.push({ start: text.length, end: text.length + word.length });
    text += word;
    from = end;
  }
  return { text: text + pattern.slice(from), placeholders };
}

/** A captured metavariable that stands more than once, under one engine name for each place. */
export interface Repeat {
  readonly sigil: string;
  /** The first is the name as written. */
  readonly names: readonly string[];
}

const REPEAT_MARK = "__R";

/** The name as the user wrote it. */
export function originalName(name: string): string {
  const at = name.lastIndexOf(REPEAT_MARK);
  return at > 0 && /^\d+$/.test(name.slice(at + REPEAT_MARK.length)) ? name.slice(0, at) : name;
}

/**
 * Gives each further occurrence of a captured metavariable a name of its own, across all patterns
 * of one search: the engine compares tokens (and kinds of node), the promise is equal source text.
 */
export function separateRepeats(patterns: readonly string[]): { patterns: string[]; repeats: Repeat[] } {
  const seen = new Map<string, string[]>();
  const separated = patterns.map((pattern) => {
    let text = "";
    let from = 0;
    for (const variable of findMetavariables(pattern)) {
      if (!isCaptured(variable)) continue;
      const names = seen.get(variable.sigil + variable.name) ?? [];
      seen.set(variable.sigil + variable.name, names);
      const name = names.length === 0 ? variable.name : `${variable.name}${REPEAT_MARK}${names.length + 1}`;
      names.push(name);
      text += pattern.slice(from, variable.start) + variable.sigil + name;
      from = variable.end;
    }
    return text + pattern.slice(from);
  });
  const repeats = [...seen].flatMap(([key, names]) =>
    names.length > 1 ? [{ sigil: key.slice(0, key.length - (names[0]?.length ?? 0)), names }] : [],
  );
  return { patterns: separated, repeats };
}
