import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openWorkspace } from "../../../workspace/workspace.ts";
import { hookClients } from "../hook/clients.ts";
import { planSetup } from "./plan-setup.ts";
import type { Launch } from "./setup-client.ts";
import { setupClients } from "./setup-clients.ts";
import { unifiedDiff } from "./text-diff.ts";

const golden = new URL("../../../../test/fixtures/setup/", import.meta.url).pathname;

/** What projects have already: comments, other servers and hooks, our own from another place. */
const existing: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "claude-code": {
    ".mcp.json":
      '{\n    "mcpServers": {\n        "docs": { "command": "docs" },\n        "reticle": {\n            "command": "/old/node",\n            "args": ["/old/main.js", "mcp", "--run-tools"],\n            "env": { "A": "1" }\n        }\n    }\n}\n',
    ".claude/settings.json": `${JSON.stringify(
      {
        permissions: { allow: ["Bash(ls)"] },
        hooks: {
          PostToolUse: [
            { matcher: "Write", hooks: [{ type: "command", command: "prettier" }] },
            { matcher: "Edit", hooks: [{ type: "command", command: "/old/node /old/main.js hook claude-code" }] },
          ],
          Stop: [{ hooks: [{ type: "command", command: "bell" }] }],
        },
      },
      undefined,
      "\t",
    )}\n`,
  },
  codex: {
    ".codex/config.toml": '# mine\nmodel = "gpt"\n\n[mcp_servers.docs] # other\ncommand = "docs"\n',
    ".codex/hooks.json": '{\n  "description": "ours",\n  "hooks": { "Stop": [] }\n}\n',
  },
  cursor: {
    ".cursor/mcp.json": '{ "mcpServers": {} }',
    ".cursor/hooks.json":
      '{\n  "version": 1,\n  "hooks": {\n    "postToolUse": [\n      { "command": "audit" }\n    ]\n  }\n}\n',
  },
  opencode: {
    "opencode.jsonc":
      '{\n  // the model\n  "model": "x", // kept\n  "mcp": {\n    "docs": { "type": "remote", "url": "http://localhost" },\n  },\n}\n',
  },
};

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "setup-")));
});
afterEach(() => rmSync(root, { recursive: true }));

