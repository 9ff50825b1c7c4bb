import { existsSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { complete, type Coverage } from "../../base/coverage.ts";
import { contains } from "../../base/path-containment.ts";
import type { LanguageServer } from "../language-servers.ts";

const JAVASCRIPT = new Set([".js", ".cjs", ".jsx"]);
const COMMONJS = /\brequire\s*\(|\bmodule\.exports\b|(?:^|[^.\w])exports\.\w/;
const ES_MODULE = /^\s*(?:import|export)\b/m;
/** What makes a folder a project to the servers whose definitions say that they need one. */
const PROJECT_FILES = ["tsconfig.json", "jsconfig.json"];

export interface Asked {
  readonly server: LanguageServer;
  /** What the server was still loading when it answered. */
  readonly loading: readonly string[];
  readonly waitedMs: number;
  readonly isEmpty: boolean;
  /** As `askEverywhere` tells. */
  readonly everywhere?: { readonly isSought: boolean; readonly notOpened?: string };
}

/** How much the answer about one place covers: whether the server had loaded its project. */
export function coverageOf({ server, loading, waitedMs, isEmpty }: Asked): Coverage {
  if (loading.length === 0) return complete;
  const what = loading.join(", ");
  if (isEmpty) return { state: "pending", what: `${server.name}: ${what}`, waitedMs };
  return { state: "partial", looked: `what ${server.name} has loaded`, whole: "the project", missing: what };
}

/** As `coverageOf`, for answers about every place in the project (references, rename, callers). */
export function projectCoverage(
  asked: Asked,
  file: { readonly path: string; readonly shown: string; readonly text: string },
): Coverage {
  const coverage = coverageOf(asked);
  if (coverage.state !== "complete") return coverage;
  const { server } = asked;
  const { quirks } = server.definition;
  const missing = [
    ...(quirks?.commonJsReferencesPartial === true && isCommonJs(file)
      ? ["uses through require() and module.exports"]
      : []),
    ...unopened(asked, file.path),
  ];
  if (missing.length === 0) return complete;
  return { state: "partial", looked: `what ${server.name} sees`, whole: "the project", missing: missing.join(" and ") };
}

/** Files that the server knows of only when they are open, or imported by one that is. */
function unopened({ server, everywhere }: Asked, path: string): string[] {
  if (server.definition.quirks?.needsProjectFile !== true) return [];
  if (everywhere?.notOpened !== undefined) return [everywhere.notOpened];
  if (everywhere?.isSought === true || hasProjectFile(path, server.root)) return [];
  return [`files that no open file imports (there is no ${PROJECT_FILES.join(" or ")})`];
}

export function isCommonJs({ path, text }: { readonly path: string; readonly text: string }): boolean {
  return JAVASCRIPT.has(extname(path)) && COMMONJS.test(text) && !ES_MODULE.test(text);
}

function hasProjectFile(path: string, root: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (PROJECT_FILES.some((name) => existsSync(join(folder, name)))) return true;
    if (!contains(root, dirname(folder)) || dirname(folder) === folder) return false;
  }
}
