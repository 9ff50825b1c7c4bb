import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ServerPackage } from "../server-row.ts";

/** Where an installed package is, or will be. */
export interface PackagePlace {
  /** Absolute folder of this very version. */
  readonly folder: string;
  /** Folder of its executables. */
  readonly programs: string;
  /** Folder of its npm packages. */
  readonly packages?: string;
}

/** Written last, so that a folder without it is one that was not finished. */
export const INSTALLED_MARK = "installed.json";

/** The folder of the pinned version; servers that come in one package share it. */
export function packagePlace({ registry, versions }: ServerPackage, serversDir: string): PackagePlace {
  const [[name, version] = ["", ""]] = Object.entries(versions);
  const folder = join(serversDir, `${name.replace(/^@/, "").replaceAll("/", "-")}-${version}`);
  switch (registry) {
    case "npm":
      return { folder, programs: join(folder, "node_modules/.bin"), packages: join(folder, "node_modules") };
    case "pypi":
    case "go":
      return { folder, programs: join(folder, "bin") };
  }
}

/** The place of an installation that is whole; undefined when there is none. */
export function installedPlace(
  row: { readonly package?: ServerPackage },
  serversDir: string,
  isThere: (path: string) => boolean = existsSync,
): PackagePlace | undefined {
  if (row.package === undefined) return undefined;
  const place = packagePlace(row.package, serversDir);
  return isThere(join(place.folder, INSTALLED_MARK)) ? place : undefined;
}
