import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { DiskLook } from "../../workspace/probe/disk-look.ts";

const MANIFEST = "typescript/package.json";

export interface PackageSearch {
  readonly packageName: string;
  readonly binary: string;
  /** Where it is looked for, and in the folders above; absent: what comes with us. */
  readonly folder?: string;
}

/**
 * The executable of a server in a package: one that comes with us, or with `folder` one that is installed
 * there; undefined when there is none for this platform. TypeScript's own command is a script that starts
 * the native file, which we start directly; before version 7 there is no such file.
 */
export function packagedExecutable({ packageName, binary, folder }: PackageSearch, look: DiskLook): string | undefined {
  if (packageName !== "typescript") return undefined;
  try {
    const owner = folder === undefined ? createRequire(import.meta.url).resolve(MANIFEST) : manifestAbove(folder, look);
    if (owner === undefined) return undefined;
    const name = `@typescript/typescript-${process.platform}-${process.arch}`;
    const program = join("lib", process.platform === "win32" ? `${binary}.exe` : binary);
    // Beside it in every usual layout, and asking the module loader takes ten times as long.
    const beside = join(dirname(owner), "..", name, program);
    if (look.stat(beside) !== undefined) return beside;
    const executable = join(dirname(createRequire(owner).resolve(`${name}/package.json`)), program);
    return look.stat(executable) === undefined ? undefined : executable;
  } catch {
    // Not installed there, or another version of it.
    return undefined;
  }
}

/** As the module loader looks for packages. */
function manifestAbove(folder: string, look: DiskLook): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const manifest = join(at, "node_modules", MANIFEST);
    if (look.stat(manifest) !== undefined) return look.real(manifest);
    if (at === dirname(at)) return undefined;
  }
}
