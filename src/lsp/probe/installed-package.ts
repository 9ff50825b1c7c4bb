import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ServerPackage, ServerRow } from "../server-row.ts";

/** Where an installed server is, or will be. */
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

/** The folder that `reticle install` puts the row's pinned version into. */
export function packagePlace(row: ServerRow, serversDir: string): PackagePlace | undefined {
  if (row.package === undefined) return undefined;
  const folder = join(serversDir, `${row.id}-${pinnedVersion(row.package)}`);
  switch (row.package.registry) {
    case "npm":
      return { folder, programs: join(folder, "node_modules/.bin"), packages: join(folder, "node_modules") };
    case "pypi":
    case "go":
      return { folder, programs: join(folder, "bin") };
  }
}

/** The place of an installation that is whole; undefined when there is none. */
export function installedPackage(row: ServerRow, serversDir: string): PackagePlace | undefined {
  const place = packagePlace(row, serversDir);
  return place !== undefined && existsSync(join(place.folder, INSTALLED_MARK)) ? place : undefined;
}

export function pinnedVersion({ versions }: ServerPackage): string {
  return Object.values(versions)[0] ?? "0";
}
