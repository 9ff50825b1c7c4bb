import { NodePackages } from "./node-packages.ts";
import {
  EXTERNAL,
  folderOf,
  type ProjectFiles,
  type Resolution,
  type SourceResolver,
  within,
} from "./project-files.ts";
import { exportedFile, scriptFile } from "./script-files.ts";
import { CompilerConfigs } from "./tsconfig.ts";

/** JavaScript and TypeScript: relative paths, tsconfig.json, package.json, workspaces. */
export function resolveEcmascript(files: ProjectFiles): SourceResolver {
  const configs = new CompilerConfigs(files);
  const packages = new NodePackages(files);
  const named: SourceResolver = (from, source) => {
    const found = configs.resolve(from, source) ?? packages.resolve(from, source);
    if (found !== null) return found;
    // Aliases of bundlers look like this; no package can have such a name.
    if (/^\$lib(?:\/|$)/.test(source)) return aliased(files, from, source.slice(1));
    return /^(?:~|@)\//.test(source) ? aliased(files, from, source.slice(2)) : EXTERNAL;
  };
  /** By what a name depends on besides itself: the same in all files below the same configuration. */
  const known = new Map<string, Resolution>();
  return (from, written) => {
    const source = written.replace(/(?<=.)[?].*$/, "");
    if (/^[a-z][a-z+.-]*:/i.test(source)) return EXTERNAL;
    if (/^\.{1,2}(?:\/|$)/.test(source)) return exportedFile(files, folderOf(from), source);
    if (source.startsWith("/")) return fromRoot(files, from, source);
    if (source.startsWith("#")) return packages.resolveImports(from, source) ?? configs.resolve(from, source);
    const key = `${configs.nearest(from)}\n${files.above(from, ["package.json"])}\n${source}`;
    if (!known.has(key)) known.set(key, named(from, source));
    return known.get(key);
  };
}

function fromRoot(files: ProjectFiles, from: string, source: string): string | undefined {
  const own = folderOf(files.above(from, ["package.json"]) ?? "");
  return scriptFile(files, within(own, source)) ?? scriptFile(files, within(own, `public${source}`));
}

function aliased(files: ProjectFiles, from: string, path: string): string | undefined {
  const own = folderOf(files.above(from, ["package.json"]) ?? "");
  return scriptFile(files, within(own, `src/${path}`)) ?? scriptFile(files, within(own, path));
}
