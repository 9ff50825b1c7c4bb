import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withoutPrivileges } from "../../test/helpers/unprivileged.ts";
import { noticeText, type Config } from "./config.ts";
import { loadConfig, type LoadConfigOptions } from "./load.ts";
import { settings } from "./settings.ts";

let top: string;
let root: string;
let home: string;
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "reticle-config-")));
  root = join(top, "project");
  home = join(top, "home");
  mkdirSync(root);
  mkdirSync(home);
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

function put(path: string, content: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
}
const putUser = (content: unknown): void => put(join(home, ".config/reticle/config.json"), content);
const putProject = (content: unknown): void => put(join(root, ".reticle.json"), content);

const tools = [
  { name: "module_report", mcp: { name: "pilens_module_report" } },
  { name: "read_symbol" },
  { name: "pilens_session_end", canDisable: false },
];

function load(options: Partial<LoadConfigOptions> = {}): Config {
  return loadConfig({ root, isTrusted: false, tools, ...options, env: { HOME: home, ...options.env } });
}
const notices = (config: Config): string[] => config.notices.map(noticeText);
const leaf = (config: Config, path: string): unknown => config.provenance().find((entry) => entry.path === path);

describe("precedence", () => {
  test("without any file every setting has its default and every tool is on", () => {
    const config = load();
    expect(notices(config)).toEqual([]);
    expect(config.get("logs.maxFiles")).toBe(50);
    expect(config.get("runTools")).toBe(false);
    expect(config.get("trustedRoots")).toEqual([]);
    expect(config.get("cacheDir")).toBe(join(home, ".cache/reticle"));
    expect(config.isToolEnabled("module_report")).toBe(true);
    expect(config.documents.map(({ file, state }) => [file, state])).toEqual([
      ["~/.config/reticle/config.json", "absent"],
      [join(root, ".reticle.json"), "absent"],
    ]);
    expect(config.provenance().every(({ origin }) => origin === "default")).toBe(true);
    expect(config.provenance().map(({ path }) => path)).toEqual(
      settings.map(({ path }) => path).filter((path) => path !== "tools.<name>.enabled"),
    );
  });

  test("environment over command line over user file over default", () => {
    putUser({ cacheDir: "~/from-file", logs: { maxFiles: 7 }, runTools: false });
    const overrides = { cacheDir: "/from-command-line", runTools: true };
    expect(load().get("cacheDir")).toBe(join(home, "from-file"));
    expect(load({ overrides }).get("cacheDir")).toBe("/from-command-line");
    const config = load({ overrides, env: { RETICLE_CACHE_DIR: "/from/secret-environment" } });
    expect(config.get("cacheDir")).toBe("/from/secret-environment");
    expect(config.get("runTools")).toBe(true);
    expect(config.get("logs.maxFiles")).toBe(7);
    expect(leaf(config, "logs.maxFiles")).toEqual({
      path: "logs.maxFiles",
      value: "7",
      origin: "user file",
      source: "~/.config/reticle/config.json",
    });
    expect(leaf(config, "runTools")).toEqual({ path: "runTools", value: "true", origin: "command line" });
    expect(leaf(config, "cacheDir")).toMatchObject({ origin: "environment", source: "RETICLE_CACHE_DIR" });
    // What a variable holds is never shown.
    expect(JSON.stringify([config.provenance(), config.notices, config.documents, config.trust])).not.toContain(
      "secret",
    );
  });

  test("tools: project over user over default, by any name of the tool", () => {
    putUser({ tools: { read_symbol: { enabled: false } } });
    putProject({ tools: { pilens_module_report: { enabled: false } } });
    const config = load();
    expect(notices(config)).toEqual([]);
    for (const name of ["module_report", "pilens_module_report", "read_symbol"]) {
      expect(config.isToolEnabled(name), name).toBe(false);
    }
    expect(config.isToolEnabled("other")).toBe(true);
    expect(leaf(config, "tools.module_report.enabled")).toMatchObject({ value: "false", origin: "project file" });
  });

  test("a project file switches a tool back on only in a trusted workspace", () => {
    putUser({ tools: { read_symbol: { enabled: false } } });
    putProject({ tools: { read_symbol: { enabled: true } } });
    const untrusted = load();
    expect(untrusted.isToolEnabled("read_symbol")).toBe(false);
    expect(notices(untrusted).join()).toMatch(
      /\.reticle\.json: `tools\.read_symbol\.enabled` cannot switch on .* not trusted/,
    );
    const trusted = load({ isTrusted: true });
    expect(trusted.isToolEnabled("read_symbol")).toBe(true);
    expect(notices(trusted)).toEqual([]);
  });
});

