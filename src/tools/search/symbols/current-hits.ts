import { isReticleError } from "../../../base/errors.ts";
import type { FileHit, SymbolHit } from "../../../index/search/search-symbols.ts";
import type { SearchPlan } from "../../../index/search/plan-search.ts";
import type { FileFreshness, IndexView } from "../../../index/symbol-index.ts";
import type { SourceDocument } from "../../../workspace/document.ts";
import type { ToolContext } from "../../core/context.ts";

/** A hit as it leaves: where it is on disk now. */
export interface CurrentHit {
  readonly path: string;
  /** Absent: a file. */
  readonly symbol?: { readonly name: string; readonly kind: string; readonly endLine: number };
  /** 1-based line of the definition, or of a file's best line; absent: only the path has the words. */
  readonly line?: number;
  readonly score?: number;
  /** The file was changed and could not be read again, so its line may be another one now. */
  readonly isUnsure?: true;
}

export interface HitServices {
  readonly view: IndexView;
  readonly plan: SearchPlan;
  readonly context: ToolContext;
}

type Hit = SymbolHit | FileHit;

/** Files that are gone take their hits along: so many more are looked at than are wanted. */
const SPARE = 20;
/** Changed files that one answer reads again. */
const MAX_READ_AGAIN = 8;

/**
 * The first `limit` hits that are still there. Hits of a file that was changed since it was indexed are looked up in
 * it anew; those it has no more are left out.
 */
export async function currentHits(
  hits: readonly Hit[],
  limit: number,
  services: HitServices,
  signal: AbortSignal,
): Promise<CurrentHit[]> {
  const looked = hits.slice(0, limit + SPARE);
  const freshness = await services.view.verify([...new Set(looked.map(({ row }) => row.path))]);
  const reader = new ChangedFiles(services, signal);
  const current: CurrentHit[] = [];
  for (const hit of looked) {
    if (current.length === limit) break;
    const one = await currentHit(hit, freshness.get(hit.row.path) ?? "changed", reader);
    if (one !== undefined) current.push(one);
  }
  return current;
}

async function currentHit(hit: Hit, freshness: FileFreshness, reader: ChangedFiles): Promise<CurrentHit | undefined> {
  if (freshness === "gone") return undefined;
  const { path } = hit.row;
  if (hit.kind === "file") return reader.fileHit(path);
  const { full_name: name, kind, name_line: line, end_line: endLine } = hit.row;
  const { score } = hit;
  if (freshness === "current") return { path, symbol: { name, kind, endLine }, line, score };
  const now = await reader.lineOf(path, name, line);
  if (now === "gone") return undefined;
  if (now === "unknown") return { path, symbol: { name, kind, endLine }, line, score, isUnsure: true };
  return { path, symbol: { name, kind, endLine: now.endLine }, line: now.line, score };
}

interface Lines {
  readonly line: number;
  readonly endLine: number;
}

/** Reads files of one answer anew, each once. */
class ChangedFiles {
  readonly #services: HitServices;
  readonly #signal: AbortSignal;
  readonly #lines = new Map<string, Promise<ReadonlyMap<string, readonly Lines[]> | undefined>>();

  constructor(services: HitServices, signal: AbortSignal) {
    this.#services = services;
    this.#signal = signal;
  }

  /** Where the symbol of that name stands now; of several the one nearest to where it was. */
  async lineOf(path: string, fullName: string, was: number): Promise<Lines | "gone" | "unknown"> {
    let reading = this.#lines.get(path);
    if (reading === undefined) {
      if (this.#lines.size === MAX_READ_AGAIN) return "unknown";
      reading = this.#linesByName(path);
      this.#lines.set(path, reading);
    }
    const lines = await reading;
    if (lines === undefined) return "unknown";
    const [nearest] = [...(lines.get(fullName) ?? [])].sort((a, b) => Math.abs(a.line - was) - Math.abs(b.line - was));
    return nearest ?? "gone";
  }

  async fileHit(path: string): Promise<CurrentHit> {
    const document = await this.#read(path);
    const best = document === undefined ? undefined : this.#services.plan.bestLine(document.text);
    return best === undefined ? { path } : { path, line: best.line };
  }

  async #linesByName(path: string): Promise<ReadonlyMap<string, readonly Lines[]> | undefined> {
    const document = await this.#read(path);
    if (document === undefined) return undefined;
    try {
      const syntax = await this.#services.context.syntax();
      const facts = await syntax.facts(document, this.#signal);
      const { flattenSymbols } = await import("../../../syntax/references/flatten-symbols.ts");
      const lines = new Map<string, Lines[]>();
      for (const { fullName, fact } of flattenSymbols(facts.symbols)) {
        const known = lines.get(fullName) ?? [];
        known.push({ line: fact.nameLine, endLine: fact.endLine });
        lines.set(fullName, known);
      }
      return lines;
    } catch (error) {
      if (isReticleError(error) && error.kind !== "cancelled") return undefined;
      throw error;
    }
  }

  async #read(path: string): Promise<SourceDocument | undefined> {
    const { context, view } = this.#services;
    try {
      const file = await context.workspace.resolve(`${view.root}/${path}`, "path", context.cwd);
      return await context.workspace.read(file, "path");
    } catch (error) {
      if (isReticleError(error) && error.kind !== "cancelled") return undefined;
      throw error;
    }
  }
}
