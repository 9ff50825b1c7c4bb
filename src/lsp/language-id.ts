import { basename, extname } from "node:path";
import type { ServerDefinition } from "./definition.ts";

/** The `languageId` of a file for a server, by whole name first; undefined when it does not serve the file. */
export function languageIdOf({ languageIds }: Pick<ServerDefinition, "languageIds">, path: string): string | undefined {
  const name = basename(path);
  if (Object.hasOwn(languageIds, name)) return languageIds[name];
  const extension = extname(name);
  // ".blade.php" and the like: the longest listed ending.
  const compound = name.slice(name.indexOf(".", 1));
  for (const ending of [compound, extension, extension.toLowerCase()]) {
    if (ending !== "" && Object.hasOwn(languageIds, ending)) return languageIds[ending];
  }
  return undefined;
}
