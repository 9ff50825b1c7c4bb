import { extname } from "node:path";

/** Notes and outputs: nothing depends on their lines. */
const FREE_EXTENSIONS: ReadonlySet<string> = new Set([".txt", ".log"]);
/** Somebody else's files inside a project. */
const FOREIGN_FOLDERS: ReadonlySet<string> = new Set(["node_modules", "vendor", "third_party", ".git"]);
const PROSE_EXTENSIONS: ReadonlySet<string> = new Set([".md", ".mdx", ".markdown"]);

/** Whether the guard does not ask about a file at all. `relative` starts at the root, with `/`. */
export function isExempt(relative: string): boolean {
  if (FREE_EXTENSIONS.has(extname(relative).toLowerCase())) return true;
  return relative.split("/").some((part) => FOREIGN_FOLDERS.has(part));
}

/** Whether the guard tells and never refuses. */
export function isProse(path: string): boolean {
  return PROSE_EXTENSIONS.has(extname(path).toLowerCase());
}
