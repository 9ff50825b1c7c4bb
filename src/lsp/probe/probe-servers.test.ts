import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadConfig } from "../../config/load.ts";
import type { ServerCandidate } from "../server-probe.ts";
import type { ServerRow } from "../server-row.ts";
import { createServerProbe } from "./probe-servers.ts";

let top: string;
let workspaceRoot: string;
let path: string | undefined;
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "reticle-probe-")));
  workspaceRoot = join(top, "w");
  mkdirSync(workspaceRoot);
  path = process.env["PATH"];
  process.env["PATH"] = join(top, "bin");
});
afterEach(() => {
  process.env["PATH"] = path;
  rmSync(top, { recursive: true, force: true });
});

const foo: ServerRow = {
  id: "foo",
  title: "Foo",
  languageIds: { ".foo": "foo" },
  rootMarkers: ["foo.toml"],
  commands: [
    { binary: "foo-ls", args: ["--stdio"], from: "project" },
    { binary: "foo-ls", args: ["--stdio"], from: "path" },
  ],
  package: { registry: "npm", versions: { "foo-ls": "1.2.3" } },
  initializationOptions: ({ root, packages }) => ({ root, packages: packages ?? null }),
  settings: { foo: { strict: true, paths: ["a"] } },
};
const lint: ServerRow = { ...foo, id: "lint", title: "Lint", role: "linter", priority: 90 };
const raised: ServerRow = {
  ...foo,
  id: "raised",
  priority: 10,
  raisedBy: { projectFile: "deps/old", priority: 80 },
  needsMarker: false,
};

