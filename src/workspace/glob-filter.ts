import type { IgnoreFactory } from "./ignore-file.ts";

/** Whether a path, relative to its root and with `/`, is wanted. */
export type GlobFilter = (path: string) => boolean;

const MAX_ALTERNATIVES = 64;
/** "./a.ts" is the one in the root, in no folder below it. */
const FROM_HERE = /^\.\//;

/**
 * Globs as search programs take them: written like lines of a `.gitignore`, with `{a,b}` for either;
 * `!` leaves out, a later one beats an earlier one, and where any of them includes, what none
 * includes is left out.
 */
export async function createGlobFilter(globs: readonly string[]): Promise<GlobFilter> {
  const { default: factory } = await import("ignore");
  const make = factory as unknown as IgnoreFactory;
  const rules = signedRuns(globs).map(({ isExcluding, patterns }) => {
    return { isExcluding, matcher: make({ ignorecase: false }).add(patterns) };
  });
  const isOpen = rules.every(({ isExcluding }) => isExcluding);
  return (path) => {
    const last = rules.findLast(({ matcher }) => matcher.test(path).ignored);
    return last === undefined ? isOpen : !last.isExcluding;
  };
}

/** Neighbours of one sign have one matcher: each matcher takes a path to pieces anew. */
function signedRuns(globs: readonly string[]): { isExcluding: boolean; patterns: string[] }[] {
  const runs: { isExcluding: boolean; patterns: string[] }[] = [];
  for (const glob of globs) {
    const isExcluding = glob.startsWith("!");
    const patterns = expandBraces((isExcluding ? glob.slice(1) : glob).replace(FROM_HERE, "/"));
    const last = runs.at(-1);
    if (last?.isExcluding === isExcluding) last.patterns.push(...patterns);
    else runs.push({ isExcluding, patterns });
  }
  return runs;
}

/** "*.{ts,tsx}" as the two globs that it stands for. */
function expandBraces(glob: string): string[] {
  let expanded = [glob];
  for (;;) {
    const next = expanded.flatMap((one) => {
      const braces = /\{([^{}]*,[^{}]*)\}/.exec(one);
      if (braces === null) return [one];
      const [before, after] = [one.slice(0, braces.index), one.slice(braces.index + braces[0].length)];
      return (braces[1] ?? "").split(",").map((part) => before + part + after);
    });
    if (next.length === expanded.length || next.length > MAX_ALTERNATIVES) return expanded;
    expanded = next;
  }
}
