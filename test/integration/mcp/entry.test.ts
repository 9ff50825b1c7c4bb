import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { McpClient } from "../../helpers/mcp-client.ts";
import { mainFile, runReticle, temporaryFolder } from "../../helpers/reticle.ts";
import { until } from "../../helpers/until.ts";

/** Makes the process say that it is another Node. */
function claiming(version: string): { NODE_OPTIONS: string } {
  const code = `Object.defineProperty(process.versions,"node",{value:${JSON.stringify(version)}})`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

describe("the Node that runs the command", () => {
  it.each(["18.20.8", "20.20.2", "22.18.0"])(
    "%s is too old: it says what to do, and nothing else happens",
    async (version) => {
      const outcome = await runReticle(["mcp"], { env: claiming(version) });
      expect(outcome.code).toBe(1);
      expect(outcome.stdout).toBe("");
      expect(outcome.stderr).toContain("needs Node 22.19 or newer");
      expect(outcome.stderr).toContain(version);
      expect(outcome.stderr).not.toContain("at ");
    },
  );

  it.each(["22.19.0", "24.0.0", "26.1.0"])("%s is new enough", async (version) => {
    const input = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
    const outcome = await runReticle(["mcp"], { env: claiming(version), input });
    expect(outcome).toMatchObject({ code: 0, stdout: '{"result":{},"jsonrpc":"2.0","id":1}\n' });
  });

  it("is asked before anything is imported, in syntax that old ones can read", () => {
    const text = readFileSync(mainFile, "utf8");
    expect(text).not.toMatch(/^import /m);
    expect(text).not.toMatch(/\busing\b|\bwithResolvers\b|\bgetBuiltinModule\b/);
  });
});

describe("the compile cache", () => {
  it("lies in our cache folder and is written while the server runs, because clients kill servers", async () => {
    await using folder = await temporaryFolder();
    const cache = join(folder.path, "compile");
    const client = new McpClient({ env: { RETICLE_CACHE_DIR: folder.path } });
    await client.request("tools/list");
    const written = (): boolean =>
      existsSync(cache) &&
      readdirSync(cache, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length > 50;
    await until("compiled modules in the cache", written, 10_000);
    client.process.kill("SIGKILL");
    await client.exited;
  });

  it("is no condition for anything", async () => {
    const input = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
    const outcome = await runReticle(["mcp"], { env: { RETICLE_CACHE_DIR: "/dev/null/cache" }, input });
    expect(outcome).toMatchObject({ code: 0, stdout: '{"result":{},"jsonrpc":"2.0","id":1}\n' });
  });
});
