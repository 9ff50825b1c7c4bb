import { basename, extname } from "node:path";
import { complete, type Coverage } from "../../base/coverage.ts";
import { isReticleError, type ReticleError } from "../../base/errors.ts";
import type { LanguageServers, MissingServer } from "../../lsp/language-servers.ts";
import type { ResolvedPath } from "../../workspace/workspace.ts";
import type { ToolContext } from "../core/context.ts";

/** Which files are asked about. */
export interface ProbeTargets {
  readonly files: readonly ResolvedPath[];
  /** Of the folders among what was named. */
  readonly coverage: Coverage;
  readonly notes: readonly string[];
}

export interface TargetRequest {
  readonly paths: readonly string[];
  /** The host's name of the argument the paths came from. */
  readonly argument: string;
  /** Files that are taken from each folder. */
  readonly maxFiles: number;
  readonly includeGenerated: boolean;
}

const GENERATED = /[.-]min\.|\.(?:generated|gen|pb|g)\.[cm]?[a-z]+$|_pb2?\.|(?:^|\/)(?:generated|__generated__)\//i;
const MAX_NAMED = 3;

/**
 * Files as they are named, and those of named folders that a server can be asked about. Names of what
 * is not there are skipped with a note, unless none is left.
 */
export async function findTargets(
  request: TargetRequest,
  { context, servers, signal }: { context: ToolContext; servers: Pick<LanguageServers, "plan">; signal: AbortSignal },
): Promise<ProbeTargets> {
  const { named, problems } = await resolveAll(request, context);
  const [first] = problems;
  if (named.length === 0 && first !== undefined) throw first;
  const files = new Map<string, ResolvedPath>();
  const gaps: string[] = [];
  let walked = 0;
  for (const path of named) {
    if (path.kind === "file") {
      files.set(path.absolute, path);
      continue;
    }
    const found = await filesOfFolder(path, request, { context, servers, signal });
    for (const file of found.files) files.set(file.absolute, file);
    gaps.push(...found.gaps);
    walked += found.total;
  }
  const coverage: Coverage =
    gaps.length === 0
      ? complete
      : { state: "partial", looked: String(files.size), whole: `${walked} files`, missing: gaps.join("; ") };
  return { files: [...files.values()], coverage, notes: problems.map(({ message }) => `skipped: ${message}`) };
}

async function resolveAll(
  { paths, argument }: TargetRequest,
  { workspace, cwd }: ToolContext,
): Promise<{ named: ResolvedPath[]; problems: ReticleError[] }> {
  const named: ResolvedPath[] = [];
  const problems: ReticleError[] = [];
  for (const path of paths) {
    try {
      named.push(await workspace.resolve(path, argument, cwd));
    } catch (error) {
      if (!isReticleError(error) || error.kind !== "not_found") throw error;
      problems.push(error);
    }
  }
  return { named, problems };
}

interface FolderFiles {
  readonly files: readonly ResolvedPath[];
  readonly gaps: readonly string[];
  readonly total: number;
}

async function filesOfFolder(
  folder: ResolvedPath,
  { maxFiles, includeGenerated }: TargetRequest,
  { context, servers, signal }: { context: ToolContext; servers: Pick<LanguageServers, "plan">; signal: AbortSignal },
): Promise<FolderFiles> {
  const { workspace, cwd } = context;
  const { walkFiles } = await import("../../workspace/walk.ts");
  const walk = await walkFiles(workspace, { folder: folder.absolute, signal });
  const kinds = new KindPlans(servers, workspace.rootOf(folder.absolute) ?? cwd);
  const files: ResolvedPath[] = [];
  let left = 0;
  for (const absolute of walk.files) {
    const file: ResolvedPath = { absolute, shown: workspace.show(absolute, cwd), kind: "file" };
    if (!includeGenerated && GENERATED.test(file.shown)) continue;
    if (!(await kinds.isServed(file))) continue;
    if (files.length < maxFiles) files.push(file);
    else left += 1;
  }
  signal.throwIfAborted();
  return {
    files,
    total: files.length + left + kinds.unserved,
    gaps: [
      ...(left > 0 ? [`${left} more in ${folder.shown} (at most ${maxFiles} of a folder are asked about)`] : []),
      ...kinds.gaps(),
      ...(walk.coverage.state === "partial" ? [walk.coverage.missing] : []),
    ],
  };
}

/** What is found for one file of a folder holds for the others of its kind there. */
class KindPlans {
  readonly #servers: Pick<LanguageServers, "plan">;
  readonly #workspaceRoot: string;
  readonly #plans = new Map<string, ReturnType<LanguageServers["plan"]>>();
  readonly #missing = new Map<string, { count: number; readonly missing: MissingServer }>();

  constructor(servers: Pick<LanguageServers, "plan">, workspaceRoot: string) {
    this.#servers = servers;
    this.#workspaceRoot = workspaceRoot;
  }

  get unserved(): number {
    return [...this.#missing.values()].reduce((sum, { count }) => sum + count, 0);
  }

  async isServed(file: ResolvedPath): Promise<boolean> {
    const kind = extname(file.absolute) || basename(file.absolute);
    const key = `${file.absolute.slice(0, file.absolute.lastIndexOf("/"))}\0${kind}`;
    const plan = this.#plans.get(key) ?? this.#servers.plan(file, this.#workspaceRoot);
    this.#plans.set(key, plan);
    const { group, missing } = await plan;
    const lacking = missing.find(({ role, reasons }) => role === "primary" && !reasons.includes("marker"));
    if (group === undefined && lacking !== undefined) {
      const known = this.#missing.get(kind);
      this.#missing.set(kind, { count: (known?.count ?? 0) + 1, missing: known?.missing ?? lacking });
    }
    return group !== undefined;
  }

  gaps(): string[] {
    const all = [...this.#missing];
    const named = all
      .slice(0, MAX_NAMED)
      .map(([kind, { count, missing }]) => `${count} ${kind} (${missing.title}: ${missing.what})`);
    return all.length > MAX_NAMED
      ? [...named, `files of ${all.length - MAX_NAMED} more kinds without a server`]
      : named;
  }
}
