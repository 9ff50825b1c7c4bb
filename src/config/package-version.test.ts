import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { packageVersion } from "./package-version.ts";

it("packageVersion is the manifest's", () => {
  const manifest = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(packageVersion()).toBe(manifest.version);
});
