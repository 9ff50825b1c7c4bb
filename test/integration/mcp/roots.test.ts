import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { McpClient, textOf } from "../../helpers/mcp-client.ts";
import { temporaryFolder } from "../../helpers/reticle.ts";

const uri = (path: string): string => pathToFileURL(path).href;
const read = (client: McpClient, file: string) => client.call("pilens_read_symbol", { file, symbol: "here" });
const source = "export function here(): number {\n  return 1;\n}\n";

describe("the folders that calls may read", () => {
  it("are the client's roots; another folder is refused", async () => {
    await using first = await temporaryFolder({ "a.ts": source });
    await using second = await temporaryFolder({ "b.ts": source });
    await using client = new McpClient({ cwd: second.path, roots: [uri(first.path)] });
    await client.initialize();
    expect(textOf(await read(client, "a.ts"))).toContain("return 1;");
    const outside = await read(client, `${second.path}/b.ts`);
    expect(outside.result).toMatchObject({ isError: true });
    expect(textOf(outside)).toContain("b.ts");
  });

  it("change when the client says so", async () => {
    await using first = await temporaryFolder({ "a.ts": source });
    await using second = await temporaryFolder({ "b.ts": source });
    await using client = new McpClient({ roots: [uri(first.path)] });
    await client.initialize();
    expect((await read(client, "a.ts")).result).toMatchObject({ isError: false });
    client.roots = [uri(second.path)];
    client.send({ method: "notifications/roots/list_changed" });
    expect((await read(client, "b.ts")).result).toMatchObject({ isError: false });
    expect((await read(client, `${first.path}/a.ts`)).result).toMatchObject({ isError: true });
  });

  it("are the working directory when the client has no roots", async () => {
    await using folder = await temporaryFolder({ "a.ts": source });
    await using client = new McpClient({ cwd: folder.path });
    await client.initialize();
    expect((await read(client, "a.ts")).result).toMatchObject({ isError: false });
    expect((await read(client, "/etc/hostname")).result).toMatchObject({ isError: true });
  });

  it("are bounded by --root, within which the client's roots narrow", async () => {
    await using folder = await temporaryFolder({ "in/a.ts": source, "out/b.ts": source });
    await using client = new McpClient({ args: ["--root", folder.path], roots: [uri(`${folder.path}/in`)] });
    await client.initialize();
    expect((await read(client, "a.ts")).result).toMatchObject({ isError: false });
    expect((await read(client, `${folder.path}/out/b.ts`)).result).toMatchObject({ isError: true });
  });

  it("are none when the client's roots lie outside --root, and every call says what to do", async () => {
    await using inside = await temporaryFolder({ "a.ts": source });
    await using outside = await temporaryFolder({ "b.ts": source });
    await using client = new McpClient({ args: ["--root", inside.path], roots: [uri(outside.path)] });
    await client.initialize();
    for (const file of [`${outside.path}/b.ts`, `${inside.path}/a.ts`]) {
      const answer = await read(client, file);
      expect(answer.result).toMatchObject({ isError: true });
      expect(textOf(answer)).toContain("--root");
      expect(textOf(answer)).toMatch(/usage tokens=\d+ elapsed-ms=\d+ bytes=\d+ truncated=false$/);
    }
  });

  it("bring their project's settings: a tool that is switched off there goes from the list and is refused", async () => {
    const settings = JSON.stringify({ tools: { read_symbol: { enabled: false } } });
    await using folder = await temporaryFolder({ "a.ts": source, ".reticle.json": settings });
    await using client = new McpClient({ roots: [uri(folder.path)] });
    const before = await client.request("tools/list");
    expect(JSON.stringify(before.result)).toContain('"pilens_read_symbol"');
    await client.initialize();
    await client.until("news of another list", ({ method }) => method === "notifications/tools/list_changed");
    expect(JSON.stringify((await client.request("tools/list")).result)).not.toContain('"pilens_read_symbol"');
    expect(textOf(await read(client, "a.ts"))).toContain("Unknown or disabled tool: pilens_read_symbol");
  });
});
