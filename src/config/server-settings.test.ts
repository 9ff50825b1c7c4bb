import { describe, expect, test } from "vitest";
import { resolveServers } from "./resolve-servers.ts";
import { readServerSettings, serverSettings } from "./server-settings.ts";

const problems = (servers: unknown, onlySwitchOff = false): string[] =>
  readServerSettings(servers, onlySwitchOff).problems.map(({ path, text }) => `${path} ${text}`);

test("what can be set is taken as it stands", () => {
  const gopls = {
    enabled: true,
    command: "gopls",
    args: ["-x"],
    env: { A: "b" },
    priority: 3,
    settings: { gopls: {} },
  };
  const { entries } = readServerSettings({ gopls }, false);
  expect(Object.fromEntries(entries.map(({ key, value }) => [key, value]))).toEqual(gopls);
  expect(problems({ gopls })).toEqual([]);
});

test.each([
  [{ Gopls: {} }, "servers.Gopls has no effect; the id of a server is lower-case letters, digits and -"],
  [{ gopls: 3 }, 'servers.gopls must be an object such as {"enabled": false}, got 3'],
  [{ gopls: { enabled: "no" } }, "servers.gopls.enabled must be true or false, got a string"],
  [{ gopls: { command: "" } }, "servers.gopls.command must be a string that is not empty, got a string"],
  [{ gopls: { command: "a\0b" } }, "servers.gopls.command must be a string that is not empty, got a string"],
  [{ gopls: { args: "x" } }, "servers.gopls.args must be an array of strings, got a string"],
  [{ gopls: { env: { A: 1 } } }, "servers.gopls.env must be an object of strings, got an object"],
  [{ gopls: { priority: 1.5 } }, "servers.gopls.priority must be an integer, got 1.5"],
  [{ gopls: { settings: [] } }, "servers.gopls.settings must be an object, got an array"],
])("%j is told with what is expected", (servers, text) => {
  expect(problems(servers)).toEqual([text]);
});

test("an unknown key is told with those that there are", () => {
  const [text] = problems({ gopls: { binary: "x" } });
  expect(text).toContain("servers.gopls.binary is not a setting and has no effect; a server has enabled, command");
  for (const { key } of serverSettings) expect(text).toContain(key);
});

test("names of the object prototype are no servers", () => {
  expect(problems(JSON.parse('{"__proto__": {"enabled": true}}'))).toHaveLength(1);
  expect(readServerSettings(JSON.parse('{"constructor": {"enabled": false}}'), false).entries).toHaveLength(1);
});

describe("a project that is not trusted", () => {
  test("can switch a server off, and nothing else", () => {
    const { entries } = readServerSettings({ a: { enabled: false }, b: { enabled: true, command: "./x" } }, true);
    expect(entries).toEqual([{ id: "a", key: "enabled", value: false }]);
    expect(problems({ b: { enabled: true, command: "./x" } }, true)).toHaveLength(2);
  });
});

describe("resolved", () => {
  const at = (command: string) =>
    resolveServers(
      [{ id: "a", key: "command", value: command, origin: "user file", source: "f", folder: "/c" }],
      "/home/u",
    ).servers.get("a")?.command;

  test("a command is a name, an absolute path, or a path from home or from the file", () => {
    expect([at("gopls"), at("/x/gopls"), at("~/bin/gopls"), at("./bin/gopls")]).toEqual([
      "gopls",
      "/x/gopls",
      "/home/u/bin/gopls",
      "/c/bin/gopls",
    ]);
  });

  test("the later file wins key by key, and each value says where it is from", () => {
    const user = { id: "a", origin: "user file", source: "u", folder: "/c" } as const;
    const project = { id: "a", origin: "project file", source: "p", folder: "/w" } as const;
    const { servers, serverLeaves } = resolveServers(
      [
        { ...user, key: "priority", value: 1 },
        { ...user, key: "env", value: { TOKEN: "secret" } },
        { ...project, key: "priority", value: 2 },
      ],
      "/home/u",
    );
    expect(servers.get("a")).toEqual({ priority: 2, env: { TOKEN: "secret" } });
    expect(serverLeaves).toEqual([
      { path: "servers.a.priority", value: "2", origin: "project file", source: "p" },
      { path: "servers.a.env", value: "(not shown)", origin: "user file", source: "u" },
    ]);
  });
});