describe("where files are looked for", () => {
  test("XDG folders, when they are absolute", () => {
    put(join(top, "xdg/reticle/config.json"), { runTools: true });
    const env = { XDG_CONFIG_HOME: join(top, "xdg"), XDG_CACHE_HOME: join(top, "caches") };
    expect(load({ env }).get("runTools")).toBe(true);
    expect(load({ env }).get("cacheDir")).toBe(join(top, "caches/reticle"));
    expect(load({ env: { XDG_CONFIG_HOME: "xdg", XDG_CACHE_HOME: "caches" } }).documents[0]?.file).toBe(
      "~/.config/reticle/config.json",
    );
  });

  test("RETICLE_CONFIG names the user's file; one that does not exist is told", () => {
    put(join(home, "mine.json"), { runTools: true });
    expect(load({ env: { RETICLE_CONFIG: join(home, "mine.json") } }).get("runTools")).toBe(true);
    expect(load({ env: { RETICLE_CONFIG: "~/mine.json" } }).get("runTools")).toBe(true);
    expect(notices(load({ env: { RETICLE_CONFIG: "~/none.json" } }))).toEqual([
      "~/none.json does not exist; RETICLE_CONFIG names it",
    ]);
    expect(notices(load({ env: { RETICLE_CONFIG: "mine.json" } })).join()).toMatch(
      /^RETICLE_CONFIG must hold an absolute path/,
    );
  });

  test("the project's file nearest to the working directory, never above the root", () => {
    const nested = join(root, "packages/a/src");
    mkdirSync(nested, { recursive: true });
    put(join(top, ".reticle.json"), { tools: { module_report: { enabled: false } } });
    expect(load({ cwd: nested }).isToolEnabled("module_report")).toBe(true);
    putProject({ tools: { read_symbol: { enabled: false } } });
    expect(load({ cwd: nested }).isToolEnabled("read_symbol")).toBe(false);
    put(join(root, "packages/a/.reticle.json"), { tools: { module_report: { enabled: false } } });
    const config = load({ cwd: nested });
    expect(config.isToolEnabled("module_report")).toBe(false);
    expect(config.isToolEnabled("read_symbol")).toBe(true);
  });
});

describe("trust", () => {
  test("needs the operator's word or the user's; a checkout cannot vouch for itself", () => {
    putProject({ trustedRoots: [root] });
    const config = load();
    expect(config.trust).toEqual({
      isTrusted: false,
      why: "not in trustedRoots of ~/.config/reticle/config.json, and --trust was not given",
    });
    expect(notices(config).join()).toContain("`trustedRoots` has no effect in a project file");
    expect(load({ isTrusted: true }).trust).toEqual({ isTrusted: true, why: "--trust was given" });
  });

  test.each([
    ["the folder itself", "project", true],
    ["a folder above it", ".", true],
    ["a link to it", "link", true],
    ["a folder with the same beginning", "proj", false],
    ["a folder below it", "project/sub", false],
    ["a folder that does not exist", "nowhere", false],
  ])("trustedRoots with %s", (_name, folder, isTrusted) => {
    symlinkSync(root, join(top, "link"));
    putUser({ trustedRoots: [join(top, folder)] });
    const { trust } = load();
    expect(trust.isTrusted).toBe(isTrusted);
    if (isTrusted) expect(trust.why).toContain("is in trustedRoots of ~/.config/reticle/config.json");
  });

  test("~ in trustedRoots is the home directory", () => {
    mkdirSync(join(home, "work"));
    putUser({ trustedRoots: ["~/work"] });
    expect(load({ root: join(home, "work") }).trust.isTrusted).toBe(true);
  });
});

