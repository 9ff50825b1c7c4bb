import { posix } from "node:path";
import { type ProjectFiles, within } from "./project-files.ts";

const EXTENSIONS = [
  ".ts",
  ".tsx",
  ".d.ts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  ".mts",
  ".cts",
  ".d.mts",
  ".vue",
  ".svelte",
  ".json",
];
/** What a file that is imported by its name after the build is written in. */
const SOURCES_OF: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".d.ts", ".jsx"],
  ".jsx": [".tsx"],
  ".mjs": [".mts", ".d.mts"],
  ".cjs": [".cts", ".d.cts"],
};
const BUILT = /(^|\/)(?:dist|lib|build|out|esm|cjs|es|umd|types)\//;

/** The file that a path without or with a wrong extension, or of a folder, stands for. */
export function scriptFile(files: ProjectFiles, path: string): string | undefined {
  return files.first(candidates(path));
}

function* candidates(path: string): Generator<string> {
  if (path !== "") {
    yield path;
    const { ext } = posix.parse(path);
    for (const source of SOURCES_OF[ext] ?? []) yield path.slice(0, -ext.length) + source;
    for (const extension of EXTENSIONS) yield path + extension;
  }
  for (const extension of EXTENSIONS) yield within(path, `index${extension}`);
}

/** The same for what a build may make from files in src: what a package exports, what its tests load. */
export function exportedFile(files: ProjectFiles, folder: string, target: string): string | undefined {
  const found = scriptFile(files, within(folder, target));
  if (found !== undefined) return found;
  const path = within(folder, target);
  if (!BUILT.test(path)) return undefined;
  const inSource = path.replace(BUILT, "$1src/");
  // Svelte's packages are made of what lies in src/lib.
  const inLibrary = path.replace(BUILT, "$1src/lib/");
  for (const source of [inSource, inSource.replace(BUILT, "$1"), path.replace(BUILT, "$1"), inLibrary]) {
    const made = scriptFile(files, source.replace(/\.d\.([cm]?)ts$/, ".$1js"));
    if (made !== undefined) return made;
  }
  return undefined;
}