function put(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** Plans, writes, and tells what was written. */
async function run(name: string, launch: Launch | undefined): Promise<string> {
  const client = setupClients.find((one) => one.name === name);
  if (client === undefined) throw new Error(`no client ${name}`);
  const changes = await planSetup({ client, launch, workspace: await openWorkspace({ cwd: root }) });
  for (const { path, after } of changes) {
    if (after === undefined) rmSync(path);
    else put({ [path.slice(root.length + 1)]: after });
  }
  return changes.map(({ shown, before, after }) => unifiedDiff(shown, before?.text, after)).join("\n");
}

const names = setupClients.map(({ name }) => name);

describe.each(names)("setup of %s", (name) => {
  it("in a project without its files: as in the golden file; a second time nothing; removed, nothing is left", async () => {
    await expect(await run(name, ["reticle"])).toMatchFileSnapshot(`${golden}${name}.new.diff`);
    expect(await run(name, ["reticle"])).toBe("");
    await run(name, undefined);
    for (const { paths } of setupClients.find((one) => one.name === name)?.files ?? [])
      for (const path of paths) expect(existsSync(join(root, path))).toBe(false);
    expect(await run(name, undefined)).toBe("");
  });

  it("in a project that has them: as in the golden file, and all that was there is there afterwards", async () => {
    put(existing[name] ?? {});
    const launch: Launch = ["/opt/my node/bin/node", "/opt/reticle/dist/main.js"];
    await expect(await run(name, launch)).toMatchFileSnapshot(`${golden}${name}.merged.diff`);
    expect(await run(name, launch)).toBe("");
    await expect(await run(name, undefined)).toMatchFileSnapshot(`${golden}${name}.removed.diff`);
  });

  it("refuses a file that it does not understand, by name, before anything is written", async () => {
    const [file] = setupClients.find((one) => one.name === name)?.files ?? [];
    const path = file?.paths[0] ?? "";
    put({ [path]: "{ not\n" });
    await expect(run(name, ["reticle"])).rejects.toThrow(`${path} is not valid`);
    expect(readFileSync(join(root, path), "utf8")).toBe("{ not\n");
  });

  it("writes hooks that `reticle hook` has a client for", () => {
    expect(hookClients.map((one) => one.name)).toContain(name);
  });
});

const hook = (command: string) => ({ type: "command", command });
const group = (...commands: string[]) => ({ matcher: "Edit", hooks: commands.map(hook) });
const settings = (PostToolUse: unknown) => ({ ".claude/settings.json": JSON.stringify({ hooks: { PostToolUse } }) });
const hooksNow = (): Readonly<Record<string, readonly { hooks: readonly { command: string }[] }[]>> =>
  (JSON.parse(readFileSync(join(root, ".claude/settings.json"), "utf8")) as { hooks: ReturnType<typeof hooksNow> })
    .hooks;
const commandsNow = (): readonly (readonly string[])[] =>
  (hooksNow()["PostToolUse"] ?? []).map(({ hooks }) => hooks.map(({ command }) => command));

describe("hooks that somebody has changed", () => {
  it("keeps the flags of ours, and takes it out with them", async () => {
    put(settings([group("/old/node '/old dir/main.js' hook claude-code --trust")]));
    await run("claude-code", ["reticle"]);
    expect(commandsNow()).toEqual([["reticle hook claude-code --trust"]]);
    expect(await run("claude-code", ["reticle"])).toBe("");
    await run("claude-code", undefined);
    expect(existsSync(join(root, ".claude/settings.json"))).toBe(false);
  });

  it("knows ours in a group with another hook, and leaves that one", async () => {
    put(settings([group("prettier", "/old/main.js hook claude-code")]));
    await run("claude-code", ["reticle"]);
    expect(commandsNow()).toEqual([["prettier", "reticle hook claude-code"]]);
    expect(await run("claude-code", ["reticle"])).toBe("");
    await run("claude-code", undefined);
    expect(hooksNow()).toEqual({ PostToolUse: [group("prettier")] });
  });

  it("leaves a command of another program that ends in the same words", async () => {
    put(settings([group("audit hook claude-code"), group("reticle hook codex")]));
    await run("claude-code", ["reticle"]);
    expect(commandsNow()).toEqual([["audit hook claude-code"], ["reticle hook codex"], ["reticle hook claude-code"]]);
    await run("claude-code", undefined);
    expect(commandsNow()).toEqual([["audit hook claude-code"], ["reticle hook codex"]]);
  });

  it.each([[{ a: 1 }], ["x"], [null]])("refuses to replace %j by its list", async (value) => {
    put(settings(value));
    const refused = ".claude/settings.json holds `hooks.PostToolUse`, which is not a list";
    await expect(run("claude-code", ["reticle"])).rejects.toThrow(refused);
    expect(await run("claude-code", undefined)).toBe("");
  });
});

describe("a plugin of somebody else", () => {
  it("is neither overwritten nor removed", async () => {
    put({ ".opencode/plugins/reticle.js": "export const Mine = 1;\n" });
    for (const launch of [["reticle"], undefined] as const) {
      const refused = ".opencode/plugins/reticle.js is not the plugin that this command writes";
      await expect(run("opencode", launch)).rejects.toThrow(refused);
    }
  });
});

describe("hooks that are set up", () => {
  it.each(["claude-code", "cursor", "codex"])("%s: events and tools are those that are answered", async (name) => {
    await run(name, ["reticle"]);
    const client = hookClients.find((one) => one.name === name);
    const file =
      { "claude-code": ".claude/settings.json", cursor: ".cursor/hooks.json", codex: ".codex/hooks.json" }[name] ?? "";
    const { hooks } = JSON.parse(readFileSync(join(root, file), "utf8")) as {
      hooks: Record<string, { matcher: string }[]>;
    };
    const events = [...(client?.before ?? []), ...(client?.after ?? [])];
    for (const [event, rows] of Object.entries(hooks)) {
      expect(events).toContain(event);
      const tools = (rows[0]?.matcher ?? "").replace(/[\^$()]/g, "").split("|");
      for (const tool of tools) expect(Object.keys(client?.tools ?? {})).toContain(tool);
    }
  });
});
