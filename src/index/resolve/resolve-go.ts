import { EXTERNAL, fileForFolder, folderOf, type ProjectFiles, type SourceResolver, within } from "./project-files.ts";

/** Go: modules of the root by their paths, replaced ones, vendored ones. A package is one of its files. */
export function resolveGo(files: ProjectFiles): SourceResolver {
  const modules = modulesOf(files);
  return (from, source) => {
    for (const { path, folder } of modules) {
      if (source !== path && !source.startsWith(`${path}/`)) continue;
      const found = packageFile(files, within(folder, source.slice(path.length)));
      if (found !== undefined) return found;
    }
    const module = files.above(from, ["go.mod"]);
    const vendored = packageFile(files, within(folderOf(module ?? ""), `vendor/${source}`));
    if (vendored !== undefined) return vendored;
    return modules.some(({ path }) => `${source}/`.startsWith(`${path}/`)) ? undefined : EXTERNAL;
  };
}

/** The longest path first. */
function modulesOf(files: ProjectFiles): { readonly path: string; readonly folder: string }[] {
  const modules: { path: string; folder: string }[] = [];
  for (const file of files.named("go.mod")) {
    const text = files.read(file) ?? "";
    const folder = folderOf(file);
    const path = /^module\s+"?([^\s"]+)/m.exec(text)?.[1];
    if (path !== undefined) modules.push({ path, folder });
    for (const [, replaced = "", target = ""] of text.matchAll(
      /^\s*(?:replace\s+)?(\S+)(?:\s+v\S+)?\s+=>\s+(\.\S*)/gm,
    )) {
      modules.push({ path: replaced, folder: within(folder, target) });
    }
  }
  return modules.toSorted((a, b) => b.path.length - a.path.length);
}

function packageFile(files: ProjectFiles, folder: string): string | undefined {
  const all = files.filesIn(folder).filter((path) => path.endsWith(".go"));
  const sources = all.filter((path) => !path.endsWith("_test.go"));
  return fileForFolder(sources.length > 0 ? sources : all, folder);
}
