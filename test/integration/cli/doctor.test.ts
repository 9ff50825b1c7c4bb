import { cp, mkdir, readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { languages } from "../../../src/syntax/languages.ts";
import { runReticle, temporaryFolder } from "../../helpers/reticle.ts";

const top = join(import.meta.dirname, "../../..");

const sumSource = `export function sum(numbers: number[]): number {
  let total = 0;
  for (const number of numbers) {
    if (number > 0) total += number;
  }
  return total;
}

export function average(numbers: number[]): number {
  return sum(numbers) / numbers.length;
}
`;

/** This package as npm leaves it when the optional engine package could not be installed. */
async function installWithoutEngine(folder: string): Promise<string> {
  await cp(join(top, "src"), join(folder, "src"), { recursive: true });
  await cp(join(top, "package.json"), join(folder, "package.json"));
  const modules = join(folder, "node_modules");
  await mkdir(modules);
  for (const name of await readdir(join(top, "node_modules"))) {
    if (name !== "@ast-grep" && !name.startsWith("."))
      await symlink(join(top, "node_modules", name), join(modules, name));
  }
  return join(folder, "src/main.ts");
}

describe("reticle doctor", () => {
  it("checks everything and exits 0 when what is needed works", async () => {
    await using folder = await temporaryFolder();
    const { code, stdout, stderr } = await runReticle(["doctor"], { cwd: folder.path });
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^ok {6}node +v\d+\.\d+\.\d+ at \S+, needed is 22\.19 or newer$/m);
    expect(stdout).toMatch(/^ok {6}structural search +ast-grep [\d.]+ at /m);
    for (const { title } of languages)
      expect(stdout).toMatch(
        new RegExp(`^ok {6}outline ${title.replaceAll("+", "\\+")} +grammar and query loaded in \\d+ ms$`, "m"),
      );
    expect(stdout).toMatch(/^ok {6}cache folder +\S+ is writable$/m);
    expect(stdout).toMatch(/^ok {6}trust +this checkout's own programs and settings are not used: /m);
    expect(stdout).toContain("Everything that is needed works.");
    expect(code).toBe(0);
  });

  it("names the command that brings the engine when its package is missing, and exits 1", async () => {
    await using folder = await temporaryFolder();
    const main = await installWithoutEngine(folder.path);
    const { code, stdout } = await runReticle(["doctor"], { cwd: folder.path, main });
    expect(stdout).toMatch(/^broken +structural search +unavailable: structural search, because the ast-grep binary/m);
    expect(stdout).toMatch(/^ +→ npm install @ast-grep\/cli-\S+@[\d.]+$/m);
    expect(stdout).toContain("1 of ");
    expect(code).toBe(1);
  });

  it("a tour without the engine says why it cannot search, and shows the rest", async () => {
    await using folder = await temporaryFolder();
    await using code = await temporaryFolder({ "src/sum.ts": sumSource });
    const main = await installWithoutEngine(folder.path);
    const outcome = await runReticle(["tour", code.path], { main });
    expect(outcome.stdout).toMatch(/^structural search: could not run: /m);
    expect(outcome.stdout).toMatch(/^ {4}unavailable: structural search, because .*; npm install @ast-grep\/cli-/m);
    expect(outcome.stdout).toMatch(/^the code around a hit: could not run: the search had no hit to read around$/m);
    expect(outcome.stdout).toMatch(/^a rewrite, proposed: could not run: /m);
    expect(outcome.stdout).toMatch(/: 9 answered, 5 could not run, 0 failed$/m);
    expect(outcome.code).toBe(0);
  });

  it("notes a cache folder that cannot be written, which nothing needs", async () => {
    await using folder = await temporaryFolder({ file: "" });
    const env = { RETICLE_CACHE_DIR: join(folder.path, "file/below") };
    const { code, stdout } = await runReticle(["doctor"], { cwd: folder.path, env });
    expect(stdout).toMatch(/^note +cache folder +\S+file\/below is not writable \(ENOTDIR\)/m);
    expect(stdout).toContain("→ name a writable folder in RETICLE_CACHE_DIR");
    expect(code).toBe(0);
  });

  it("finds a temporary folder that does not exist, without which there is no structural search", async () => {
    await using folder = await temporaryFolder();
    const env = { TMPDIR: join(folder.path, "gone") };
    const { code, stdout } = await runReticle(["doctor"], { cwd: folder.path, env });
    expect(stdout).toMatch(/^broken +temporary folder +\S+gone is not writable \(ENOENT\)/m);
    expect(stdout).toContain("→ name a writable folder in TMPDIR");
    expect(code).toBe(1);
  });

  it("notes settings without effect and where they stand", async () => {
    await using folder = await temporaryFolder({ ".reticle.json": '{"tools": {"no_such_tool": {"enabled": false}}, ' });
    const { code, stdout } = await runReticle(["doctor", "--trust"], { cwd: folder.path });
    expect(stdout).toMatch(/^note +settings +user file .*, project file \S+\.reticle\.json rejected$/m);
    expect(stdout).toMatch(/^ +\S+\.reticle\.json is not valid JSON/m);
    expect(stdout).toMatch(/^ok +trust +this checkout's own programs and settings may be used: --trust was given$/m);
    expect(code).toBe(0);
  });
});
