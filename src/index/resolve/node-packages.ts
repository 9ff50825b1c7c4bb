import { field, isRecord, parseJsonc, strings } from "./jsonc.ts";
import { type ProjectFiles, folderOf, within } from "./project-files.ts";
import { exportedFile, scriptFile } from "./script-files.ts";

interface Package {
  readonly folder: string;
  readonly json: unknown;
}

const NO_WORKSPACE = /(?:^|\/)(?:node_modules|fixtures?|__fixtures__|__tests__)\//;
/** Conditions in the order in which they lead to what people read. */
const CONDITIONS = ["source", "development", "import", "module", "node", "default", "require", "types", "browser"];

/** The packages of a root: those of its workspaces, else all that have a name. */
export class NodePackages {
  readonly #files: ProjectFiles;
  readonly #read = new Map<string, Package | undefined>();
  #byName: Map<string, Package> | undefined;

  constructor(files: ProjectFiles) {
    this.#files = files;
  }

  /** A specifier that starts with "#", by the imports of the package around. */
  resolveImports(from: string, source: string): string | undefined {
    const own = this.#around(from);
    const imports = field(own?.json, "imports");
    return own === undefined || !isRecord(imports) ? undefined : this.#resolveBy(imports, source, own);
  }

  /** "@scope/name/sub"; null: no package of the root has the name. */
  resolve(from: string, source: string): string | undefined | null {
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? source;
    const own = this.#around(from);
    const found = own !== undefined && field(own.json, "name") === name ? own : this.#named(name);
    return found === undefined ? null : this.#resolveIn(found, source.slice(name.length));
  }

  #resolveIn(found: Package, rest: string): string | undefined {
    const { folder, json } = found;
    const exports = field(json, "exports");
    const bySubpath =
      isRecord(exports) && Object.keys(exports).some((key) => key.startsWith(".")) ? exports : { ".": exports };
    const exported = exports === undefined ? undefined : this.#resolveBy(bySubpath, `.${rest}`, found);
    if (exported !== undefined) return exported;
    if (rest !== "") {
      const sub = rest.slice(1);
      return (
        scriptFile(this.#files, within(folder, sub)) ??
        exportedFile(this.#files, folder, sub) ??
        scriptFile(this.#files, within(folder, `src/${sub}`))
      );
    }
    for (const entry of ["source", "module", "main", "types", "typings"]) {
      const target = field(json, entry);
      const file = typeof target === "string" ? exportedFile(this.#files, folder, target) : undefined;
      if (file !== undefined) return file;
    }
    return scriptFile(this.#files, within(folder, "src")) ?? scriptFile(this.#files, folder);
  }

  #resolveBy(targets: Record<string, unknown>, subpath: string, { folder }: Package): string | undefined {
    for (const [key, target] of Object.entries(targets)) {
      const star = key.indexOf("*");
      const [prefix, suffix] = star < 0 ? [key, ""] : [key.slice(0, star), key.slice(star + 1)];
      const isMatch =
        star < 0
          ? subpath === key
          : subpath.startsWith(prefix) && subpath.endsWith(suffix) && subpath.length >= prefix.length + suffix.length;
      if (!isMatch) continue;
      const middle = star < 0 ? "" : subpath.slice(prefix.length, subpath.length - suffix.length);
      for (const path of pathsIn(target)) {
        const file = exportedFile(
          this.#files,
          folder,
          path.replace("*", () => middle),
        );
        if (file !== undefined) return file;
      }
    }
    return undefined;
  }

  #around(from: string): Package | undefined {
    const path = this.#files.above(from, ["package.json"]);
    return path === undefined ? undefined : this.#readPackage(path);
  }

  #named(name: string): Package | undefined {
    if (this.#byName === undefined) {
      this.#byName = new Map();
      for (const path of this.#packageFiles()) {
        const found = this.#readPackage(path);
        const own = field(found?.json, "name");
        if (found !== undefined && typeof own === "string" && !this.#byName.has(own)) this.#byName.set(own, found);
      }
    }
    return this.#byName.get(name);
  }

  /** The outermost first. */
  #packageFiles(): string[] {
    const all = this.#files
      .named("package.json")
      .filter((path) => !NO_WORKSPACE.test(path))
      .toSorted((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
    const globs = all.flatMap((path) => this.#workspacesOf(path).map((glob) => within(folderOf(path), glob)));
    const patterns = globs.map(globPattern);
    return patterns.length === 0
      ? all
      : all.filter((path) => folderOf(path) === "" || patterns.some((pattern) => pattern.test(folderOf(path))));
  }

  #workspacesOf(path: string): string[] {
    const folder = folderOf(path);
    const workspaces = field(this.#readPackage(path)?.json, "workspaces");
    const listed = strings(isRecord(workspaces) ? workspaces["packages"] : workspaces);
    const pnpm = this.#files.read(within(folder, "pnpm-workspace.yaml")) ?? "";
    const [, packages = ""] = /^packages:[ \t]*\r?\n((?:[ \t]*(?:-.*|#.*)?\r?\n?)+)/m.exec(pnpm) ?? [];
    const fromPnpm = [...packages.matchAll(/^[ \t]*-[ \t]*["']?([^"'#\s]+)/gm)].map(([, glob = ""]) => glob);
    return [...listed, ...fromPnpm].filter((glob) => !glob.startsWith("!"));
  }

  #readPackage(path: string): Package | undefined {
    if (!this.#read.has(path)) {
      const json = parseJsonc(this.#files.read(path) ?? "");
      this.#read.set(path, json === undefined ? undefined : { folder: folderOf(path), json });
    }
    return this.#read.get(path);
  }
}

/** The paths behind conditions, the best first. */
function pathsIn(target: unknown): string[] {
  if (typeof target === "string") return [target];
  if (Array.isArray(target)) return target.flatMap(pathsIn);
  if (!isRecord(target)) return [];
  const known = CONDITIONS.filter((condition) => condition in target);
  const others = Object.keys(target).filter((condition) => !CONDITIONS.includes(condition));
  return [...known, ...others].flatMap((condition) => pathsIn(target[condition]));
}

function globPattern(glob: string): RegExp {
  const source = glob
    .replace(/\/$/, "")
    .split("/")
    .map((part) => (part === "**" ? ".*" : part.replace(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", "[^/]*")))
    .join("/");
  return new RegExp(`^${source}$`);
}
