import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findRuntimeFolder } from "../../../src/rendezvous/runtime-folder.ts";
import { readSocketName, socketsFor } from "../../../src/rendezvous/socket-name.ts";
import { McpClient } from "../../helpers/mcp-client.ts";
import { type CommandOutcome, runReticle, temporaryFolder } from "../../helpers/reticle.ts";
import { until } from "../../helpers/until.ts";

const BOUND_MS = 60_000;
const GOOD = "export const area = (side: number): number => side * side;\n";

let project: Awaited<ReturnType<typeof temporaryFolder>>;
let caches: Awaited<ReturnType<typeof temporaryFolder>>;
let clients: McpClient[];

beforeEach(async () => {
  caches = await temporaryFolder();
  project = await temporaryFolder({
    "tsconfig.json": '{ "compilerOptions": { "strict": true, "types": [], "noEmit": true } }\n',
    "src/area.ts": GOOD,
    "src/use.ts": 'import { area } from "./area.ts";\nexport const two: number = area(2);\n',
  });
  clients = [];
});
afterEach(async () => {
  for (const client of clients) await client[Symbol.asyncDispose]();
  await project[Symbol.asyncDispose]();
  await caches[Symbol.asyncDispose]();
});

const env = (): Record<string, string> => ({ RETICLE_CACHE_DIR: caches.path, XDG_CACHE_HOME: caches.path });
const file = (name: string): string => join(project.path, name);
const shell = (command: string): string => execFileSync("sh", ["-c", command], { cwd: project.path, encoding: "utf8" });

/** The sockets of a root, the newest first. */
function sockets(root = project.path): readonly string[] {
  const folder = findRuntimeFolder();
  const names = existsSync(folder.path) ? readdirSync(folder.path) : [];
  const found = names.flatMap((name) => readSocketName(folder, name) ?? []);
  return socketsFor(root, found).map(({ path }) => path);
}

/** A server that listens. */
async function startServer(args: readonly string[] = []): Promise<McpClient> {
  const before = sockets().length;
  const client = new McpClient({ cwd: project.path, env: env(), args });
  clients.push(client);
  await client.initialize();
  await client.request("tools/list");
  await until("a socket of the server", () => sockets().length > before, BOUND_MS);
  return client;
}

interface Event {
  readonly event?: string;
  readonly tool?: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly session?: string;
}

/** As Claude Code runs its hooks. */
function hook({ event = "PostToolUse", tool = "Edit", input, session = "one" }: Event): Promise<CommandOutcome> {
  const passed = {
    session_id: session,
    transcript_path: "/t",
    cwd: project.path,
    hook_event_name: event,
    tool_name: tool,
    tool_input: input,
  };
  return runReticle(["hook", "claude-code"], { cwd: project.path, env: env(), input: JSON.stringify(passed) });
}

function contextOf({ code, stdout, stderr }: CommandOutcome): string {
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  if (stdout === "") return "";
  const printed = JSON.parse(stdout) as { hookSpecificOutput: { hookEventName: string; additionalContext: string } };
  expect(printed.hookSpecificOutput.hookEventName).toBe("PostToolUse");
  return printed.hookSpecificOutput.additionalContext;
}

/** The server's language servers run and have looked at the file. */
async function warmUp(client: McpClient): Promise<void> {
  await client.call("pilens_diagnostics", { source: "lsp", path: "src/area.ts" });
  await hook({ event: "PreToolUse", input: { file_path: file("src/area.ts") }, session: "warm-up" });
}

describe("a hook that finds a warm server", () => {
  it("tells at once what a shell command broke, and only that", async () => {
    const client = await startServer();
    await warmUp(client);
    const command = "printf 'export const area = (side: number): string => side * side;\\n' > src/area.ts";
    const bash = { tool: "Bash", input: { command } };
    expect(contextOf(await hook({ ...bash, event: "PreToolUse" }))).toBe("");
    shell(command);
    const startedAt = performance.now();
    const text = contextOf(await hook(bash));
    const ms = Math.round(performance.now() - startedAt);
    process.stderr.write(`hook after a shell command, with its process: ${ms} ms\n`);
    expect(text).toContain("src/area.ts: 1 new error");
    expect(text).toContain("Type 'number' is not assignable to type 'string'.");
    expect(ms).toBeLessThan(BOUND_MS);
    // The same again is no news.
    expect(contextOf(await hook({ tool: "Bash", input: { command: "true" } }))).not.toContain("new error");
  });

  it("compares an edit with what was before it, and says nothing when nothing is new", async () => {
    writeFileSync(file("src/area.ts"), `${GOOD}export const old: string = 1;\n`);
    const client = await startServer();
    await warmUp(client);
    const edit = { input: { file_path: file("src/area.ts") } };
    await hook({ ...edit, event: "PreToolUse" });
    writeFileSync(file("src/area.ts"), `// moved down\n${GOOD}export const old: string = 1;\n`);
    expect(contextOf(await hook(edit))).toBe("");
    await hook({ ...edit, event: "PreToolUse" });
    writeFileSync(file("src/area.ts"), `${GOOD}export const old: string = 1;\nexport const fresh: string = true;\n`);
    const text = contextOf(await hook(edit));
    expect(text).toContain("src/area.ts: 1 new error");
    expect(text).toContain("Type 'boolean' is not assignable to type 'string'.");
    expect(text).not.toContain("'number'");
  });

  it("is told the same again in another conversation", async () => {
    const client = await startServer();
    await warmUp(client);
    const edit = { input: { file_path: file("src/area.ts") } };
    await hook({ ...edit, event: "PreToolUse" });
    await hook({ ...edit, event: "PreToolUse", session: "two" });
    writeFileSync(file("src/area.ts"), "export const area: string = 1;\n");
    expect(contextOf(await hook(edit))).toContain("src/area.ts: 1 new error");
    expect(contextOf(await hook(edit))).toBe("");
    expect(contextOf(await hook({ ...edit, session: "two" }))).toContain("src/area.ts: 1 new error");
  });
});

