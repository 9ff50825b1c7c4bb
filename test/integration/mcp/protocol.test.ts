import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { McpClient } from "../../helpers/mcp-client.ts";
import { until } from "../../helpers/until.ts";

const isLinux = process.platform === "linux";

/** Highest resident size so far, or the present one, in MiB (Linux). */
function residentMiB(pid: number, field: "VmHWM" | "VmRSS"): number {
  const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

describe("a hostile client", () => {
  it("gets one answer to each bad line and is served on", async () => {
    await using client = new McpClient();
    const bad = ["{nope", "null", "42", '"x"', "[]", "[{}]", "{}", '{"id":7,"method":"ping"}', "\u0000", "", "  \r"];
    client.write(bad.map((line) => `${line}\n`).join(""));
    client.send({ id: "after", method: "ping" });
    expect((await client.answerTo("after")).result).toEqual({});
    expect(client.received.map(({ id, error }) => [id, error?.code])).toEqual([
      [null, -32700],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [7, -32600],
      [null, -32700],
      ["after", undefined],
    ]);
  });

  it.runIf(isLinux)("cannot make the server grow with an endless line", async () => {
    await using client = new McpClient();
    await client.request("ping");
    const before = residentMiB(client.pid, "VmHWM");
    const block = Buffer.alloc(1024 * 1024, 0x78);
    for (let sent = 0; sent < 400; sent += 1) {
      if (!client.process.stdin.write(block))
        await new Promise((resolve) => client.process.stdin.once("drain", resolve));
    }
    client.write("\n");
    expect((await client.request("ping")).result).toEqual({});
    expect(client.received.filter(({ error }) => error !== undefined).map(({ error }) => error?.code)).toEqual([
      -32700,
    ]);
    expect(residentMiB(client.pid, "VmHWM") - before).toBeLessThan(128);
  });

  it.runIf(isLinux)("cannot make the server grow by not reading its answers", async () => {
    await using client = new McpClient();
    const { result } = await client.request("tools/list");
    const answerBytes = JSON.stringify(result).length;
    const before = residentMiB(client.pid, "VmRSS");
    client.process.stdout.pause();
    const count = Math.ceil((192 * 1024 * 1024) / answerBytes);
    for (let id = 1; id <= count; id += 1) client.send({ id: `q${id}`, method: "tools/list" });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(residentMiB(client.pid, "VmRSS") - before).toBeLessThan(128);
    client.process.stdout.resume();
    expect((await client.request("ping")).result).toEqual({});
    await until("all answers", () => client.lines.length === count + 2, 30_000);
  });
});

describe("standard output", () => {
  it("carries protocol only, whatever else in the process writes to it", async () => {
    const stray = `process.on("SIGUSR2",()=>{console.log("stray");console.error("err");process.stdout.write("noise\\n");console.table([1])})`;
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(stray)}` };
    await using client = new McpClient({ env });
    await client.initialize();
    for (let round = 0; round < 3; round += 1) {
      client.process.kill("SIGUSR2");
      await client.request("ping");
    }
    await until("the stray lines on standard error", () => client.stderr.split("noise").length > 3);
    for (const line of client.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
    expect(client.stderr).toContain("stray");
  });

  it("says nothing before the client does", async () => {
    await using client = new McpClient();
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(client.lines).toEqual([]);
  });
});

describe("the end of the process", () => {
  it("comes with the end of the input, after the answers that are due", async () => {
    const client = new McpClient();
    client.send({ id: 1, method: "tools/list" });
    client.process.stdin.end('{"jsonrpc":"2.0","id":2,"method":"ping"}');
    expect(await client.exited).toEqual({ code: 0, signal: null });
    expect(new Set(client.received.map(({ id }) => id))).toEqual(new Set([1, 2]));
    expect(client.stderr).toBe("");
  });

  it("comes within its bound while a client holds the output open without reading", async () => {
    const client = new McpClient();
    await client.request("ping");
    client.process.stdout.pause();
    for (let id = 1; id <= 2_000; id += 1) client.send({ id: `q${id}`, method: "tools/list" });
    const startedAt = performance.now();
    client.process.stdin.end();
    await new Promise((resolve) => client.process.once("exit", resolve));
    expect(performance.now() - startedAt).toBeLessThan(6_000);
    client.process.stdout.resume();
    await client.exited;
  });

  it.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
    ["SIGHUP", 129],
  ] as const)("comes with %s, exit code %i", async (signal, code) => {
    const client = new McpClient();
    await client.request("ping");
    const startedAt = performance.now();
    client.process.kill(signal);
    expect(await client.exited).toEqual({ code, signal: null });
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it("comes quietly when nobody reads the output any more", async () => {
    const client = new McpClient();
    await client.request("ping");
    client.process.stdout.destroy();
    client.send({ id: 2, method: "ping" });
    client.send({ id: 3, method: "tools/list" });
    expect(await client.exited).toEqual({ code: 0, signal: null });
    expect(client.stderr).toBe("");
  });

  it("a reader of standard error that goes away ends nothing", async () => {
    await using client = new McpClient({ roots: ["nonsense://x"] });
    client.process.stderr.destroy();
    await client.initialize();
    await client.call("nope");
    expect((await client.request("ping")).result).toEqual({});
  });

  it("is not a promise that somebody forgot to handle", async () => {
    const stray = `process.on("SIGUSR2",()=>void Promise.reject(new Error("forgotten")))`;
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(stray)}` };
    await using client = new McpClient({ env });
    await client.request("ping");
    client.process.kill("SIGUSR2");
    await until("the rejection on standard error", () => client.stderr.includes("forgotten"));
    expect((await client.request("ping")).result).toEqual({});
  });

  it("is at once, with the reason on standard error, when the flags cannot be used", async () => {
    const client = new McpClient({ args: ["--root", "/no/such/folder"] });
    expect((await client.exited).code).toBe(1);
    expect(client.lines).toEqual([]);
    expect(client.stderr).toContain("/no/such/folder");
  });
});
