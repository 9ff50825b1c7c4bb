import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extensionFile, Pi, piCommand, piEnvironment, piFakes, type PiOptions } from "../../helpers/pi.ts";
import { liveProcesses } from "../../helpers/processes.ts";
import { temporaryFolder } from "../../helpers/reticle.ts";
import { loadableNames } from "../../helpers/spec-tools.ts";
import { until } from "../../helpers/until.ts";

const ours = ["module_report", "read_symbol", "read_enclosing", "pi_lens_activate_tools"];
const readCall = { name: "read_symbol", args: { path: "greet.ts", symbol: "greet" } };
const searchCall = { name: "ast_grep_search", args: { pattern: "return $A", lang: "typescript" } };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let project: string;
beforeAll(async () => {
  folder = await temporaryFolder({
    "project/greet.ts": "export function greet(name: string): string {\n  return `hello ${name}`;\n}\n",
  });
  project = join(folder.path, "project");
});
afterAll(() => folder[Symbol.asyncDispose]());

const newHome = (): string => mkdtempSync(join(folder.path, "home-"));
const start = (options: Partial<PiOptions> = {}): Pi =>
  new Pi({ cwd: project, home: newHome(), ...options, args: ["--no-session", ...(options.args ?? [])] });
const declaredNames = async (pi: Pi): Promise<string[]> =>
  ((await pi.play({})).declared[0] ?? []).map(({ name }) => name);

describe("beside other extensions", () => {
  test.each([
    ["loaded before ours", [piFakes.sameNames, extensionFile]],
    ["loaded after ours", [extensionFile, piFakes.sameNames]],
  ])("one that claims names of ours, %s, does no harm", async (_when, extensions) => {
    await using pi = start({ extensions, env: { SAME_NAMES: "read_symbol,ast_grep_search" } });
    const { calls } = await pi.play({
      tools: [readCall, { name: "read_enclosing", args: { path: "greet.ts", line: 2 } }],
    });
    const texts = Object.fromEntries(calls.map(({ name, text }) => [name, text]));
    expect(texts["read_symbol"]).toBe("somebody else's read_symbol");
    expect(texts["read_enclosing"]).toContain("return `hello ${name}`");
    expect(pi.notices()).toEqual([
      "Reticle: another extension already has read_symbol, ast_grep_search; ours are left out.",
    ]);
    expect(await pi.command("/reticle")).toEqual([
      expect.stringContaining("left to other extensions: read_symbol, ast_grep_search"),
    ]);
    expect(await pi.end()).toBe(0);
  });

  test("when the loader is somebody else's, ours are all active", async () => {
    await using pi = start({
      extensions: [extensionFile, piFakes.sameNames],
      env: { SAME_NAMES: "pi_lens_activate_tools" },
    });
    expect(await declaredNames(pi)).toEqual(expect.arrayContaining(["ast_grep_search", "read_symbol"]));
  });

  test("ours twice is ours once, and a notice", async () => {
    const copy = join(folder.path, "second.ts");
    writeFileSync(copy, `export { default } from ${JSON.stringify(extensionFile)};\n`);
    await using pi = start({ extensions: [extensionFile, copy] });
    const names = await declaredNames(pi);
    expect(names.filter((name) => ours.includes(name))).toEqual(ours);
    expect(pi.notices()).toEqual([expect.stringMatching(/^Reticle: another extension already has .*read_symbol/)]);
  });

  test("a pi that cannot change its active tools has all of them from the start, and a loader that changes nothing", async () => {
    await using pi = start({ extensions: [piFakes.withoutActiveTools] });
    const loader = { name: "pi_lens_activate_tools", args: { tools: ["ast_grep_search"] } };
    const { calls, declared } = await pi.play({ tools: [searchCall, loader] });
    expect(declared[0]?.map(({ name }) => name)).toEqual(expect.arrayContaining([...ours, "ast_grep_search"]));
    expect(calls.map(({ isError }) => isError)).toEqual([false, false]);
    expect(calls[1]?.text).toContain("Already active: ast_grep_search.");
    expect(calls[1]?.details).toMatchObject({ matches: ["ast_grep_search"], added: [] });
  });
});

