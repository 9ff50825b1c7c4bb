/** Builds dist: compiled sources, the grammars' wasm and licences, and our queries; then tests the grammars in it. */
import { chmodSync, constants, copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { execFileSync } from "node:child_process";
import { grammarFiles } from "../src/syntax/grammars.ts";
import { languages } from "../src/syntax/languages.ts";
import { bundleEntries } from "./bundle.ts";
import { selfTestGrammars } from "./self-test-grammars.ts";

const top = resolve(import.meta.dirname, "..");
const dist = join(top, "dist");
const require = createRequire(import.meta.url);

rmSync(dist, { recursive: true, force: true });
const compiler = join(dirname(require.resolve("typescript/package.json")), "bin/tsc");
execFileSync(process.execPath, [compiler, "-p", join(top, "tsconfig.build.json")], { stdio: "inherit" });

await bundleEntries(dist);

const grammars = join(dist, "grammars");
mkdirSync(join(grammars, "licences"), { recursive: true });
for (const { package: name, file, builtName } of grammarFiles()) {
  const folder = dirname(require.resolve(`${name}/package.json`));
  copyFileSync(join(folder, file), join(grammars, builtName), constants.COPYFILE_EXCL);
  for (const licence of readdirSync(folder).filter((entry) => /^licen[cs]e/i.test(entry))) {
    copyFileSync(join(folder, licence), join(grammars, "licences", `${name.replace("/", "-")}.txt`));
  }
}
const wasm = readdirSync(grammars).filter((name) => name.endsWith(".wasm"));
const bytes = wasm.reduce((sum, name) => sum + statSync(join(grammars, name)).size, 0);
console.log(`grammars: ${wasm.length} files, ${(bytes / 1_000_000).toFixed(1)} MB`);
cpSync(join(top, "src/syntax/queries"), join(dist, "syntax/queries"), { recursive: true });
const headers = "syntax/structural/ast-grep/cpp-headers.yml";
copyFileSync(join(top, "src", headers), join(dist, headers));
chmodSync(join(dist, "main.js"), 0o755);

const problems = await selfTestGrammars(dist);
for (const problem of problems) console.error(`self-test: ${problem}`);
if (problems.length > 0) process.exit(1);
console.log(`self-test: ${languages.length} languages read their samples alone and after all others`);
