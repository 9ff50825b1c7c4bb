import { posix } from "node:path";
import { field, isRecord, parseJsonc, strings } from "./jsonc.ts";
import {
  EXTERNAL,
  folderOf,
  foldersAbove,
  nearest,
  type ProjectFiles,
  type SourceResolver,
  within,
} from "./project-files.ts";

/** PHP: PSR-4 and PSR-0 of every composer.json. */
export function resolvePhp(files: ProjectFiles): SourceResolver {
  const roots = files.named("composer.json").flatMap((path) => autoloadRoots(path, files.read(path) ?? ""));
  roots.sort((a, b) => b.prefix.length - a.prefix.length);
  return (from, written) => {
    if (/[./]php$|^\.{0,2}\//.test(written)) return files.first([within(folderOf(from), written), within("", written)]);
    const source = written.replace(/^\\/, "");
    for (const { prefix, folder, keepsPrefix } of roots) {
      if (!source.startsWith(prefix)) continue;
      const rest = (keepsPrefix ? source : source.slice(prefix.length)).replaceAll("\\", "/");
      const found = files.first([`${within(folder, rest)}.php`, `${within(folder, posix.dirname(rest))}.php`]);
      if (found !== undefined) return found;
    }
    return roots.some(({ prefix }) => prefix !== "" && source.startsWith(prefix)) ? undefined : EXTERNAL;
  };
}

function autoloadRoots(
  path: string,
  text: string,
): { readonly prefix: string; readonly folder: string; readonly keepsPrefix: boolean }[] {
  const json = parseJsonc(text);
  return ["autoload", "autoload-dev"].flatMap((section) =>
    ["psr-4", "psr-0"].flatMap((standard) => {
      const map = field(field(json, section), standard);
      return Object.entries(isRecord(map) ? map : {}).flatMap(([prefix, folders]) =>
        strings(folders).map((folder) => ({
          prefix,
          folder: within(folderOf(path), folder),
          keepsPrefix: standard === "psr-0",
        })),
      );
    }),
  );
}

const LIBRARY = /(?:^|\/)lib\//;

/** Ruby: the lib folders of the gems of the root, then beside the file. */
export function resolveRuby(files: ProjectFiles): SourceResolver {
  const gems = [...files.paths].filter((path) => path.endsWith(".gemspec")).map(folderOf);
  const roots = [...new Set(["", ...gems])].flatMap((root) => [
    within(root, "lib"),
    root,
    within(root, "test"),
    within(root, "spec"),
  ]);
  return (from, source) => {
    const path = source.endsWith(".rb") ? source : `${source}.rb`;
    const beside = within(folderOf(from), path);
    if (source.startsWith(".")) return files.first([beside]);
    const inLib = files.first(foldersAbove(from).map((folder) => within(folder, `lib/${path}`)));
    // What lies in a library folder is loaded from there: its neighbour `json.rb` is not `json`.
    const near = LIBRARY.test(from) ? undefined : files.first([beside]);
    return inLib ?? files.first(roots.map((root) => within(root, path))) ?? near ?? EXTERNAL;
  };
}

/** C and C++: beside the file, the include paths of the compile database, folders named include or src, else by name. */
export function resolveInclude(files: ProjectFiles): SourceResolver {
  const paths = includePaths(files);
  return (from, written) => {
    const isSystem = written.startsWith("<");
    const source = written.replace(/^<|>$/g, "");
    const usual = foldersAbove(from).flatMap((folder) => [folder, within(folder, "include"), within(folder, "src")]);
    const folders = isSystem ? [...paths, ...usual] : [folderOf(from), ...paths, ...usual];
    const found = files.first(folders.map((folder) => within(folder, source)));
    if (found !== undefined) return found;
    const path = source.replace(/^(?:\.{1,2}\/)+/, "");
    const named = files.named(posix.basename(path)).filter((file) => file === path || file.endsWith(`/${path}`));
    // One part of a name says too little: every project has a "util.h", every system a <time.h>.
    const isClear = path.includes("/") || (named.length === 1 && !isSystem);
    return (isClear ? nearest(named, from) : undefined) ?? EXTERNAL;
  };
}

function includePaths(files: ProjectFiles): string[] {
  const found = new Set<string>();
  for (const database of files.named("compile_commands.json")) {
    const commands = parseJsonc(files.read(database) ?? "");
    for (const command of Array.isArray(commands) ? commands : []) {
      const [directory = ""] = strings(field(command, "directory"));
      for (const [, path = ""] of commandText(command).matchAll(/(?:^|\s)-(?:I|iquote|isystem)\s*("[^"]+"|\S+)/g)) {
        const folder = folderInRoot(files, directory, path.replaceAll('"', ""));
        if (folder !== undefined) found.add(folder);
      }
    }
  }
  return [...found];
}

function commandText(command: unknown): string {
  const text = field(command, "command");
  return typeof text === "string" ? text : strings(field(command, "arguments")).join(" ");
}

/** Databases name absolute folders of the machine they were made on: the longest end of one that is here. */
function folderInRoot(files: ProjectFiles, directory: string, path: string): string | undefined {
  const parts = posix
    .resolve("/", directory, path)
    .split("/")
    .filter((part) => part !== "");
  for (let at = 0; at < parts.length; at += 1) {
    const folder = parts.slice(at).join("/");
    if (files.hasFolder(folder)) return folder;
  }
  return undefined;
}

/** Dart: relative paths, and packages by the names in pubspec.yaml. */
export function resolveDart(files: ProjectFiles): SourceResolver {
  const packages = new Map<string, string>();
  for (const path of files.named("pubspec.yaml")) {
    const name = /^name:\s*["']?([\w-]+)/m.exec(files.read(path) ?? "")?.[1];
    if (name !== undefined && !packages.has(name)) packages.set(name, folderOf(path));
  }
  return (from, source) => {
    const [, name, path = ""] = /^package:([^/]+)\/(.*)$/.exec(source) ?? [];
    if (name !== undefined) {
      const folder = packages.get(name);
      return folder === undefined ? EXTERNAL : files.first([within(folder, `lib/${path}`)]);
    }
    return /^\w+:/.test(source) ? EXTERNAL : files.first([within(folderOf(from), source)]);
  };
}

/** Zig: paths, and the modules that build.zig names. */
export function resolveZig(files: ProjectFiles): SourceResolver {
  const modules = new Map<string, string>();
  for (const path of files.named("build.zig")) {
    const text = files.read(path) ?? "";
    for (const [, name = "", rest = ""] of text.matchAll(/\.?addModule\(\s*"([^"]+)"([^]{0,300})/g)) {
      const root = /root_source_file\s*=\s*(?:b\.path\()?(?:\.\{\s*\.path\s*=\s*)?"([^"]+)"/.exec(rest)?.[1];
      if (root !== undefined && !modules.has(name)) modules.set(name, within(folderOf(path), root));
    }
  }
  const byPath = resolvePath(files);
  return (from, source) => files.first([modules.get(source) ?? ""]) ?? byPath(from, source);
}

/** Nix: paths, of files or of folders with a default.nix; the others are looked up elsewhere. */
export function resolveNix(files: ProjectFiles): SourceResolver {
  return (from, source) => {
    if (!/^\.{1,2}(?:\/|$)/.test(source)) return EXTERNAL;
    const path = within(folderOf(from), source);
    return files.first([path, within(path, "default.nix")]);
  };
}

/** Sources that are paths: from the folder of the file, by remappings where there are some, from the root. */
export function resolvePath(files: ProjectFiles): SourceResolver {
  const remappings = files.named("remappings.txt").flatMap((path) =>
    [...(files.read(path) ?? "").matchAll(/^(?:[^=\n]*:)?([^=\s]+)=(\S+)/gm)].map(([, prefix = "", target = ""]) => ({
      prefix,
      target: within(folderOf(path), target),
    })),
  );
  return (from, source) => {
    const path = source.replace(/^\$\{?\w+\}?\//, "");
    const remapped = remappings.filter(({ prefix }) => source.startsWith(prefix));
    const found = files.first([
      within(folderOf(from), path),
      ...remapped.map(({ prefix, target }) => within(target, source.slice(prefix.length))),
      ...foldersAbove(from).map((folder) => within(folder, path)),
    ]);
    return found ?? (/^\.{1,2}\//.test(source) ? undefined : EXTERNAL);
  };
}
