import { FILE_ROLE } from "../store/schema.ts";
import type { DatabaseReader } from "../store/database-reader.ts";
import type { TimeSlices } from "../graph/time-slices.ts";

/** What imports name: a file, or in Go a package, which is a folder of files. */
export interface Unit {
  /** Of the file or folder, relative to the root. */
  readonly path: string;
  readonly folder: string;
  readonly isTest: boolean;
  /** The file to read first: itself, or the longest of a package. */
  mainFile: string;
  mainFileId: number;
  lines: number;
  files: number;
  /** Most branched function in it. */
  complexity: number;
  complexSymbol: string;
  /** Units of code that import it, and of tests. */
  readonly importers: Set<Unit>;
  readonly testImporters: Set<Unit>;
  readonly imports: Set<Unit>;
}

export interface UnitGraph {
  /** Code and tests; fixtures, vendored and generated files and documents are left out. */
  readonly units: readonly Unit[];
  /** Import statements that mean something in the root, and those of which the file is known. */
  readonly internalImports: number;
  readonly resolvedImports: number;
  /** False: the time was over before all was read. */
  readonly isWhole: boolean;
}

const FILES_AT_ONCE = 2_000;
const ROWS_AT_ONCE = 5_000;

/** The files of a root and which imports which, read a few thousand rows at a time. */
export async function readUnitGraph(database: DatabaseReader, slices: TimeSlices): Promise<UnitGraph> {
  const loading = new UnitLoading(database);
  let isWhole = true;
  for (const step of [() => loading.readFiles(), () => loading.readImports(), () => loading.readComplexity()]) {
    while (isWhole && step()) isWhole = await slices.next();
  }
  return { units: loading.units, ...loading.counts, isWhole };
}

class UnitLoading {
  readonly units: Unit[] = [];
  readonly counts = { internalImports: 0, resolvedImports: 0 };
  readonly #database: DatabaseReader;
  readonly #byFile = new Map<number, Unit>();
  readonly #packages = new Map<string, Unit>();
  #lastFile = 0;
  #lastImport = 0;
  #lastSymbol = 0;

  constructor(database: DatabaseReader) {
    this.#database = database;
  }

  /** Each step reads some rows; false: there are no more. */
  readFiles(): boolean {
    const rows = this.#database.all<{ id: number; path: string; language: string; role: number; lines: number }>(
      `SELECT id, path, language, role, line_count AS lines FROM files WHERE id > ? ORDER BY id LIMIT ${FILES_AT_ONCE}`,
      this.#lastFile,
    );
    for (const row of rows) {
      this.#lastFile = row.id;
      const isTest = row.role === FILE_ROLE.test;
      if (row.language !== null && (isTest || row.role === FILE_ROLE.source)) this.#addFile(row, isTest);
    }
    return rows.length === FILES_AT_ONCE;
  }

  #addFile(
    { id, path, language, lines }: { id: number; path: string; language: string; lines: number },
    isTest: boolean,
  ): void {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    const isPackage = language === "go" && !isTest;
    let unit = isPackage ? this.#packages.get(folder) : undefined;
    if (unit === undefined) {
      unit = {
        path: isPackage ? `${folder === "" ? "." : folder}/` : path,
        folder,
        isTest,
        mainFile: path,
        mainFileId: id,
        lines: 0,
        files: 0,
        complexity: 0,
        complexSymbol: "",
        importers: new Set(),
        testImporters: new Set(),
        imports: new Set(),
      };
      this.units.push(unit);
      if (isPackage) this.#packages.set(folder, unit);
    }
    if (unit.files === 0 || lines > unit.lines / unit.files) {
      unit.mainFile = path;
      unit.mainFileId = id;
    }
    unit.lines += lines;
    unit.files += 1;
    this.#byFile.set(id, unit);
  }

  readImports(): boolean {
    const rows = this.#database.all<{ id: number; file: number; isInternal: number; target: number | null }>(
      `SELECT id, file, is_internal AS isInternal, target FROM imports WHERE id > ? ORDER BY id LIMIT ${ROWS_AT_ONCE}`,
      this.#lastImport,
    );
    for (const { id, file, isInternal, target } of rows) {
      this.#lastImport = id;
      const from = this.#byFile.get(file);
      if (from === undefined) continue;
      if (isInternal === 1 || target !== null) this.counts.internalImports += 1;
      if (target === null) continue;
      this.counts.resolvedImports += 1;
      const to = this.#byFile.get(target);
      if (to === undefined || to === from) continue;
      from.imports.add(to);
      (from.isTest ? to.testImporters : to.importers).add(from);
    }
    return rows.length === ROWS_AT_ONCE;
  }

  readComplexity(): boolean {
    const rows = this.#database.all<{ id: number; file: number; complexity: number | null; name: string }>(
      `SELECT id, file, complexity, full_name AS name FROM symbols WHERE id > ? ORDER BY id LIMIT ${ROWS_AT_ONCE}`,
      this.#lastSymbol,
    );
    for (const { id, file, complexity, name } of rows) {
      this.#lastSymbol = id;
      const unit = this.#byFile.get(file);
      if (unit === undefined || complexity === null || complexity <= unit.complexity) continue;
      unit.complexity = complexity;
      unit.complexSymbol = name;
    }
    return rows.length === ROWS_AT_ONCE;
  }
}
