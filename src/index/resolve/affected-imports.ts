import { posix } from "node:path";
import { FAMILY_OF } from "./families.ts";

/** Longest lists of changed paths for which a look at each import is cheaper than resolving it. */
const MAX_CHANGED = 500;

/**
 * Tells which imports may stand for another file now that some source files came or went, configuration being as
 * before; true where that is not known. In JavaScript and TypeScript a relative import can only mean a file whose name
 * begins as its last part does, or the index of a folder.
 */
export function affectedBy(changed: readonly string[]): (source: string, language: string | null) => boolean {
  const names = new Set(changed.map((path) => stemOf(posix.basename(path))));
  if (changed.length > MAX_CHANGED || names.has("index")) return () => true;
  return (source, language) => {
    if (language === null || FAMILY_OF[language] !== "ecmascript") return true;
    if (!source.startsWith("./") && !source.startsWith("../")) return true;
    const last = source.slice(source.lastIndexOf("/") + 1);
    return last === "" || last === "." || last === ".." || names.has(stemOf(last));
  };
}

/** Up to the first dot, or to what a bundler is told behind the path. */
function stemOf(name: string): string {
  return /^[^.?]*/.exec(name)?.[0] ?? "";
}
