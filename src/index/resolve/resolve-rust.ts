import { posix } from "node:path";
import {
  EXTERNAL,
  folderOf,
  type ProjectFiles,
  type Resolution,
  type SourceResolver,
  within,
} from "./project-files.ts";

interface Crate {
  readonly folder: string;
  /** Of the library, else of the program. */
  readonly root: string | undefined;
}

/** Rust: the module tree of a crate, and the crates of the root. */
export function resolveRust(files: ProjectFiles): SourceResolver {
  const crates = new Map<string, Crate>();
  for (const manifest of files.named("Cargo.toml")) {
    const crate = crateOf(files, manifest);
    if (crate !== undefined && !crates.has(crate.name)) crates.set(crate.name, crate);
  }
  return (from, source): Resolution => {
    const [first = "", ...rest] = source.split("::");
    switch (first) {
      case "crate": {
        const root = crateRoot(files, from);
        return root === undefined ? undefined : descend(files, root, rest);
      }
      case "self":
        return descend(files, from, rest);
      case "super": {
        let module: string | undefined = parentModule(files, from);
        while (rest[0] === "super" && module !== undefined) {
          rest.shift();
          module = parentModule(files, module);
        }
        return module === undefined ? undefined : descend(files, module, rest);
      }
      default: {
        const child = childModule(files, from, first);
        if (child !== undefined) return descend(files, child, rest);
        const crate = crates.get(first);
        if (crate !== undefined) return crate.root === undefined ? undefined : descend(files, crate.root, rest);
        const root = crateRoot(files, from);
        const top = root === undefined ? undefined : childModule(files, root, first);
        return top === undefined ? EXTERNAL : descend(files, top, rest);
      }
    }
  };
}

function crateOf(files: ProjectFiles, manifest: string): (Crate & { readonly name: string }) | undefined {
  const text = files.read(manifest) ?? "";
  const section = (name: string): string =>
    new RegExp(`^\\[${name}\\]([^]*?)(?=^\\[|$(?![^]))`, "m").exec(text)?.[1] ?? "";
  const name =
    /^\s*name\s*=\s*"([^"]+)"/m.exec(section("lib"))?.[1] ?? /^\s*name\s*=\s*"([^"]+)"/m.exec(section("package"))?.[1];
  if (name === undefined) return undefined;
  const folder = folderOf(manifest);
  const path = /^\s*path\s*=\s*"([^"]+)"/m.exec(section("lib"))?.[1];
  const roots = [...(path === undefined ? [] : [path]), "src/lib.rs", "src/main.rs"];
  return { name: name.replaceAll("-", "_"), folder, root: files.first(roots.map((each) => within(folder, each))) };
}

/** The file of the crate that a module is in: its program or test, where it is one, else the library. */
function crateRoot(files: ProjectFiles, from: string): string | undefined {
  const manifest = files.above(from, ["Cargo.toml"]);
  if (manifest === undefined) return undefined;
  const folder = folderOf(manifest);
  const inCrate = folder === "" ? from : from.slice(folder.length + 1);
  const own = /^(?:src\/bin|tests|examples|benches)\/([^/]+)/.exec(inCrate);
  if (own !== null) {
    const base = within(folder, own[0].replace(/\.rs$/, ""));
    const [kind = ""] = inCrate.split("/");
    const named = [...(files.read(manifest) ?? "").matchAll(/^\s*path\s*=\s*"([^"]+)"/gm)].map(([, path = ""]) => path);
    return files.first([
      `${base}.rs`,
      `${base}/main.rs`,
      ...named.filter((path) => path.startsWith(`${kind}/`)).map((path) => within(folder, path)),
    ]);
  }
  const crate = crateOf(files, manifest);
  // A program that keeps its modules beside a library of another folder.
  const beside = files.first(foldersTo(folder, from).flatMap((at) => [within(at, "lib.rs"), within(at, "main.rs")]));
  return beside ?? crate?.root;
}

function foldersTo(top: string, from: string): string[] {
  const folders: string[] = [];
  for (let at = folderOf(from); at.length >= top.length; at = folderOf(at)) {
    folders.push(at);
    if (at === "" || at === top) break;
  }
  return folders;
}

/** As far as parts are modules with files; the others are items in the last one. */
function descend(files: ProjectFiles, from: string, parts: readonly string[]): string {
  let at = from;
  for (const part of parts) {
    const child = childModule(files, at, part);
    if (child === undefined) break;
    at = child;
  }
  return at;
}

function childModule(files: ProjectFiles, module: string, name: string): string | undefined {
  const base = within(childFolder(files, module), name);
  return files.first([`${base}.rs`, `${base}/mod.rs`]);
}

function childFolder(files: ProjectFiles, module: string): string {
  const { dir, name } = posix.parse(module);
  const isRoot = /^(?:mod|lib|main)$/.test(name) || /(?:^|\/)(?:bin|tests|examples|benches)$/.test(dir);
  return isRoot && !files.hasFolder(within(dir, `${name}/`))
    ? dir
    : /^(?:mod|lib|main)$/.test(name)
      ? dir
      : within(dir, name);
}

function parentModule(files: ProjectFiles, module: string): string | undefined {
  const { dir, name } = posix.parse(module);
  const around = name === "mod" ? folderOf(dir) : dir;
  return files.first([within(around, "mod.rs"), `${around}.rs`, within(around, "lib.rs"), within(around, "main.rs")]);
}
