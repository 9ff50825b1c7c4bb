import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CommandOutcome, runReticle, temporaryFolder } from "../../helpers/reticle.ts";

let project: Awaited<ReturnType<typeof temporaryFolder>>;
let caches: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  project = await temporaryFolder({ "tsconfig.json": '{ "compilerOptions": { "strict": true, "types": [] } }\n' });
  caches = await temporaryFolder();
});
afterEach(async () => {
  await project[Symbol.asyncDispose]();
  await caches[Symbol.asyncDispose]();
});

const env = (): Record<string, string> => ({ RETICLE_CACHE_DIR: caches.path });
const setup = (...args: string[]): Promise<CommandOutcome> =>
  runReticle(["setup", ...args], { cwd: project.path, env: env() });
const path = (name: string): string => join(project.path, name);
const read = (name: string): string => readFileSync(path(name), "utf8");

describe("reticle setup", () => {
  it("shows what it would write and, with nobody to ask, writes nothing", async () => {
    const outcome = await setup("claude-code");
    expect(outcome).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("--yes writes .mcp.json and .claude/settings.json"),
    });
    expect(outcome.stdout).toContain("+++ .claude/settings.json");
    expect(await setup("claude-code", "--print")).toMatchObject({ code: 0, stdout: outcome.stdout, stderr: "" });
    expect(existsSync(path(".mcp.json"))).toBe(false);
  });

  it("writes with --yes, keeps what is there and its permissions, and names the command that takes it back", async () => {
    const before = '{\n  "mcpServers": {\n    "docs": { "command": "docs" }\n  }\n}\n';
    writeFileSync(path(".mcp.json"), before, { mode: 0o600 });
    const outcome = await setup("claude-code", "--yes");
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(read(".mcp.json"))).toMatchObject({ mcpServers: { docs: { command: "docs" }, reticle: {} } });
    expect(statSync(path(".mcp.json")).mode & 0o777).toBe(0o600);
    expect(await setup("claude-code", "--yes")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("set up already"),
    });
    const [, undo] = /To take it back: (.+)\n/.exec(outcome.stdout) ?? [];
    execFileSync("sh", ["-c", undo ?? "false"], { env: { ...process.env, ...env() } });
    expect(read(".mcp.json")).toBe(before);
    expect(existsSync(path(".claude/settings.json"))).toBe(false);
  });

  it("takes out again what it wrote", async () => {
    await setup("cursor", "--yes");
    expect(existsSync(path(".cursor/hooks.json"))).toBe(true);
    expect(await setup("cursor", "--remove", "--yes")).toMatchObject({ code: 0 });
    expect(existsSync(path(".cursor/hooks.json"))).toBe(false);
    expect(await setup("cursor", "--remove")).toMatchObject({ code: 0, stdout: expect.stringContaining("not set up") });
  });

  it("changes no file when one of them cannot be understood", async () => {
    await using broken = await temporaryFolder({ ".claude/settings.json": '{\n  "hooks": {,\n}\n' });
    const outcome = await setup("claude-code", broken.path, "--yes");
    expect(outcome).toMatchObject({ code: 1, stdout: "" });
    expect(outcome.stderr).toContain('.claude/settings.json is not valid JSON: line 2 has "," where a value belongs');
    expect(existsSync(join(broken.path, ".mcp.json"))).toBe(false);
  });

  it.each([
    [["nobody"], 'There is no client "nobody"; the clients are claude-code, codex, cursor, opencode'],
    [[], "The client is missing"],
    [["codex", "nowhere"], 'DIR "nowhere" cannot be used'],
  ])("%j is a usage error", async (args, message) => {
    expect(await setup(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});

describe("what it wrote", () => {
  it("starts our hook: the command of Claude Code's settings answers an event", async () => {
    await setup("claude-code", "--yes");
    writeFileSync(path("a.ts"), "export const area: string = 1;\n");
    const { hooks } = JSON.parse(read(".claude/settings.json")) as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    const command = hooks["PostToolUse"]?.[0]?.hooks[0]?.command ?? "false";
    const input = {
      hook_event_name: "PostToolUse",
      session_id: "s",
      cwd: project.path,
      tool_name: "Write",
      tool_input: { file_path: path("a.ts") },
    };
    const printed = execFileSync("sh", ["-c", command], {
      input: JSON.stringify(input),
      env: { ...process.env, ...env() },
      encoding: "utf8",
    });
    expect(printed).toContain("Type 'number' is not assignable to type 'string'.");
  });

  it("is a plugin of opencode that appends the answer to a tool's output", async () => {
    await setup("opencode", "--yes");
    writeFileSync(path("a.ts"), "export const area: string = 1;\n");
    const plugin = (await import(path(".opencode/plugins/reticle.js"))) as {
      Reticle: (input: object) => Promise<Record<string, (input: object, output: object) => Promise<void>>>;
    };
    process.env["RETICLE_CACHE_DIR"] = caches.path;
    const handlers = await plugin.Reticle({ directory: project.path });
    const call = { tool: "write", sessionID: "s", callID: "c" };
    const output = { title: "", output: "Wrote file", metadata: {} };
    await handlers["tool.execute.before"]?.(call, { args: { filePath: path("a.ts") } });
    await handlers["tool.execute.after"]?.(call, output);
    expect(output.output).toMatch(/^Wrote file\n\n/);
    expect(output.output).toContain("Type 'number' is not assignable to type 'string'.");
    const other = { title: "", output: "listing", metadata: {} };
    await handlers["tool.execute.after"]?.({ ...call, tool: "list" }, other);
    expect(other.output).toBe("listing");
    delete process.env["RETICLE_CACHE_DIR"];
  });
});