describe("what has no effect is told with file, key and what is expected", () => {
  test.each([
    [{ nonsense: 1 }, "nonsense", "is not a setting"],
    [{ logs: { nonsense: 1 } }, "logs.nonsense", "the settings are tools.<name>.enabled, trustedRoots"],
    [{ logs: 5 }, "logs", "must be an object, got 5"],
    [{ logs: null }, "logs", "must be an object, got null"],
    [{ tools: [] }, "tools", "must be an object, got an array"],
    [{ logs: { maxFiles: "ten" } }, "logs.maxFiles", "must be an integer from 1 to 10000, got a string"],
    [{ logs: { maxFiles: 0 } }, "logs.maxFiles", "must be an integer from 1 to 10000, got 0"],
    [{ logs: { maxFiles: 1.5 } }, "logs.maxFiles", "got 1.5"],
    [{ runTools: "yes" }, "runTools", "must be true or false, got a string"],
    [{ cacheDir: "relative" }, "cacheDir", "must be an absolute path"],
    [{ cacheDir: "/a\0b" }, "cacheDir", "must be an absolute path"],
    [{ trustedRoots: "/a" }, "trustedRoots", "must be an array of absolute paths"],
    [{ trustedRoots: ["/a", 5] }, "trustedRoots", "must be an array of absolute paths"],
    [{ tools: { modul_report: { enabled: false } } }, "tools.modul_report", "no tool has that name"],
    [{ tools: { read_symbol: false } }, "tools.read_symbol", 'must be an object such as {"enabled": false}, got false'],
    [{ tools: { read_symbol: { enabled: 0 } } }, "tools.read_symbol.enabled", "must be true or false, got 0"],
    [{ tools: { read_symbol: { disabled: true } } }, "tools.read_symbol.disabled", "a tool has `enabled`"],
    [{ tools: { pilens_session_end: { enabled: false } } }, "tools.pilens_session_end.enabled", "always on"],
    [{ "": 1 }, "", "is not a setting"],
    [{ "logs.maxFiles": 5 }, "logs.maxFiles", "is written as nested objects"],
    [{ "tools.<name>.enabled": false }, "tools.<name>.enabled", "is written as nested objects"],
  ])("%j", (content, key, text) => {
    putUser(content);
    const config = load();
    const found = config.notices.find((notice) => notice.key === key);
    expect(found, JSON.stringify(config.notices)).toMatchObject({ source: "~/.config/reticle/config.json" });
    expect(found?.text).toContain(text);
    expect(config.provenance().filter(({ origin, path }) => origin !== "default" && path === key)).toEqual([]);
  });

  test.each(settings.filter(({ project }) => !project).map(({ path }) => path))(
    "a project file cannot set %s",
    (path) => {
      const [first = "", second] = path.split(".");
      putProject(second === undefined ? { [first]: "/evil" } : { [first]: { [second]: 5 } });
      const config = load({ isTrusted: true });
      expect(notices(config).join()).toContain(
        `\`${path}\` has no effect in a project file; only the user's own file may set it`,
      );
      expect(leaf(config, path)).toMatchObject({ origin: "default" });
    },
  );

  test("prototype names are keys like any other and reach no prototype", () => {
    putUser(
      '{"__proto__": {"runTools": true}, "constructor": {"prototype": {"x": 1}}, "logs": {"__proto__": 1, "maxFiles": 9}, "tools": {"__proto__": {"enabled": false}, "toString": {"enabled": false}}}',
    );
    for (const config of [load(), loadConfig({ root, env: { HOME: home }, isTrusted: false })]) {
      expect(config.get("runTools")).toBe(false);
      expect(config.get("logs.maxFiles")).toBe(9);
      expect(config.isToolEnabled("module_report")).toBe(true);
      expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
    }
    expect(load().notices.map(({ key }) => key)).toEqual([
      "__proto__",
      "constructor",
      "logs.__proto__",
      "tools.__proto__",
      "tools.toString",
    ]);
  });

  test("a long list is cut and counted; keys stay on one short line", () => {
    const keys = Array.from({ length: 50 }, (_, at) => `line\nbreak\u202e${at}${"x".repeat(100)}`);
    putProject(Object.fromEntries(keys.map((key) => [key, 1])));
    const lines = notices(load());
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toContain("has 30 more keys without effect");
    for (const line of lines) expect(line).toMatch(/^[^\n\u202e]{1,500}$/);
  });
});

