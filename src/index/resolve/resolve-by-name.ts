import { posix } from "node:path";
import {
  EXTERNAL,
  fileForFolder,
  folderOf,
  foldersAbove,
  nearest,
  type ProjectFiles,
  type SourceResolver,
  within,
} from "./project-files.ts";

const JVM = [".java", ".kt", ".scala", ".kts", ".sc"];
const MAX_MEMBER_PARTS = 3;
/** Source roots, never packages. */
const ROOT_NAMES = /^(?:java|kotlin|scala|src|main|test|jvm|common)$/i;

/** Java, Kotlin, Scala: a class in a folder named like its package, under any source root. */
export function resolveJvm(files: ProjectFiles): SourceResolver {
  const sourcesIn = (folder: string): string[] =>
    files.filesIn(folder).filter((path) => JVM.includes(posix.extname(path)));
  return (from, source) => {
    const parts = source.split(".").filter((part) => part !== "" && part !== "_");
    // The last parts may be members of a class.
    for (let count = parts.length; count > Math.max(0, parts.length - MAX_MEMBER_PARTS); count -= 1) {
      const path = parts.slice(0, count).join("/");
      const name = parts[count - 1] ?? "";
      const candidates = count === 1 ? [] : JVM.flatMap((extension) => files.named(name + extension));
      const classes = candidates.filter((file) => endsIn(file.replace(/\.\w+$/, ""), path));
      const found = nearest(classes, from);
      if (found !== undefined) return found;
      if (count < parts.length - 1 || (count === 1 && ROOT_NAMES.test(path))) continue;
      const folders = files.foldersEndingIn(path).filter((folder) => sourcesIn(folder).length > 0);
      const folder = nearest(folders, from);
      if (folder !== undefined) return fileForFolder(sourcesIn(folder), folder);
    }
    return EXTERNAL;
  };
}

/** C#: a namespace is a folder of the project whose name it starts with. */
export function resolveCsharp(files: ProjectFiles): SourceResolver {
  const projects = [...files.paths]
    .filter((path) => path.endsWith(".csproj"))
    .map((path) => {
      const name = /<RootNamespace>\s*([^<\s]+)/.exec(files.read(path) ?? "")?.[1] ?? posix.basename(path, ".csproj");
      return { name, folder: folderOf(path) };
    })
    .toSorted((a, b) => b.name.length - a.name.length);
  return (_from, source) => {
    for (const { name, folder } of projects) {
      if (!`${source}.`.startsWith(`${name}.`)) continue;
      const own = within(folder, source.slice(name.length).replaceAll(".", "/"));
      const sources = files.filesIn(own).filter((path) => path.endsWith(".cs"));
      const found = fileForFolder(sources, own) ?? files.first([`${own}.cs`]);
      if (found !== undefined) return found;
    }
    return projects.some(({ name }) => `${source}.`.startsWith(`${name}.`)) ? undefined : EXTERNAL;
  };
}

/** A module is a file with the same parts in its path, in one of the usual roots or anywhere. */
export function resolveByParts(
  files: ProjectFiles,
  { separator, endings, partOf = (part) => part }: ModuleNaming,
): SourceResolver {
  return (from, source) => {
    const path = source.split(separator).map(partOf).join("/");
    const near = foldersAbove(from).flatMap((folder) => endings.map((ending) => within(folder, path + ending)));
    const found = files.first(near);
    if (found !== undefined) return found;
    const all = endings.flatMap((ending) =>
      files.named(posix.basename(path + ending)).filter((file) => endsIn(file, path + ending)),
    );
    return nearest(all, from) ?? EXTERNAL;
  };
}

export interface ModuleNaming {
  readonly separator: string | RegExp;
  /** What follows the path: ".lua", "/init.lua". */
  readonly endings: readonly string[];
  readonly partOf?: (part: string) => string;
}

/** "HTTPServer" as "http_server". */
export function snakeCase(part: string): string {
  return part
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase();
}

/** Swift: a module is a target of a package, in the folder that the package says or in one of its name. */
export function resolveSwift(files: ProjectFiles): SourceResolver {
  const targets = new Map<string, string>();
  for (const path of files.named("Package.swift")) {
    const text = files.read(path) ?? "";
    for (const [, name = "", rest = ""] of text.matchAll(
      /\.\w*[tT]arget\(\s*name:\s*"([^"]+)"([^]*?)(?=\.\w*[tT]arget\(|$(?![^]))/g,
    )) {
      const own = /\bpath:\s*"([^"]+)"/.exec(rest)?.[1];
      const folders = own === undefined ? [`Sources/${name}`, `Tests/${name}`, `Source/${name}`] : [own];
      const folder = folders.map((each) => within(folderOf(path), each)).find((each) => files.hasFolder(each));
      if (folder !== undefined && !targets.has(name)) targets.set(name, folder);
    }
  }
  return (_from, source) => {
    const folder = targets.get(source.split(".")[0] ?? source);
    if (folder === undefined) return EXTERNAL;
    const sources = files.filesIn(folder).filter((path) => path.endsWith(".swift"));
    const inside = fileForFolder(sources, folder);
    return inside ?? [...files.paths].find((path) => path.startsWith(`${folder}/`) && path.endsWith(".swift"));
  };
}

function endsIn(path: string, parts: string): boolean {
  return path === parts || path.endsWith(`/${parts}`);
}
