import type { Unit } from "./unit-graph.ts";

export interface FolderRow {
  readonly folder: string;
  readonly files: number;
  /** Folders it imports most from, with the number of importing pairs. */
  readonly imports: readonly { readonly folder: string; readonly count: number }[];
  readonly importedBy: number;
}

/** A few imports that go against many. */
export interface LayeringViolation {
  readonly from: string;
  readonly to: string;
  readonly count: number;
  /** How many go the other way. */
  readonly against: number;
  /** One file that imports so. */
  readonly example: string;
}

export interface FolderMap {
  readonly rows: readonly FolderRow[];
  readonly folderCount: number;
  /** Folders that reach each other through imports. */
  readonly cycles: readonly (readonly string[])[];
  readonly violations: readonly LayeringViolation[];
}

/** Folders beyond these are joined with the one that holds them. */
const MAX_FOLDERS = 40;
const MAX_DEPTH = 6;
const MAX_TARGETS = 3;
/** Of two folders that import each other, the lesser direction is a violation up to this share of the other. */
const VIOLATION_SHARE = 0.25;

interface Edge {
  count: number;
  readonly example: string;
}

/** How the folders of a root import from each other; tests are left out. */
export function mapFolders(units: readonly Unit[], limit: number): FolderMap {
  const code = units.filter(({ isTest }) => !isTest);
  const depth = fittingDepth(code);
  const edges = new Map<string, Map<string, Edge>>();
  const files = new Map<string, number>();
  const importedBy = new Map<string, number>();
  for (const unit of code) {
    const from = cutTo(unit.folder, depth);
    files.set(from, (files.get(from) ?? 0) + unit.files);
    for (const target of unit.imports) {
      const to = cutTo(target.folder, depth);
      if (to === from || target.isTest) continue;
      const out = edges.get(from) ?? new Map<string, Edge>();
      edges.set(from, out);
      const edge = out.get(to);
      if (edge === undefined) out.set(to, { count: 1, example: unit.mainFile });
      else edge.count += 1;
      importedBy.set(to, (importedBy.get(to) ?? 0) + 1);
    }
  }
  const rows = [...files].map(([folder, count]) => ({
    folder: folder === "" ? "." : folder,
    files: count,
    imports: [...(edges.get(folder) ?? [])]
      .map(([to, edge]) => ({ folder: to === "" ? "." : to, count: edge.count }))
      .sort((a, b) => b.count - a.count)
      .slice(0, MAX_TARGETS),
    importedBy: importedBy.get(folder) ?? 0,
  }));
  rows.sort((a, b) => b.importedBy - a.importedBy || b.files - a.files || (a.folder < b.folder ? -1 : 1));
  return {
    rows: rows.slice(0, limit),
    folderCount: rows.length,
    cycles: findCycles(edges).slice(0, limit),
    violations: findViolations(edges).slice(0, limit),
  };
}

/** The finest division into folders that still can be looked through. */
function fittingDepth(units: readonly Unit[]): number {
  let depth = 1;
  while (depth < MAX_DEPTH) {
    const finer = new Set(units.map(({ folder }) => cutTo(folder, depth + 1)));
    if (finer.size > MAX_FOLDERS) break;
    depth += 1;
  }
  return depth;
}

function cutTo(folder: string, depth: number): string {
  return folder.split("/").slice(0, depth).join("/");
}

function findViolations(edges: ReadonlyMap<string, ReadonlyMap<string, Edge>>): LayeringViolation[] {
  const found: LayeringViolation[] = [];
  for (const [from, out] of edges) {
    for (const [to, { count, example }] of out) {
      const against = edges.get(to)?.get(from)?.count ?? 0;
      if (against > 0 && count <= against * VIOLATION_SHARE)
        found.push({ from: from || ".", to: to || ".", count, against, example });
    }
  }
  return found.sort((a, b) => b.against / b.count - a.against / a.count);
}

/** Sets of folders each of which reaches all others (Tarjan, without recursion), largest first. */
function findCycles(edges: ReadonlyMap<string, ReadonlyMap<string, Edge>>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const path: string[] = [];
  const onPath = new Set<string>();
  const cycles: string[][] = [];
  const lower = (node: string, to: number): void => void low.set(node, Math.min(low.get(node) ?? to, to));
  const open = (node: string): { node: string; rest: Iterator<string> } => {
    order.set(node, order.size);
    low.set(node, order.get(node) ?? 0);
    path.push(node);
    onPath.add(node);
    return { node, rest: (edges.get(node) ?? new Map<string, Edge>()).keys() };
  };
  const close = (node: string): void => {
    if (low.get(node) !== order.get(node)) return;
    const group = path.splice(path.lastIndexOf(node));
    for (const member of group) onPath.delete(member);
    if (group.length > 1) cycles.push(group.map((member) => member || ".").sort());
  };
  for (const start of edges.keys()) {
    if (order.has(start)) continue;
    const stack = [open(start)];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { done = false, value } = top.rest.next();
      if (done) {
        stack.pop();
        close(top.node);
        const around = stack.at(-1);
        if (around !== undefined) lower(around.node, low.get(top.node) ?? 0);
      } else if (!order.has(value)) stack.push(open(value));
      else if (onPath.has(value)) lower(top.node, order.get(value) ?? 0);
    }
  }
  return cycles.sort((a, b) => b.length - a.length);
}