function put(name: string, text = ""): string {
  const file = join(top, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
function program(name: string, text = "#!/bin/sh\n"): string {
  const file = put(name, text);
  chmodSync(file, 0o755);
  return file;
}

interface Look {
  readonly rows?: readonly ServerRow[];
  readonly isTrusted?: boolean;
  readonly file?: string;
}
function request(isTrusted: boolean) {
  const config = loadConfig({ root: workspaceRoot, env: { HOME: join(top, "home") }, isTrusted });
  return { workspaceRoot, config };
}
async function look({ rows = [foo], isTrusted = false, file = "a/x.foo" }: Look = {}): Promise<ServerCandidate[]> {
  const probe = createServerProbe({ rows, home: join(top, "home") });
  return [...(await probe.forFile(join(workspaceRoot, file), request(isTrusted)))];
}
async function one(options: Look = {}): Promise<ServerCandidate> {
  const [candidate] = await look(options);
  if (candidate === undefined) throw new Error("no candidate");
  return candidate;
}

describe("marker and executable", () => {
  test("L-02 L-03 without either, both lacks and both remedies are named", async () => {
    const { start, reasons, what, remedy } = await one();
    expect({ start, reasons }).toEqual({ start: undefined, reasons: ["marker", "binary"] });
    expect(what).toBe(
      "no root marker: there is no foo.toml from a up to the workspace root; no executable: foo-ls is not on the PATH",
    );
    expect(remedy).toBe("create foo.toml where the project begins; reticle install foo");
  });

  test("L-02 L-03 with the marker only, the executable is named as missing, the marker as there", async () => {
    put("w/a/foo.toml");
    const { start, root, reasons, what } = await one();
    expect({ start, root, reasons }).toEqual({ start: undefined, root: join(workspaceRoot, "a"), reasons: ["binary"] });
    expect(what).toBe("no executable: foo-ls is not on the PATH; marker foo.toml is there in a");
  });

  test("L-02 L-03 with the executable only, the marker is named as missing, the executable as there", async () => {
    const executable = program("bin/foo-ls");
    const { start, root, reasons, what } = await one();
    expect({ start, root, reasons }).toEqual({ start: undefined, root: undefined, reasons: ["marker"] });
    expect(what).toContain(`executable is there: ${executable}`);
  });

  test("L-02 L-04 with both it can start, and each look is a new one", async () => {
    put("w/a/foo.toml");
    const executable = program("bin/foo-ls");
    expect(await one()).toMatchObject({ start: { executable, args: ["--stdio"] }, reasons: [], what: "", remedy: "" });
    rmSync(executable);
    expect((await one()).reasons).toEqual(["binary"]);
    program("bin/foo-ls");
    rmSync(join(top, "w/a/foo.toml"));
    expect((await one()).reasons).toEqual(["marker"]);
    put("w/foo.toml");
    expect(await one()).toMatchObject({ root: workspaceRoot, reasons: [] });
  });

  test("a server that needs no marker takes the workspace root", async () => {
    program("bin/foo-ls");
    expect(await one({ rows: [{ ...foo, needsMarker: false }] })).toMatchObject({ root: workspaceRoot, reasons: [] });
  });

  test("files that no server knows have no candidates", async () => {
    expect(await look({ file: "a/x.bar" })).toEqual([]);
  });
});

describe("trust", () => {
  beforeEach(() => put("w/foo.toml"));

  test("the checkout's own executable is used only where it is trusted", async () => {
    const own = program("w/node_modules/.bin/foo-ls");
    const { reasons, what, remedy } = await one();
    expect(reasons).toEqual(["trust"]);
    expect(what).toContain("node_modules/.bin/foo-ls comes with this checkout, which is not trusted");
    expect(remedy).toContain("--trust");
    expect((await one({ isTrusted: true })).start?.executable).toBe(own);
  });

  test("an executable from elsewhere is used in its place", async () => {
    program("w/node_modules/.bin/foo-ls");
    const other = program("bin/foo-ls");
    expect(await one()).toMatchObject({ start: { executable: other }, reasons: [] });
  });

  test("a folder of the PATH that lies in the checkout is the checkout's", async () => {
    process.env["PATH"] = join(workspaceRoot, "tools");
    const own = program("w/tools/foo-ls");
    expect((await one()).start).toBeUndefined();
    expect((await one({ isTrusted: true })).start?.executable).toBe(own);
  });

  test("a server that runs code of the checkout needs a trusted one, wherever it comes from", async () => {
    program("bin/foo-ls");
    const rows = [{ ...foo, loadsProjectCode: true }];
    expect(await one({ rows })).toMatchObject({ reasons: ["trust"] });
    expect(await one({ rows, isTrusted: true })).toMatchObject({ reasons: [] });
  });
});

describe("installed by us", () => {
  beforeEach(() => put("w/foo.toml"));
  const folder = "home/.cache/reticle/servers/foo-ls-1.2.3";

  test("a whole installation comes before the PATH, and its packages are told to the server", async () => {
    program("bin/foo-ls");
    const ours = program(`${folder}/node_modules/.bin/foo-ls`);
    expect((await one()).start?.executable).toBe(join(top, "bin/foo-ls"));
    put(`${folder}/installed.json`, "{}");
    const { start, definition } = await one();
    expect(start?.executable).toBe(ours);
    expect(definition.initializationOptions).toEqual({
      root: workspaceRoot,
      packages: join(top, folder, "node_modules"),
    });
  });

  test("a script for Node runs on the Node that runs us", async () => {
    const ours = program(`${folder}/node_modules/.bin/foo-ls`, "#!/usr/bin/env node\n");
    put(`${folder}/installed.json`, "{}");
    expect((await one()).start).toEqual({ executable: process.execPath, args: [ours, "--stdio"] });
  });
});

describe("settings", () => {
  const settings = (servers: unknown): string => put("home/.config/reticle/config.json", JSON.stringify({ servers }));

  test("change command, arguments, environment, priority, sections and options", async () => {
    put("w/foo.toml");
    const executable = program("own/my-foo");
    settings({
      foo: {
        command: executable,
        args: ["-x"],
        env: { FOO: "1" },
        priority: 7,
        settings: { foo: { paths: ["b"] } },
        initializationOptions: { more: true },
      },
    });
    const { start, definition } = await one();
    expect(start).toEqual({ executable, args: ["-x"], env: { FOO: "1" } });
    expect(definition.priority).toBe(7);
    expect(definition.settings).toEqual({ foo: { strict: true, paths: ["b"] } });
    expect(definition.initializationOptions).toEqual({ root: workspaceRoot, packages: null, more: true });
  });

  test("a command that is not there is named", async () => {
    put("w/foo.toml");
    program("bin/foo-ls");
    settings({ foo: { command: join(top, "gone/foo") } });
    expect(await one()).toMatchObject({ reasons: ["binary"] });
    expect((await one()).what).toContain(`${join(top, "gone/foo")} is not there`);
  });

  test("switch a server off, and one on that is used on request only", async () => {
    put("w/foo.toml");
    program("bin/foo-ls");
    const rows = [foo, { ...foo, id: "other", isOptIn: true }];
    expect((await look({ rows })).map(({ definition }) => definition.id)).toEqual(["foo"]);
    settings({ foo: { enabled: false }, other: { enabled: true } });
    const found = await look({ rows });
    expect(found.map(({ definition, reasons }) => [definition.id, reasons])).toEqual([
      ["foo", ["disabled"]],
      ["other", []],
    ]);
  });

  test("describe a server of one's own", async () => {
    const executable = program("bin/bar-ls");
    settings({ bar: { command: "bar-ls", languageIds: { ".bar": "bar" }, title: "Bar" } });
    expect(await one({ file: "x.bar" })).toMatchObject({
      definition: { id: "bar", title: "Bar", role: "primary" },
      root: workspaceRoot,
      start: { executable },
      reasons: [],
    });
  });

  test("a project's file counts in a trusted workspace; in another it can only switch off", async () => {
    put("w/foo.toml");
    program("bin/foo-ls");
    const own = program("w/tools/foo");
    put("w/.reticle.json", JSON.stringify({ servers: { foo: { command: "./tools/foo" } } }));
    expect((await one({ isTrusted: true })).start?.executable).toBe(own);
    expect((await one()).start?.executable).toBe(join(top, "bin/foo-ls"));
    put("w/.reticle.json", JSON.stringify({ servers: { foo: { enabled: false } } }));
    expect((await one()).reasons).toEqual(["disabled"]);
  });
});

describe("rank", () => {
  test("primaries come before linters, the highest priority first", async () => {
    put("w/foo.toml");
    const ids = (await look({ rows: [lint, raised, foo] })).map(({ definition }) => definition.id);
    expect(ids).toEqual(["foo", "raised", "lint"]);
  });

  test("a file of a trusted project raises a server", async () => {
    put("w/foo.toml");
    put("w/deps/old");
    const ids = async (isTrusted: boolean) =>
      (await look({ rows: [foo, raised], isTrusted })).map(({ definition }) => definition.id);
    expect(await ids(false)).toEqual(["foo", "raised"]);
    expect(await ids(true)).toEqual(["raised", "foo"]);
  });
});

describe("a whole workspace", () => {
  const whole = async (rows: readonly ServerRow[]) =>
    (await createServerProbe({ rows, home: join(top, "home") }).forWorkspace(request(false))).map(
      ({ definition, root, reasons }) =>
        `${definition.id} ${root?.slice(workspaceRoot.length) ?? "-"} ${reasons.join(" ")}`,
    );

  test("has one candidate per server and root that its files call for", async () => {
    put("w/a/foo.toml");
    put("w/a/src/x.foo");
    put("w/b/foo.toml");
    put("w/b/y.foo");
    put("w/loose.foo");
    expect(await whole([foo])).toEqual(["foo /a binary", "foo /b binary"]);
  });

  test("has what a marker calls for without files, and nothing for other languages", async () => {
    put("w/foo.toml");
    const bar = { ...foo, id: "bar", rootMarkers: ["bar.toml"], languageIds: { ".bar": "bar" } };
    expect(await whole([foo, bar])).toEqual(["foo  binary"]);
  });

  test("the home directory is never a root", async () => {
    const probe = createServerProbe({ rows: [foo], home: workspaceRoot });
    put("w/foo.toml");
    const [candidate] = await probe.forFile(join(workspaceRoot, "x.foo"), request(false));
    expect(candidate?.reasons).toContain("marker");
  });
});