describe("a start that goes wrong does not end pi", () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ["a settings file that is no JSON", { "config.json": "{ not json" }],
    ["settings of the wrong kind", { "config.json": '{"tools": 7, "runTools": "perhaps", "cacheDir": 3, "logs": []}' }],
  ])("%s", async (_what, files) => {
    const home = newHome();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text);
    await using pi = start({ home, env: { RETICLE_CONFIG: join(home, "config.json") } });
    expect((await pi.play({ tools: [readCall] })).calls[0]?.text).toContain("return `hello ${name}`");
    expect(await pi.command("/reticle")).toEqual([expect.stringMatching(/settings without effect: .*config\.json/)]);
  });

  test("a cache folder that cannot be made", async () => {
    const home = newHome();
    writeFileSync(join(home, "file"), "");
    writeFileSync(join(project, "big.ts"), `export const big = [\n${"  'row of a long table',\n".repeat(4_000)}];\n`);
    await using pi = start({ home, env: { RETICLE_CACHE_DIR: join(home, "file/cache") } });
    const call = { name: "ast_grep_search", args: { pattern: "'row of a long table'", lang: "typescript" } };
    const { calls } = await pi.play(
      { tools: [readCall, { name: "pi_lens_activate_tools", args: { tools: ["ast_grep_search"] } }] },
      { tools: [call] },
    );
    expect(calls.map(({ isError }) => isError)).toEqual([false, false, false]);
  });

  test("our own code missing behind the extension file", async () => {
    const alone = join(folder.path, "extension.ts");
    copyFileSync(extensionFile, alone);
    await using pi = start({ extensions: [alone] });
    expect(await declaredNames(pi)).toEqual(["read", "bash", "edit", "write"]);
    expect(pi.notices()).toEqual([expect.stringMatching(/^Reticle did not start: /)]);
    expect(await pi.end()).toBe(0);
  });

  test("invocations without a session", () => {
    const outcome = spawnSync(process.execPath, [piCommand, "-ne", "-e", extensionFile, "--list-models"], {
      cwd: project,
      env: piEnvironment({ home: newHome() }),
      input: "",
      encoding: "utf8",
    });
    expect([outcome.status, outcome.stderr]).toEqual([0, expect.not.stringContaining("Failed to load")]);
  });
});

describe("settings, trust and commands", () => {
  test("a tool that a project file switches off is not there", async () => {
    const cwd = join(folder.path, "switched");
    mkdirSync(cwd);
    const off = ["module_report", ...loadableNames()];
    const tools = Object.fromEntries(off.map((name) => [name, { enabled: false }]));
    writeFileSync(join(cwd, ".reticle.json"), JSON.stringify({ tools }));
    await using pi = start({ cwd });
    const names = await declaredNames(pi);
    expect(names).toContain("read_symbol");
    expect(names).not.toContain("module_report");
    // Nothing is left that could be activated.
    expect(names).not.toContain("pi_lens_activate_tools");
  });

  test.each([
    ["--approve", "trust: trusted: pi trusts this project"],
    ["--no-approve", "trust: not trusted: "],
  ])("%s of pi decides whether a checkout that pi asks about is trusted", async (flag, line) => {
    const cwd = join(folder.path, `asked${flag}`);
    mkdirSync(join(cwd, ".pi"), { recursive: true });
    await using pi = start({ cwd, args: [flag] });
    expect(await pi.command("/reticle")).toEqual([expect.stringContaining(line)]);
  });

  test("a checkout that pi trusts without asking anybody is not trusted", async () => {
    await using pi = start({ args: ["--approve"] });
    expect(await pi.command("/reticle")).toEqual([expect.stringContaining("trust: not trusted: ")]);
  });

  test("/lens-health shows the health report, and models are not shown the tool", async () => {
    await using pi = start();
    const [report] = await pi.command("/lens-health");
    expect(report).toContain("SERVICES:");
    expect(report).toMatch(/usage tokens=\d+/);
    expect(await declaredNames(pi)).not.toContain("lens_health");
    const { commands } = (await pi.request("get_commands")) as { commands: readonly { readonly name: string }[] };
    expect(commands.map(({ name }) => name)).toEqual(expect.arrayContaining(["reticle", "lens-health"]));
  });

  test("arguments that pi would refuse in its own words are clamped and explained by ours", async () => {
    await using pi = start();
    const { calls } = await pi.play({
      tools: [
        { name: "module_report", args: { path: "greet.ts", maxRefsPerSymbol: 5_000 } },
        { name: "read_symbol", args: { filePath: "greet.ts", symbol: "greet" } },
        { name: "read_enclosing", args: { path: "greet.ts", line: "two" } },
        { name: "read_enclosing", args: { path: "greet.ts", line: "2" } },
      ],
    });
    const firstLines = new Set(calls.map(({ text, isError }) => `${isError}: ${text.split("\n", 1)[0]}`));
    expect(firstLines).toEqual(
      new Set([
        "false: `maxRefsPerSymbol` 5000 is above the maximum; used 100.",
        "true: Ignored unknown argument(s) for read_symbol: `filePath` (did you mean `path`?). They had no effect on this call.",
        'true: Not run: `line` must be an integer ≥ 1, got "two".',
        "false: function greet  greet.ts:1-3",
      ]),
    );
  });
});

test("no process of ours outlives pi, not even one that was killed", async () => {
  await using pi = start();
  await pi.play(
    { tools: [{ name: "pi_lens_activate_tools", args: { tools: ["ast_grep_search"] } }] },
    { tools: [searchCall, readCall] },
  );
  const children = liveProcesses().filter(({ parentPid }) => parentPid === pi.process.pid);
  expect(children.length).toBeGreaterThan(0);
  pi.process.kill("SIGKILL");
  await pi.exited;
  const isGone = (): boolean => {
    const alive = new Set(liveProcesses().map(({ pid }) => pid));
    return children.every(({ pid }) => !alive.has(pid));
  };
  await until("the end of every child", isGone);
});
