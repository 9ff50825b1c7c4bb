import type { IgnoreFactory } from "./ignore-file.ts";

/** Whether a path, relative to its root and with `/`, is wanted. */
export type GlobFilter = (path: string) => boolean;

const MAX_ALTERNATIVES = 64;

/**
 * Globs as search programs take them: written like lines of a `.gitignore`, with `{a,b}` for either;
 * `!` leaves out, a later one beats an earlier one, and where any of them includes, what none
 * includes is left out.
 */
export async function createGlobFilter(globs: readonly string[]): Promise<GlobFilter> {
  const { default: factory } = await import("ignore");
  const make = factory as unknown as IgnoreFactory;
  const rules = globs.map((glob) => {
    const isExcluding = glob.startsWith("!");
    const matcher = make({ ignorecase: false }).add(expandBraces(isExcluding ? glob.slice(1) : glob));
    return { isExcluding, matcher };
  });
  const isOpen = rules.every(({ isExcluding }) => isExcluding);
  return (path) => {
    const last = rules.findLast(({ matcher }) => matcher.test(path).ignored);
    return last === undefined ? isOpen : !last.isExcluding;
  };
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
