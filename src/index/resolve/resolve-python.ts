import { EXTERNAL, folderOf, foldersAbove, type ProjectFiles, type SourceResolver, within } from "./project-files.ts";

const PROJECT_FILES = ["pyproject.toml", "setup.py", "setup.cfg"];

/** Python: packages, relative imports, the src layout, namespace packages. */
export function resolvePython(files: ProjectFiles): SourceResolver {
  const projects = PROJECT_FILES.flatMap((name) => files.named(name)).map(folderOf);
  const shared = [...new Set(["", ...projects])].flatMap((root) => [root, within(root, "src"), within(root, "lib")]);
  return (from, source) => {
    const dots = /^\.*/.exec(source)?.[0].length ?? 0;
    const path = source.slice(dots).replaceAll(".", "/");
    if (dots > 0) return moduleFile(files, within(folderOf(from), `${"../".repeat(dots - 1)}${path}`));
    const [top = ""] = path.split("/");
    let isOurs = false;
    // Without dots a module of a package is named from outside it: its neighbour `typing.py` is not `typing`.
    const near = foldersAbove(from).filter((folder) => !isPackage(files, folder));
    for (const root of new Set([...near, ...shared])) {
      const found = moduleFile(files, within(root, path));
      if (found !== undefined && found !== from) return found;
      isOurs ||=
        isPackage(files, within(root, top)) || (shared.includes(root) && isNamespace(files, within(root, top)));
    }
    return isOurs ? undefined : EXTERNAL;
  };
}

function moduleFile(files: ProjectFiles, path: string): string | undefined {
  const asFile = path === "" ? [] : [`${path}.py`, `${path}.pyi`];
  return files.first([within(path, "__init__.py"), ...asFile, within(path, "__init__.pyi")]);
}

function isPackage(files: ProjectFiles, folder: string): boolean {
  return files.has(within(folder, "__init__.py"));
}

/** A package without a file of its own. */
function isNamespace(files: ProjectFiles, folder: string): boolean {
  return files.hasFolder(folder) && files.filesIn(folder).some((path) => /\.pyi?$/.test(path));
}
