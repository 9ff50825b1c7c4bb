import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadConfig } from "../../config/load.ts";
import type { ServerCandidate, ServerProbe } from "../server-probe.ts";
import type { ServerRow } from "../server-row.ts";
import { createServerProbe } from "./probe-servers.ts";

/** What changed so shortly before a look is looked at anew. */
const SETTLED_MS = 150;
const PATH = process.env["PATH"];
let top: string;
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "reticle-probe-memory-")));
  process.env["PATH"] = join(top, "bin");
});
afterEach(() => {
  process.env["PATH"] = PATH;
  rmSync(top, { recursive: true, force: true });
});

const foo: ServerRow = {
  id: "foo",
  title: "Foo",
  languageIds: { ".foo": "foo" },
  rootMarkers: ["package.json#foo", "*.foojson", "foo.toml"],
  needsMarker: false,
  raisedBy: { projectFile: "deps/old", priority: 80 },
  commands: [
    { binary: "foo-ls", args: [], from: "project" },
    { binary: "tsc", args: [], from: "project", package: "typescript" },
    { binary: "foo-ls", args: [], from: "path", versionedSuffix: true },
  ],
  package: { registry: "npm", versions: { "foo-ls": "1.2.3" } },
  initializationOptions: ({ root, exists }) => ({ hasLibrary: exists(join(root, "library")) }),
};

function put(name: string, text = ""): string {
  const file = join(top, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
function program(name: string, text = "#!/bin/sh\n"): void {
  chmodSync(put(name, text), 0o755);
}

function asker(): (probe: ServerProbe) => Promise<readonly ServerCandidate[]> {
  const workspaceRoot = join(top, "w");
  const env = { XDG_CACHE_HOME: join(top, "cache"), HOME: join(top, "home") };
  const config = loadConfig({ root: workspaceRoot, env, isTrusted: true });
  return (probe) => probe.forFile(join(workspaceRoot, "src/a.foo"), { workspaceRoot, config });
}

const createProbe = (): ServerProbe => createServerProbe({ rows: [foo], home: join(top, "home") });

describe("what was found is found again without looking for it", () => {
  beforeEach(async () => {
    put("w/src/a.foo");
    put("w/src/below/b.foo");
    put("w/package.json", '{"dependencies":{"bar":"1"}}');
    program("bin/foo-ls-9");
    put("real/foo-ls", "#!/bin/sh\n");
    await sleep(SETTLED_MS);
  });

  test("as long as nothing of it changes", async () => {
    const [ask, probe] = [asker(), createProbe()];
    const first = await ask(probe);
    expect(first[0]?.start?.executable).toBe(join(top, "bin/foo-ls-9"));
    put("w/src/below/c.foo");
    expect(await ask(probe)).toBe(first);
  });

  test.each<[string, () => void]>([
    ["a marker comes", () => put("w/src/foo.toml")],
    ["a marker with a pattern comes", () => put("w/x.foojson")],
    ["the contents of a marker change", () => put("w/package.json", '{"dependencies":{"foo":"1"}}')],
    ["a marker goes", () => unlinkSync(join(top, "w/package.json"))],
    ["the program goes", () => unlinkSync(join(top, "bin/foo-ls-9"))],
    ["the program is no longer to be executed", () => chmodSync(join(top, "bin/foo-ls-9"), 0o644)],
    ["the program becomes a script for Node", () => program("bin/foo-ls-9", "#!/usr/bin/env node\n")],
    ["another version of the program comes", () => program("bin/foo-ls-10")],
    ["the program comes without a version", () => program("bin/foo-ls")],
    ["the project's own program comes", () => program("w/node_modules/.bin/foo-ls")],
    [
      "a package comes",
      () => {
        put("w/node_modules/typescript/package.json", "{}");
        program(`w/node_modules/@typescript/typescript-${process.platform}-${process.arch}/lib/tsc`);
      },
    ],
    [
      "a link comes",
      () => {
        mkdirSync(join(top, "w/node_modules/.bin"), { recursive: true });
        chmodSync(join(top, "real/foo-ls"), 0o755);
        symlinkSync(join(top, "real/foo-ls"), join(top, "w/node_modules/.bin/foo-ls"));
      },
    ],
    ["a file that raises it comes", () => put("w/deps/old")],
    ["a file comes that its options ask for", () => put("w/library")],
    ["an installation comes", () => put("cache/reticle/servers/foo-ls-1.2.3/installed.json", "{}")],
  ])("not when %s", async (_, change) => {
    const [ask, probe] = [asker(), createProbe()];
    const first = await ask(probe);
    change();
    const now = await ask(probe);
    expect(now).not.toBe(first);
    expect(now).toEqual(await ask(createProbe()));
  });

  test("not when the PATH is another one", async () => {
    const [ask, probe] = [asker(), createProbe()];
    await ask(probe);
    process.env["PATH"] = join(top, "elsewhere");
    expect((await ask(probe))[0]?.start).toBeUndefined();
  });

  test("not with other settings", async () => {
    const probe = createProbe();
    const first = await asker()(probe);
    const second = await asker()(probe);
    expect(second).not.toBe(first);
    expect(second).toEqual(first);
  });
});

test("what has just changed is not remembered: a change within the same tick of its clock would not show", async () => {
  put("w/src/a.foo");
  put("w/package.json", '{"dependencies":{"foo":"1"}}');
  const [ask, probe] = [asker(), createProbe()];
  const first = await ask(probe);
  expect(await ask(probe)).not.toBe(first);
});
