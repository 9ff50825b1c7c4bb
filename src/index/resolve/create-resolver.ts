import { FAMILY_OF, type Family, JOINT } from "./families.ts";
import { EXTERNAL, ProjectFiles, type ProjectSource, type Resolution, type SourceResolver } from "./project-files.ts";
import { resolveByParts, resolveCsharp, resolveJvm, resolveSwift, snakeCase } from "./resolve-by-name.ts";
import {
  resolveDart,
  resolveInclude,
  resolveNix,
  resolvePath,
  resolvePhp,
  resolveRuby,
  resolveZig,
} from "./resolve-by-path.ts";
import { resolveEcmascript } from "./resolve-ecmascript.ts";
import { resolveGo } from "./resolve-go.ts";
import { resolvePython } from "./resolve-python.ts";
import { resolveRust } from "./resolve-rust.ts";

export interface ImportResolver {
  /**
   * The file that a source stands for in a file of a language: a path of the root, "external" for what is surely
   * outside, undefined when it is not known. A package that is a folder is one of its files.
   */
  resolve(from: string, source: string, language: string): Resolution;
  /** The file that a name of a module is, where it is itself a module: `from package import module`. */
  resolveMember(from: string, source: string, name: string, language: string): string | undefined;
}

const CREATE: Readonly<Record<Family, (files: ProjectFiles) => SourceResolver>> = {
  ecmascript: resolveEcmascript,
  python: resolvePython,
  go: resolveGo,
  rust: resolveRust,
  jvm: resolveJvm,
  csharp: resolveCsharp,
  php: resolvePhp,
  ruby: resolveRuby,
  c: resolveInclude,
  dart: resolveDart,
  swift: resolveSwift,
  elixir: (files) => resolveByParts(files, { separator: ".", endings: [".ex", ".exs"], partOf: snakeCase }),
  lua: (files) => resolveByParts(files, { separator: /[./]/, endings: [".lua", "/init.lua"] }),
  haskell: (files) => resolveByParts(files, { separator: ".", endings: [".hs", ".lhs"] }),
  ocaml: (files) =>
    resolveByParts(files, {
      separator: ".",
      endings: [".ml", ".mli"],
      partOf: (part) => part[0]?.toLowerCase() + part.slice(1),
    }),
  zig: resolveZig,
  nix: resolveNix,
  path: resolvePath,
};

/** Pure over the paths of a root and the contents of its configuration files; make a new one when they change. */
export function createResolver(source: ProjectSource): ImportResolver {
  const files = new ProjectFiles(source);
  const resolvers = new Map<Family, SourceResolver>();
  const resolve = (from: string, specifier: string, language: string): Resolution => {
    const family = FAMILY_OF[language];
    if (family === undefined || specifier === "") return undefined;
    let resolver = resolvers.get(family);
    if (resolver === undefined) {
      resolver = CREATE[family](files);
      resolvers.set(family, resolver);
    }
    return resolver(from, specifier);
  };
  return {
    resolve,
    resolveMember: (from, specifier, name, language) => {
      const joint = JOINT[FAMILY_OF[language] ?? "path"];
      if (joint === undefined || name === "*") return undefined;
      const whole = resolve(from, specifier, language);
      const member = resolve(from, specifier.endsWith(joint) ? specifier + name : specifier + joint + name, language);
      return member === EXTERNAL || member === whole ? undefined : member;
    },
  };
}
