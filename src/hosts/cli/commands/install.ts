import { isReticleError, ReticleError } from "../../../base/errors.ts";
import type { Config } from "../../../config/config.ts";
import { installPackage } from "../../../lsp/install/install-package.ts";
import { installedPlace } from "../../../lsp/install/package-place.ts";
import type { ServerPackage, ServerRow } from "../../../lsp/server-row.ts";
import { serverRows } from "../../../lsp/servers.ts";
import { didYouMean } from "../parsing/nearest.ts";
import { UsageError } from "../parsing/usage-error.ts";
import { withEngine } from "../session.ts";
import type { Command } from "./command.ts";

type Installable = ServerRow & { readonly package: ServerPackage };

const INSTALL_MS = 15 * 60_000;

/** Fetches the pinned versions of the named servers, or lists what can be fetched. */
export const install: Command = async (context) => {
  const { invocation, io, out, signal } = context;
  const wanted = invocation.words.map(findInstallable);
  return withEngine(context, {}, async (engine) => {
    const config = engine.configFor(invocation.roots[0] ?? io.cwd);
    const serversDir = config.get("serversDir");
    if (wanted.length === 0) {
      await out.write(listing(config));
      return 0;
    }
    let failed = 0;
    for (const row of wanted) {
      signal.throwIfAborted();
      try {
        const { isNew, folder } = await installPackage({
          package: row.package,
          serversDir,
          children: engine.children,
          signal: AbortSignal.any([signal, AbortSignal.timeout(INSTALL_MS)]),
          onCommand: (line) => io.stderr.write(`${line}\n`),
        });
        await out.write(`${row.title} ${isNew ? "is now" : "was already"} in ${config.showPath(folder)}\n`);
      } catch (error) {
        if (signal.aborted || !isReticleError(error)) throw error;
        failed += 1;
        await out.write(`${row.title} was not installed: ${error.message}\n${error.hint ?? ""}\n`);
      }
    }
    return failed === 0 ? 0 : 1;
  });
};

function isInstallable(row: ServerRow): row is Installable {
  return row.package !== undefined;
}

function findInstallable(id: string): Installable {
  const row = serverRows.find((one) => one.id === id);
  if (row === undefined) {
    const ids = serverRows.map((one) => one.id);
    const hint = didYouMean(id, ids) || "`reticle install` lists those that it can fetch";
    throw new UsageError(`there is no language server "${id}"`, hint);
  }
  if (isInstallable(row)) return row;
  throw new ReticleError("unsupported", `${row.title} cannot be fetched from a registry that we use`, {
    hint: row.install ?? "see its own documentation",
  });
}

function listing(config: Config): string {
  const rows = serverRows.filter(isInstallable).map((row) => {
    const versions = Object.entries(row.package.versions).map(([name, version]) => `${name} ${version}`);
    const mark = installedPlace(row, config.get("serversDir")) === undefined ? "" : "  (installed)";
    return `${row.id.padEnd(28)}${row.package.registry.padEnd(6)}${versions.join(", ")}${mark}`;
  });
  return [`Into ${config.showPath(config.get("serversDir"))}:`, ...rows, ""].join("\n");
}
