import type ignoreFactory from "ignore";

export type IgnoreFactory = typeof ignoreFactory;

/** What one `.gitignore` says about a path: leave out, take in, or nothing. */
export type IgnoreVerdict = "ignored" | "readmitted" | undefined;

/**
 * One `.gitignore` and the folder it lies in. Matching is the `ignore` package's; what is here keeps
 * the walk from asking it about the many names that no rule of the file can match.
 */
export class IgnoreFile {
  /** Canonical absolute folder of the file. */
  readonly folder: string;
  readonly #factory: IgnoreFactory;
  readonly #text: string;
  readonly #matcher: ReturnType<IgnoreFactory>;
  readonly #hints: readonly RuleHint[];
  readonly #prefixes: ReadonlySet<string>;

  constructor(folder: string, text: string, factory: IgnoreFactory) {
    this.folder = folder;
    this.#factory = factory;
    this.#text = text;
    this.#matcher = factory({ ignorecase: false }).add(text);
    this.#hints = text.split(/\r?\n/).flatMap((line) => hintOf(line) ?? []);
    this.#prefixes = new Set(this.#hints.map(({ prefix }) => prefix));
  }

  /**
   * Names directly in `folder` (relative to this file's, "" for its own) that some rule could match;
   * undefined when none could.
   */
  filterFor(folder: string): RegExp | undefined {
    const relevant = this.#hints.filter(({ prefix }) => isAtOrBelow(folder, prefix));
    if (relevant.length === 0) return undefined;
    return new RegExp(`^(?:${relevant.map(({ name }) => name).join("|")})$`, "su");
  }

  /** Whether more rules apply inside `folder` than in the one above it. */
  hasRulesFor(folder: string): boolean {
    return this.#prefixes.has(folder);
  }

  /** `path` is relative to this file's folder, with `/`, and a `/` at the end for a folder. */
  test(path: string): IgnoreVerdict {
    const { ignored, unignored } = this.#matcher.test(path);
    if (ignored) return "ignored";
    return unignored ? "readmitted" : undefined;
  }

  /** The same rules for a walk inside `folder` (relative), although they leave that folder out. */
  readmit(folder: string): IgnoreFile {
    const escaped = folder.replaceAll(/[\\*?[\] ]/g, "\\$&");
    const ancestors = [...escaped.matchAll(/\/|$/g)].map(({ index }) => `!/${escaped.slice(0, index)}/`);
    return new IgnoreFile(this.folder, `${this.#text}\n${ancestors.join("\n")}`, this.#factory);
  }
}

/** What a path must look like for a rule to match it; looser than the rule itself. */
interface RuleHint {
  /** Folder the path must lie in, as far as the rule spells it out; "" for anywhere. */
  readonly prefix: string;
  /** Source of a regular expression for the last part of the path. */
  readonly name: string;
}

const anyName = ".*";

function hintOf(line: string): RuleHint | undefined {
  if (line.trim() === "" || line.startsWith("#")) return undefined;
  if (/[\\[]/.test(line)) return { prefix: "", name: anyName };
  const pattern = line
    .replace(/^\uFEFF?!?/, "")
    .trimEnd()
    .replace(/\/$/, "");
  const isAnchored = pattern.includes("/");
  const parts = pattern.replace(/^\//, "").split("/");
  const last = parts.pop() ?? "";
  const firstWild = parts.findIndex((part) => /[*?]/.test(part));
  const literal = firstWild === -1 ? parts : parts.slice(0, firstWild);
  const name =
    last === "**"
      ? anyName
      : last
          .split(/(\*+|\?)/)
          .map(globPart)
          .join("");
  return { prefix: isAnchored ? literal.join("/") : "", name };
}

function globPart(part: string): string {
  if (part === "?") return ".";
  return part.startsWith("*") ? anyName : part.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

function isAtOrBelow(folder: string, prefix: string): boolean {
  return prefix === "" || folder === prefix || folder.startsWith(`${prefix}/`);
}
