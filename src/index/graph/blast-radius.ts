import type { GraphFile, GraphSymbol } from "./graph-reader.ts";
import type { ReferenceResolver } from "./resolve-reference.ts";
import type { TimeSlices } from "./time-slices.ts";
import { relationOf, type Relation } from "./used-by.ts";
import { UserFinder } from "./users.ts";

export interface BlastFile {
  readonly file: string;
  readonly isTest: boolean;
  readonly lineCount: number;
  /** Its declarations, and the file itself, that depend on the one asked about. */
  readonly dependents: number;
  readonly minDepth: number;
  readonly relations: readonly Relation[];
}

export interface BlastRadius {
  /** Nearest first, then those with the most dependents, then by path. */
  readonly files: readonly BlastFile[];
  /** Files found, those beyond `files` included. */
  readonly fileCount: number;
  /** Declarations and files found. */
  readonly hits: number;
  /** There may be more than was looked at. */
  readonly isTruncated: boolean;
  /** The farthest that something was found. */
  readonly maxDepth: number;
}

const MAX_HITS = 200;
const MAX_FILES = 12;
/** Uses of one name that are looked at. */
const MAX_CANDIDATES = 400;

interface Node {
  readonly file: number;
  /** -1: the file itself. */
  readonly ordinal: number;
}
interface Hits {
  readonly nodes: Set<number>;
  readonly relations: Set<Relation>;
  minDepth: number;
}

/** What depends on a file, directly or through others: uses that are sure, and imports. */
export async function findBlastRadius(
  start: GraphFile,
  maxDepth: number,
  { resolver, slices }: { resolver: ReferenceResolver; slices: TimeSlices },
): Promise<BlastRadius> {
  const search = new BlastSearch(start, resolver);
  let level = search.startNodes();
  let depth = 0;
  let isTruncated = false;
  while (level.length > 0 && depth < maxDepth && !isTruncated) {
    depth += 1;
    const next: Node[] = [];
    // Imports cost little and say most: they come first.
    for (const node of level.toSorted((a, b) => a.ordinal - b.ordinal)) {
      if (search.isFull || !(await slices.next())) {
        isTruncated = true;
        break;
      }
      next.push(...search.expand(node, depth));
    }
    level = next;
  }
  return search.result(isTruncated || search.isFull);
}

class BlastSearch {
  readonly #start: GraphFile;
  readonly #resolver: ReferenceResolver;
  readonly #finder: UserFinder;
  readonly #byFile = new Map<number, Hits>();
  #hits = 0;

  constructor(start: GraphFile, resolver: ReferenceResolver) {
    this.#start = start;
    this.#resolver = resolver;
    this.#finder = new UserFinder(resolver);
  }

  get isFull(): boolean {
    return this.#hits >= MAX_HITS;
  }

  startNodes(): Node[] {
    const { id } = this.#start;
    const symbols = this.#resolver.reader.symbolsOf(id).filter((symbol) => symbol?.isLocal === 0);
    return [{ file: id, ordinal: -1 }, ...symbols.map((symbol) => ({ file: id, ordinal: symbol?.ordinal ?? -1 }))];
  }

  /** The nodes that depend on this one and were not found before. */
  expand({ file, ordinal }: Node, depth: number): Node[] {
    const found: Node[] = [];
    const hit = (node: Node, relation: Relation): void => {
      if (node.file === this.#start.id) return;
      if (this.#add(node, relation, depth)) found.push(node);
    };
    if (ordinal < 0) for (const importer of this.#importers(file)) hit({ file: importer, ordinal: -1 }, "imports");
    else {
      const symbol = this.#resolver.reader.symbolsOf(file)[ordinal];
      if (symbol !== undefined) this.#expandSymbol(symbol, hit);
    }
    return found;
  }

  #expandSymbol(symbol: GraphSymbol, hit: (node: Node, relation: Relation) => void): void {
    for (const use of this.#finder.sureUsesOf(symbol, MAX_CANDIDATES)) {
      if (this.isFull) return;
      hit({ file: use.file, ordinal: use.symbol }, relationOf(use.kind));
    }
  }

  #importers(file: number): readonly number[] {
    const { reader } = this.#resolver;
    const row = reader.file(file);
    const targets = row?.visibility.reach === "folder" ? reader.package(row) : [file];
    const importers = new Set<number>();
    for (const target of targets) {
      const rows = reader.database.all<{ file: number }>(
        `SELECT DISTINCT file FROM imports WHERE target = ? LIMIT ${MAX_HITS}`,
        target,
      );
      for (const { file: importer } of rows) importers.add(importer);
    }
    return [...importers];
  }

  #add({ file, ordinal }: Node, relation: Relation, depth: number): boolean {
    let hits = this.#byFile.get(file);
    if (hits?.nodes.has(ordinal) === true) {
      hits.relations.add(relation);
      return false;
    }
    if (this.isFull) return false;
    if (hits === undefined) {
      hits = { nodes: new Set(), relations: new Set(), minDepth: depth };
      this.#byFile.set(file, hits);
    }
    hits.nodes.add(ordinal);
    hits.relations.add(relation);
    this.#hits += 1;
    return true;
  }

  result(isTruncated: boolean): BlastRadius {
    const files: BlastFile[] = [];
    let maxDepth = 0;
    for (const [id, { nodes, relations, minDepth }] of this.#byFile) {
      const file = this.#resolver.reader.file(id);
      maxDepth = Math.max(maxDepth, minDepth);
      if (file === undefined) continue;
      files.push({
        file: file.path,
        isTest: this.#resolver.reader.isTest(id),
        lineCount: file.lineCount,
        dependents: nodes.size,
        minDepth,
        relations: [...relations].sort(),
      });
    }
    files.sort(
      (a, b) =>
        a.minDepth - b.minDepth || b.dependents - a.dependents || (a.file < b.file ? -1 : Number(a.file > b.file)),
    );
    return { files: files.slice(0, MAX_FILES), fileCount: files.length, hits: this.#hits, isTruncated, maxDepth };
  }
}
