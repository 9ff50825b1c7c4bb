/**
 * Joins what loads together into one file each: at start a process pays about 0.3 ms for every module,
 * and the server has a hundred. A bundle lies where its entry lay, so paths beside it stay right. Code that two
 * bundles share is in both; that is sound because no module holds state (check-architecture.ts) and
 * our errors are recognised by brand.
 */
import { existsSync, readFileSync, renameSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { rolldown } from "rolldown";

/** Entries that are loaded by themselves, at start or on first use. */
const entries = [
  "config/load.js",
  "hosts/cli/hook/answer-alone.js",
  "hosts/cli/hook/run-hook.js",
  "hosts/cli/cli.js",
  "hosts/cli/commands/call.js",
  "hosts/cli/commands/build-index.js",
  "hosts/cli/commands/index-command.js",
  "hosts/mcp/serve.js",
  "hosts/pi/pi-session.js",
  "index/build/index-keeper.js",
  "index/build/index-process.js",
  "index/compare-with-disk.js",
  "index/create-symbol-index.js",
  "index/parse/batch-reader.js",
  "index/parse/thread-lane.js",
  "index/search/plan-search.js",
  "lsp/diagnostics/diagnose-file.js",
  "lsp/diagnostics/diagnose-paths.js",
  "lsp/fleet/fleet.js",
  "process/children.js",
  "run/hooks/answer-hooks.js",
  "syntax/grammars.js",
  "syntax/languages.js",
  "syntax/syntax.js",
  "syntax/tree-facts.js",
  "syntax/parse-worker.js",
  "syntax/structural/search.js",
  "workspace/read-document.js",
  "workspace/walk.js",
];
/** With all that they load, in one file: for threads that somebody waits for. Other folders lie beside theirs. */
const whole = ["index/parse-thread.js"];
/** What finds the package's own manifest from where it lies itself, and a class that is told by `instanceof`. */
const unbundled = ["config/package-version.js", "hosts/cli/parsing/usage-error.js"];

export async function bundleEntries(dist: string): Promise<void> {
  const unbundledPaths = unbundled.map((path) => resolve(dist, path));
  const entryPaths = [...entries, ...whole].map((path) => resolve(dist, path));
  const bundled: { readonly from: string; readonly to: string }[] = [];
  for (const entry of [...entries, ...whole]) {
    const input = resolve(dist, entry);
    const apart = new Set(whole.includes(entry) ? unbundledPaths : [...entryPaths, ...unbundledPaths]);
    const outside = new Set([...apart, ...loadedOnFirstUse(input, apart)]);
    const bundle = await rolldown({
      input,
      platform: "node",
      external: (id, importer) => {
        if (importer === undefined) return false;
        if (!id.startsWith(".") && !isAbsolute(id)) return true;
        return outside.has(resolve(importer, "..", id));
      },
      onLog: (level, log) => {
        // The bundle would have `undefined` in place of the module.
        if (log.code === "INEFFECTIVE_DYNAMIC_IMPORT") throw new Error(log.message);
        if (level === "warn") process.stderr.write(`${log.message}\n`);
      },
      plugins: [{ name: "load-on-first-use", resolveDynamicImport: keepOutside }],
    });
    const file = `${input}.bundle`;
    await bundle.write({ file, format: "esm" });
    await bundle.close();
    bundled.push({ from: file, to: join(dist, entry) });
  }
  for (const { from, to } of bundled) renameSync(from, to);
}

/** What modules of the bundle load on first use: if it had them as well, those would get `undefined`. */
function loadedOnFirstUse(input: string, apart: ReadonlySet<string>): ReadonlySet<string> {
  const inside = new Set([input]);
  const found = new Set<string>();
  for (const path of inside) {
    const code = readFileSync(path, "utf8");
    for (const specifier of specifiers(code, /\bimport\("(\.[^"]+)"\)/g)) found.add(resolve(path, "..", specifier));
    for (const specifier of specifiers(code, /^(?:import|export)\b[^;"]*"(\.\.?\/[^"]+)";$/gm)) {
      const other = resolve(path, "..", specifier);
      // Samples of languages have imports as well.
      if (!apart.has(other) && existsSync(other)) inside.add(other);
    }
  }
  return found;
}

function specifiers(code: string, pattern: RegExp): string[] {
  return [...code.matchAll(pattern)].map(([, specifier = ""]) => specifier);
}

/** What loads on first use stays a file of its own. */
function keepOutside(
  specifier: string,
  importer: string | undefined,
): { readonly id: string; readonly external: true } | null {
  if (importer === undefined || !specifier.startsWith(".")) return null;
  return { id: resolve(importer, "..", specifier), external: true };
}