describe("files that are no settings are told and never repeated", () => {
  const secret = "hunter2-secret";
  test.each([
    ["broken JSON", `{\n  "a": 1,\n  ${secret}\n}`, "is not valid JSON (line 3)"],
    ["an unfinished file", `{"cacheDir": "${secret}`, "is not valid JSON"],
    ["empty", "", "is not valid JSON"],
    ["an array", `["${secret}"]`, "does not hold a JSON object"],
    ["a string", `"${secret}"`, "does not hold a JSON object"],
    ["null", "null", "does not hold a JSON object"],
    ["binary", `\0\u0001${secret}`, "is not valid JSON"],
    ["huge", `{"a": "${"x".repeat(300 * 1024)}"}`, "is larger than 256 KiB"],
    ["deep", "[".repeat(100_000) + "]".repeat(100_000), "does not hold a JSON object"],
    ["deep inside an unknown key", `{"a":${'{"b":'.repeat(40_000)}1${"}".repeat(40_000)}}`, "`a` is not a setting"],
  ])("%s", (_name, content, why) => {
    putProject(content);
    const config = load();
    expect(config.notices).toHaveLength(1);
    expect(notices(config)[0]).toContain(join(root, ".reticle.json"));
    expect(notices(config)[0]).toContain(why);
    expect(notices(config)[0]).not.toContain(secret);
  });

  test("a byte order mark does no harm", () => {
    putUser(`\uFEFF{"runTools": true}`);
    expect(load().get("runTools")).toBe(true);
  });

  test("a folder, a named pipe, a link out of the workspace", () => {
    mkdirSync(join(root, ".reticle.json"));
    expect(notices(load())).toEqual([expect.stringContaining("is not a regular file")]);
    rmSync(join(root, ".reticle.json"), { recursive: true });

    execFileSync("mkfifo", [join(root, ".reticle.json")]);
    expect(notices(load())).toEqual([expect.stringContaining("is not a regular file")]);
    rmSync(join(root, ".reticle.json"));

    put(join(top, "elsewhere.json"), { tools: { read_symbol: { enabled: false } } });
    symlinkSync("../elsewhere.json", join(root, ".reticle.json"));
    expect(notices(load())).toEqual([expect.stringContaining("is a link to a place outside the workspace")]);
    expect(load().isToolEnabled("read_symbol")).toBe(true);
    expect(load().documents[1]?.state).toBe("rejected");
  });

  test("a file without read permission", async () => {
    chmodSync(top, 0o755);
    putProject({});
    chmodSync(join(root, ".reticle.json"), 0o000);
    const config = await withoutPrivileges(() => Promise.resolve(load()));
    expect(notices(config)).toEqual([expect.stringContaining("cannot be read (EACCES)")]);
  });

  test("a bad variable has no effect and its value is not shown", () => {
    const config = load({ env: { RETICLE_CACHE_DIR: secret } });
    expect(notices(config)).toEqual([
      "RETICLE_CACHE_DIR must hold an absolute path, or one that begins with ~/; it has no effect",
    ]);
    expect(config.get("cacheDir")).toBe(join(home, ".cache/reticle"));
  });
});