describe("a hook without a warm server", () => {
  it("looks for itself, within its bound", async () => {
    writeFileSync(file("src/area.ts"), "export const area: string = 1;\n");
    const startedAt = performance.now();
    const text = contextOf(await hook({ input: { file_path: file("src/area.ts") } }));
    process.stderr.write(`hook without a server: ${Math.round(performance.now() - startedAt)} ms\n`);
    expect(text).toContain("Type 'number' is not assignable to type 'string'.");
    expect(text).toContain("not compared with a baseline");
  });

  it("has nothing to do before an edit", async () => {
    expect(await hook({ event: "PreToolUse", input: { file_path: file("src/area.ts") } })).toMatchObject({
      code: 0,
      stdout: "",
    });
  });

  it("looks for itself when the server was killed", async () => {
    const client = await startServer();
    client.process.kill("SIGKILL");
    await client.exited;
    writeFileSync(file("src/area.ts"), "export const area: string = 1;\n");
    expect(contextOf(await hook({ input: { file_path: file("src/area.ts") } }))).toContain("Type 'number'");
    for (const stale of sockets()) rmSync(stale);
  });
});

describe("a server", () => {
  it("listens when its client has its tools, for the roots that the client has open", async () => {
    await using other = await temporaryFolder({ "b.ts": "" });
    const client = new McpClient({ cwd: other.path, env: env(), roots: [pathToFileURL(project.path).href] });
    clients.push(client);
    await client.initialize();
    await client.request("ping");
    expect(sockets()).toEqual([]);
    await client.request("tools/list");
    await until("a socket for the root", () => sockets().length > 0, BOUND_MS);
    expect(sockets(other.path)).toEqual([]);
    client.roots = [pathToFileURL(other.path).href];
    client.send({ method: "notifications/roots/list_changed" });
    await until("a socket for the new root", () => sockets(other.path).length > 0, BOUND_MS);
    expect(sockets()).toEqual([]);
  });

  it("removes its socket when its client is gone", async () => {
    const client = await startServer();
    client.process.stdin.end();
    await client.exited;
    expect(sockets()).toEqual([]);
  });

  it("goes on after a hook that was killed in the middle of its question", async () => {
    const client = await startServer();
    const socket = connect(sockets()[0] ?? "");
    await new Promise((resolve) => socket.on("connect", resolve));
    socket.write('{"version":1,');
    socket.destroy();
    await warmUp(client);
    writeFileSync(file("src/area.ts"), "export const area: string = 1;\n");
    expect(contextOf(await hook({ input: { file_path: file("src/area.ts") } }))).toContain("Type 'number'");
  });

  it("is not the only one of its folder: when the newest is killed the other answers", async () => {
    const first = await startServer();
    await warmUp(first);
    const second = await startServer();
    const edit = { input: { file_path: file("src/area.ts") } };
    second.process.kill("SIGKILL");
    await second.exited;
    await hook({ ...edit, event: "PreToolUse" });
    writeFileSync(file("src/area.ts"), "export const area: string = 1;\n");
    // Only a server that runs has anything to compare with.
    expect(contextOf(await hook(edit))).toContain("src/area.ts: 1 new error");
    for (const stale of sockets().slice(0, 1)) rmSync(stale);
  });
});

describe("reticle doctor", () => {
  it("says whether a server answers hooks", async () => {
    const doctor = async (): Promise<string> =>
      (await runReticle(["doctor"], { cwd: project.path, env: env() })).stdout;
    expect(await doctor()).toContain("no server runs for this folder now");
    await startServer();
    expect(await doctor()).toContain("1 running server answers for this folder");
  });
});

describe("reticle hook", () => {
  const run = (args: readonly string[], input: string) =>
    runReticle(["hook", ...args], { cwd: project.path, env: env(), input });

  it.each([
    [["claude-code"], "{", "standard input is no JSON"],
    [["claude-code"], "", "standard input is empty"],
    [["claude-code"], '{"hook_event_name":"Stop"}', '`hook_event_name` is "Stop"'],
    [["claude"], "{}", 'there is no client "claude"; the clients are claude-code, codex, cursor, opencode'],
    [[], "{}", "the client is missing"],
  ])("%j with %j fails in a way that blocks nothing", async (args, input, message) => {
    const { code, stdout, stderr } = await run(args, input);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(`reticle hook: ${message}`);
  });

  it.each([
    ["codex", "PostToolUse", ""],
    ["cursor", "postToolUse", "{}\n"],
    ["opencode", "tool.execute.after", ""],
  ])("of %s is silent about tools that change nothing", async (client, event, stdout) => {
    const input = JSON.stringify({ hook_event_name: event, tool_name: "Read", tool_input: {}, cwd: project.path });
    expect(await run([client], input)).toMatchObject({ code: 0, stdout, stderr: "" });
  });
});
