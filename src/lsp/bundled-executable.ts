import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * The executable of a server that comes with us; undefined when it is not installed on this platform.
 * TypeScript's own command is a script that starts the native file, which we start directly.
 */
export function bundledExecutable(packageName: string, binary: string): string | undefined {
  if (packageName !== "typescript") return undefined;
  try {
    const own = createRequire(import.meta.url).resolve("typescript/package.json");
    const native = createRequire(own).resolve(
      `@typescript/typescript-${process.platform}-${process.arch}/package.json`,
    );
    const executable = join(dirname(native), "lib", process.platform === "win32" ? `${binary}.exe` : binary);
    return existsSync(executable) ? executable : undefined;
  } catch {
    return undefined;
  }
}
