import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createChildProcesses, type ChildProcesses } from "../../process/children.ts";
import type { Registry, ServerPackage } from "../server-row.ts";
import { installPackage } from "./install-package.ts";
import { installedPlace, packagePlace } from "./package-place.ts";

let top: string;
let path: string | undefined;
let children: ChildProcesses;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "reticle-install-"));
  mkdirSync(join(top, "bin"));
  path = process.env["PATH"];
  process.env["PATH"] = `${join(top, "bin")}:/usr/bin:/bin`;
  children = createChildProcesses();
});
afterEach(async () => {
  process.env["PATH"] = path;
  await children.dispose();
  rmSync(top, { recursive: true, force: true });
});

/** A registry's client that notes how it was called, then runs the script. */
function client(name: string, script: string): void {
  const file = join(top, "bin", name);
  writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> ${join(top, "calls")}\n${script}\n`);
  chmodSync(file, 0o755);
}
const calls = (): string[] => readFileSync(join(top, "calls"), "utf8").trim().split("\n");
const serversDir = (): string => join(top, "servers");
const install = (wanted: ServerPackage) =>
  installPackage({ package: wanted, serversDir: serversDir(), children, signal: AbortSignal.timeout(10_000) });

const npm: ServerPackage = { registry: "npm", versions: { "@scope/foo-ls": "1.2.3", typescript: "6.0.3" } };

describe("npm", () => {
  test("fetches exact versions into a folder of their own, without install scripts, once", async () => {
    client("npm", "mkdir -p node_modules/.bin");
    const { isNew, folder, programs } = await install(npm);
    expect(isNew).toBe(true);
    expect(folder).toBe(join(serversDir(), "scope-foo-ls-1.2.3"));
    expect(existsSync(programs)).toBe(true);
    expect(calls()[0]).toMatch(/--ignore-scripts .*@scope\/foo-ls@1\.2\.3 typescript@6\.0\.3$/);
    expect(installedPlace({ package: npm }, serversDir())?.folder).toBe(folder);
    expect(await install(npm)).toMatchObject({ isNew: false, folder });
    expect(calls()).toHaveLength(1);
  });

  test("what fails leaves nothing, and says what the client said", async () => {
    client("npm", "mkdir node_modules; echo 'E404 no such version' >&2; exit 3");
    await expect(install(npm)).rejects.toMatchObject({
      kind: "start_failed",
      message: expect.stringContaining("E404 no such version"),
      data: { exitCode: 3 },
    });
    expect(readdirSync(serversDir())).toEqual([]);
  });

  test("an installation that was interrupted does not count, and is made anew", async () => {
    const { folder } = packagePlace(npm, serversDir());
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "half"), "");
    expect(installedPlace({ package: npm }, serversDir())).toBeUndefined();
    client("npm", "mkdir -p node_modules/.bin");
    expect((await install(npm)).isNew).toBe(true);
    expect(existsSync(join(folder, "half"))).toBe(false);
  });

  test("an abort ends it and leaves nothing", async () => {
    client("npm", "exec sleep 30");
    const abort = new AbortController();
    const failed = installPackage({ package: npm, serversDir: serversDir(), children, signal: abort.signal });
    setTimeout(() => abort.abort(new Error("enough")), 100);
    await expect(failed).rejects.toThrow("enough");
    expect(readdirSync(serversDir())).toEqual([]);
  });
});

test("pypi: a virtual environment, and pip in it", async () => {
  client("python3", 'mkdir -p "$3/bin"; cp "$0" "$3/bin/python"');
  await install({ registry: "pypi", versions: { ruff: "0.17.5" } });
  const folder = join(serversDir(), "ruff-0.17.5");
  expect(calls()[0]).toBe(`python3 -m venv ${folder}`);
  expect(calls()[1]).toContain("-m pip install --no-input --disable-pip-version-check --quiet ruff==0.17.5");
});

test("go: the exact version, into the folder", async () => {
  client("go", 'mkdir -p "$GOBIN"; touch "$GOBIN/gopls"');
  const { programs } = await install({ registry: "go", versions: { "golang.org/x/tools/gopls": "v0.23.0" } });
  expect(calls()).toEqual(["go install golang.org/x/tools/gopls@v0.23.0"]);
  expect(readdirSync(programs)).toEqual(["gopls"]);
});

test.each<[Registry, RegExp]>([
  ["npm", /Node/],
  ["pypi", /Python/],
  ["go", /Go/],
])("without the client of %s its absence is named with what brings it", async (registry, hint) => {
  process.env["PATH"] = join(top, "bin");
  await expect(install({ registry, versions: { foo: "1.0.0" } })).rejects.toMatchObject({
    kind: "executable_not_found",
    hint: expect.stringMatching(hint),
  });
});
