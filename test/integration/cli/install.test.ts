import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runReticle, temporaryFolder } from "../../helpers/reticle.ts";

const EXIT_USAGE = 2;

describe("reticle install", () => {
  it("lists what it can fetch, with registry, version and where it goes", async () => {
    await using folder = await temporaryFolder({ "s/pyright-1.1.414/installed.json": "{}" });
    const { code, stdout } = await runReticle(["install"], {
      cwd: folder.path,
      env: { RETICLE_SERVERS_DIR: join(folder.path, "s") },
    });
    expect(code).toBe(0);
    expect(stdout).toContain(`Into ${join(folder.path, "s")}:`);
    expect(stdout).toMatch(/^pyright +npm +pyright 1\.1\.414 {2}\(installed\)$/m);
    expect(stdout).toMatch(/^gopls +go +golang\.org\/x\/tools\/gopls v\d/m);
    expect(stdout).toMatch(/^ruff +pypi +ruff \d/m);
  });

  it("fetches one with its registry's client, and says where it is", async () => {
    const script = "#!/bin/sh\nmkdir -p node_modules/.bin && touch node_modules/.bin/pyright-langserver\n";
    await using folder = await temporaryFolder({ "bin/npm": script });
    await chmod(join(folder.path, "bin/npm"), 0o755);
    const env = { RETICLE_SERVERS_DIR: join(folder.path, "s"), PATH: `${join(folder.path, "bin")}:/usr/bin:/bin` };
    const first = await runReticle(["install", "pyright"], { cwd: folder.path, env });
    expect(first).toMatchObject({ code: 0, stdout: `Pyright is now in ${join(folder.path, "s/pyright-1.1.414")}\n` });
    expect(first.stderr).toContain("npm install --prefix");
    const second = await runReticle(["install", "pyright"], { cwd: folder.path, env });
    expect(second.stdout).toContain("was already in");
  });

  it("says so when it is not installed, and goes on with the next", async () => {
    await using folder = await temporaryFolder({ "bin/npm": "#!/bin/sh\necho 'no such version' >&2\nexit 1\n" });
    await chmod(join(folder.path, "bin/npm"), 0o755);
    const env = { RETICLE_SERVERS_DIR: join(folder.path, "s"), PATH: `${join(folder.path, "bin")}:/usr/bin:/bin` };
    const { code, stdout } = await runReticle(["install", "pyright", "yaml"], { cwd: folder.path, env });
    expect(code).toBe(1);
    expect(stdout).toMatch(/Pyright was not installed: .*no such version/);
    expect(stdout).toMatch(/YAML Language Server was not installed/);
  });

  it("names a server that it does not know, with the nearest, and one that it cannot fetch, with what brings it", async () => {
    await using folder = await temporaryFolder();
    const unknown = await runReticle(["install", "pyrigth"], { cwd: folder.path });
    expect(unknown.code).toBe(EXIT_USAGE);
    expect(unknown.stderr).toContain("did you mean pyright?");
    const foreign = await runReticle(["install", "dart"], { cwd: folder.path });
    expect(foreign.code).toBe(1);
    expect(foreign.stderr).toContain("https://dart.dev/get-dart");
  });
});
