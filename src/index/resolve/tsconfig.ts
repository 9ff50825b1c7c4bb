import { field, isRecord, parseJsonc, strings } from "./jsonc.ts";
import { type ProjectFiles, folderOf, within } from "./project-files.ts";
import { scriptFile } from "./script-files.ts";

interface PathPattern {
  readonly prefix: string;
  /** Behind the star; undefined: there is none. */
  readonly suffix: string | undefined;
  /** Relative to the root. */
  readonly targets: readonly string[];
}

interface CompilerPaths {
  readonly baseUrl: string | undefined;
  readonly patterns: readonly PathPattern[];
}

const NAMES = ["tsconfig.json", "jsconfig.json"];
const NONE: CompilerPaths = { baseUrl: undefined, patterns: [] };
const MAX_EXTENDS = 8;

/** `paths` and `baseUrl` of the nearest tsconfig.json, and of those above it. */
export class CompilerConfigs {
  readonly #files: ProjectFiles;
  readonly #known = new Map<string, CompilerPaths>();
  readonly #values = new Map<string, unknown>();

  constructor(files: ProjectFiles) {
    this.#files = files;
  }

  /** All that `resolve` takes from the place of a file. */
  nearest(from: string): string | undefined {
    return this.#files.above(from, NAMES);
  }

  resolve(from: string, source: string): string | undefined {
    let asking = from;
    for (;;) {
      const config = this.nearest(asking);
      if (config === undefined) return undefined;
      const found = this.#resolveBy(this.#pathsOf(config), source) ?? this.#resolveByReferences(config, source);
      if (found !== undefined) return found;
      asking = folderOf(config);
      if (asking === "") return undefined;
    }
  }

  #resolveBy({ baseUrl, patterns }: CompilerPaths, source: string): string | undefined {
    for (const { prefix, suffix, targets } of patterns) {
      const isMatch = suffix === undefined ? source === prefix : matches(source, prefix, suffix);
      if (!isMatch) continue;
      const star = suffix === undefined ? "" : source.slice(prefix.length, source.length - suffix.length);
      for (const target of targets) {
        const found = scriptFile(
          this.#files,
          within(
            "",
            target.replace("*", () => star),
          ),
        );
        if (found !== undefined) return found;
      }
    }
    return baseUrl === undefined ? undefined : scriptFile(this.#files, within(baseUrl, source));
  }

  /** A configuration that only lists others: its files belong to one of those. */
  #resolveByReferences(config: string, source: string): string | undefined {
    const value = this.#valueOf(config);
    const references = field(value, "references");
    if (!Array.isArray(references) || !Array.isArray(field(value, "files"))) return undefined;
    for (const reference of references) {
      const path = field(reference, "path");
      if (typeof path !== "string") continue;
      const other = this.#fileOf(within(folderOf(config), path));
      if (other === undefined || other === config) continue;
      const found = this.#resolveBy(this.#pathsOf(other), source);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #valueOf(config: string): unknown {
    if (!this.#values.has(config)) this.#values.set(config, parseJsonc(this.#files.read(config) ?? ""));
    return this.#values.get(config);
  }

  #pathsOf(config: string, steps = 0): CompilerPaths {
    const known = this.#known.get(config);
    if (known !== undefined) return known;
    // Configurations that extend each other in a circle end here.
    this.#known.set(config, NONE);
    const value = this.#valueOf(config);
    const options = field(value, "compilerOptions");
    const written = field(options, "baseUrl");
    let { baseUrl, patterns } = steps < MAX_EXTENDS ? this.#inherited(config, value, steps) : NONE;
    if (typeof written === "string") baseUrl = within(folderOf(config), written);
    const paths = field(options, "paths");
    if (isRecord(paths)) patterns = patternsOf(paths, baseUrl ?? folderOf(config));
    const found = { baseUrl, patterns };
    this.#known.set(config, found);
    return found;
  }

  #inherited(config: string, value: unknown, steps: number): CompilerPaths {
    let inherited = NONE;
    for (const parent of strings(field(value, "extends"))) {
      const path = parent.startsWith(".") ? this.#fileOf(within(folderOf(config), parent)) : undefined;
      if (path === undefined) continue;
      const { baseUrl, patterns } = this.#pathsOf(path, steps + 1);
      inherited = {
        baseUrl: baseUrl ?? inherited.baseUrl,
        patterns: patterns.length > 0 ? patterns : inherited.patterns,
      };
    }
    return inherited;
  }

  #fileOf(path: string): string | undefined {
    return this.#files.first([path, `${path}.json`, within(path, "tsconfig.json")]);
  }
}

function matches(source: string, prefix: string, suffix: string): boolean {
  return source.length >= prefix.length + suffix.length && source.startsWith(prefix) && source.endsWith(suffix);
}

/** The most exact first, as the compiler takes them. */
function patternsOf(paths: Record<string, unknown>, base: string): PathPattern[] {
  return Object.entries(paths)
    .map(([pattern, targets]) => {
      const star = pattern.indexOf("*");
      return {
        prefix: star < 0 ? pattern : pattern.slice(0, star),
        suffix: star < 0 ? undefined : pattern.slice(star + 1),
        targets: strings(targets).map((target) => within(base, target)),
      };
    })
    .toSorted(
      (a, b) => Number(a.suffix !== undefined) - Number(b.suffix !== undefined) || b.prefix.length - a.prefix.length,
    );
}
