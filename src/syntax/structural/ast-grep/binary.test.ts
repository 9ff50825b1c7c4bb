import { access, constants, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { ENGINE_VERSION, enginePackage, findEngine, missingEngine } from "./binary.ts";

test("the binary of this machine is installed and executable", async () => {
  await access(findEngine() ?? "", constants.X_OK);
});

test("what is measured is what package.json pins, for each supported machine", async () => {
  const manifest = JSON.parse(await readFile(new URL("../../../../package.json", import.meta.url), "utf8")) as {
    optionalDependencies: Record<string, string>;
  };
  for (const [platform, arch] of [
    ["linux", "x64"],
    ["linux", "arm64"],
    ["darwin", "x64"],
    ["darwin", "arm64"],
  ] as const) {
    expect(manifest.optionalDependencies[enginePackage({ platform, arch })]).toBe(ENGINE_VERSION);
  }
});

test("another machine is told what to install", () => {
  expect(findEngine({ platform: "sunos", arch: "sparc" })).toBeUndefined();
  expect(missingEngine({ platform: "linux", arch: "arm64" })).toMatchObject({
    what: expect.stringContaining("linux-arm64"),
    remedy: `npm install @ast-grep/cli-linux-arm64-gnu@${ENGINE_VERSION}`,
  });
});
