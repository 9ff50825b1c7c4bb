import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Unavailable } from "../../../base/coverage.ts";

/** The release that the recipes of this folder were measured with; the same as in package.json. */
export const ENGINE_VERSION = "0.51.1";

export interface Machine {
  readonly platform: string;
  readonly arch: string;
}

/** The npm package that holds the engine's binary for a machine. */
export function enginePackage({ platform, arch }: Machine): string {
  const libc = platform === "linux" ? "-gnu" : platform === "win32" ? "-msvc" : "";
  return `@ast-grep/cli-${platform}-${arch}${libc}`;
}

/** Absolute path of the binary; undefined when its package is not installed. */
export function findEngine(machine: Machine = process): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${enginePackage(machine)}/package.json`);
    return join(dirname(manifest), machine.platform === "win32" ? "ast-grep.exe" : "ast-grep");
  } catch {
    // Not installed, which is what the caller reports.
    return undefined;
  }
}

export function missingEngine(machine: Machine = process): Unavailable {
  return {
    state: "unavailable",
    what: `structural search, because the ast-grep binary for ${machine.platform}-${machine.arch} is not installed`,
    remedy: `npm install ${enginePackage(machine)}@${ENGINE_VERSION}`,
  };
}
