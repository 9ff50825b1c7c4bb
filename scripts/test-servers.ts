/**
 * Installs the language servers that the integration tests drive into a folder outside the project:
 * $RETICLE_TEST_SERVERS, else ~/.cache/reticle-test-servers. What is there already is kept. Prints
 * `NOT TESTED <name>` for what cannot be had; the exit code is 0 all the same. With `--apt` it also
 * installs system packages. With names it installs only those, also servers that are not tested by default.
 */
import { spawnSync } from "node:child_process";
import { isReticleError } from "../src/base/errors.ts";
import { installPackage } from "../src/lsp/install/install-package.ts";
import type { ServerPackage } from "../src/lsp/server-row.ts";
import { serverRows } from "../src/lsp/servers.ts";
import { createChildProcesses } from "../src/process/children.ts";
import { systemPackages, testedServers, testLibraries, testServersFolder } from "../test/helpers/test-servers.ts";

const ATTEMPTS = 3;
const ONE_INSTALL_MS = 8 * 60_000;
const names = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const isWanted = (name: string): boolean => names.length === 0 || names.includes(name);
const folder = testServersFolder();
const children = createChildProcesses();
let missing = 0;

function notTested(name: string, why: string): void {
  missing += 1;
  console.log(`NOT TESTED ${name}: ${why.split("\n")[0]}`);
}

async function install(name: string, wanted: ServerPackage): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const startedAt = performance.now();
      const signal = AbortSignal.timeout(ONE_INSTALL_MS);
      const { isNew } = await installPackage({ package: wanted, serversDir: folder, children, signal });
      if (isNew) console.log(`${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
      return;
    } catch (error) {
      if (attempt < ATTEMPTS && !(isReticleError(error) && error.kind === "executable_not_found")) continue;
      notTested(name, error instanceof Error ? error.message : String(error));
      return;
    }
  }
}

function installSystemPackages(): void {
  const absent = systemPackages.filter(
    ({ name, command }) => isWanted(name) && spawnSync("which", [command]).status !== 0,
  );
  if (absent.length === 0) return;
  const run = (...args: string[]) =>
    spawnSync("apt-get", args, { stdio: "ignore", timeout: ONE_INSTALL_MS }).status === 0;
  run("update", "-qq");
  for (const { name, aptPackage } of absent) {
    const isThere = Array.from({ length: ATTEMPTS }).some(() =>
      run("install", "-y", "--no-install-recommends", aptPackage),
    );
    if (!isThere) notTested(name, `apt-get install ${aptPackage} failed`);
  }
}

const packages = new Map<string, ServerPackage>();
for (const id of names.length === 0 ? testedServers : names) {
  const row = serverRows.find((one) => one.id === id);
  if (row?.package !== undefined && isWanted(id)) packages.set(JSON.stringify(row.package), row.package);
}
for (const [name, library] of Object.entries(testLibraries)) {
  if (isWanted(name)) packages.set(JSON.stringify(library), library);
}
if (process.argv.includes("--apt")) installSystemPackages();
for (const wanted of packages.values()) await install(Object.keys(wanted.versions)[0] ?? "", wanted);
await children.dispose();
console.log(`test servers: ${packages.size} packages in ${folder}, ${missing} not tested`);
