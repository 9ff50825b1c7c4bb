import { mkdir, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { McpClient, textOf } from "../../helpers/mcp-client.ts";
import { processesMarked } from "../../helpers/processes.ts";
import { temporaryFolder } from "../../helpers/reticle.ts";
import { until } from "../../helpers/until.ts";

/** The full form is 50; every round is a whole server, so the everyday form is short. */
const KILL_ROUNDS = Number(process.env.RETICLE_KILL_ROUNDS ?? 5);
const FILES = 2_500;

const search = { pattern: "await load($NAME, $$$REST)", lang: "typescript", paths: ["."] };
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder({ "small.ts": "export async function one() {\n  await load(1, 2);\n}\n" });
  const body =
    "export async function work(input) {\n  const part = await fetch(input);\n  return await load(part, input);\n}\n".repeat(
      80,
    );
  await mkdir(`${folder.path}/many`);
  await Promise.all(Array.from({ length: FILES }, (_, index) => writeFile(`${folder.path}/many/f${index}.ts`, body)));
}, 60_000);
afterAll(() => folder[Symbol.asyncDispose]());

const childrenOf = (client: McpClient) => processesMarked(`RETICLE_CHILD=${client.pid}-`);

/** A server in the middle of a search: its child process runs. */
async function searching(client: McpClient, id = "search"): Promise<void> {
  client.send({ id, method: "tools/call", params: { name: "pilens_ast_grep_search", arguments: search } });
  await until("a child of the search", () => childrenOf(client).length > 0, 20_000);
}

describe("child processes of a server", () => {
  it("are gone within 2 s after a kill -9 in the middle of a search", async () => {
    for (let round = 0; round < KILL_ROUNDS; round += 1) {
      const client = new McpClient({ cwd: folder.path });
      await searching(client);
      client.process.kill("SIGKILL");
      await client.exited;
      await until("all children gone", () => childrenOf(client).length === 0, 2_000);
    }
  });

  it.each(["SIGTERM", "end of input"])("are gone with the server after %s in the middle of a search", async (how) => {
    const client = new McpClient({ cwd: folder.path });
    await searching(client);
    const startedAt = performance.now();
    if (how === "SIGTERM") client.process.kill("SIGTERM");
    else client.process.stdin.end();
    await client.exited;
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    expect(childrenOf(client)).toEqual([]);
  });

  it("end with a cancelled search, which gets no answer; the server goes on", async () => {
    await using client = new McpClient({ cwd: folder.path });
    await searching(client);
    client.send({ method: "notifications/cancelled", params: { requestId: "search" } });
    await until("the child of the search gone", () => childrenOf(client).length === 0, 2_000);
    const small = await client.call("pilens_ast_grep_search", { ...search, paths: ["small.ts"] });
    expect(textOf(small)).toContain("small.ts");
    expect(client.received.filter(({ id }) => id === "search")).toEqual([]);
  });
});

describe("calls that run at the same time", () => {
  it("do not wait for one another", async () => {
    await using client = new McpClient({ cwd: folder.path });
    await searching(client);
    const order: string[] = [];
    await Promise.all([
      client.answerTo("search").then(() => order.push("search")),
      client.call("pilens_read_symbol", { file: "small.ts", symbol: "one" }).then((answer) => {
        expect(textOf(answer)).toContain("await load(1, 2);");
        order.push("read");
      }),
      client.request("ping").then(() => order.push("ping")),
    ]);
    expect(order.at(-1)).toBe("search");
  });

  it("each get their own answer", async () => {
    const names = Array.from({ length: 40 }, (_, index) => `name${index}`);
    const source = names.map((name) => `export const ${name} = () => "${name}!";\n`).join("");
    await using files = await temporaryFolder({ "a.ts": source });
    await using client = new McpClient({ cwd: files.path });
    const answers = await Promise.all(
      names.map((name) => client.call("pilens_read_symbol", { file: "a.ts", symbol: name })),
    );
    for (const [index, name] of names.entries()) expect(textOf(answers[index]!)).toContain(`"${name}!"`);
  });
});
