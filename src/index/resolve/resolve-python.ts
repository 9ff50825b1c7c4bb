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
    for (const root of new Set([...foldersAbove(from), ...shared])) {
      const found = moduleFile(files, within(root, path));
      if (found !== undefined) return found;
      isOurs ||=
        files.has(within(root, `${top}/__init__.py`)) ||
        (shared.includes(root) && isNamespace(files, within(root, top)));
    }
    return isOurs ? undefined : EXTERNAL;
  };
}

function moduleFile(files: ProjectFiles, path: string): string | undefined {
  const asFile = path === "" ? [] : [`${path}.py`, `${path}.pyi`];
  return files.first([within(path, "__init__.py"), ...asFile, within(path, "__init__.pyi")]);
}

/** A package without a file of its own. */
function isNamespace(files: ProjectFiles, folder: string): boolean {
  return files.hasFolder(folder) && files.filesIn(folder).some((path) => /\.pyi?$/.test(path));
}
