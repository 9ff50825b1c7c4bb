import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * The executable of a server in a package: one that comes with us, or with `folder` one that is installed
 * there; undefined when there is none for this platform. TypeScript's own command is a script that starts
 * the native file, which we start directly; before version 7 there is no such file.
 */
export function packagedExecutable(packageName: string, binary: string, folder?: string): string | undefined {
  if (packageName !== "typescript") return undefined;
  try {
    const from = folder === undefined ? import.meta.url : join(folder, "package.json");
    const owner = createRequire(from).resolve("typescript/package.json");
    const name = `@typescript/typescript-${process.platform}-${process.arch}`;
    const program = join("lib", process.platform === "win32" ? `${binary}.exe` : binary);
    // Beside it in every usual layout, and asking the module loader takes ten times as long.
    const beside = join(dirname(owner), "..", name, program);
    if (existsSync(beside)) return beside;
    const executable = join(dirname(createRequire(owner).resolve(`${name}/package.json`)), program);
    return existsSync(executable) ? executable : undefined;
  } catch {
    // Not installed there, or another version of it.
    return undefined;
  }
}
