import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEngine, type Engine } from "../../engine/engine.ts";
import type { LanguageServer } from "../language-servers.ts";

let folder: string;
let engine: Engine;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "reticle-fleet-")));
  await writeFile(join(folder, "tsconfig.json"), "{}");
  await writeFile(join(folder, "a.ts"), 'export const a: number = "x";\n');
  await writeFile(join(folder, "b.ts"), 'import { a } from "./a";\nexport const b = a;\n');
  engine = await createEngine();
});

afterAll(async () => {
  await engine.dispose();
  await rm(folder, { recursive: true });
});

function fileNamed(name: string) {
  return { absolute: join(folder, name), shown: name, kind: "file" } as const;
}

async function typescriptServer(): Promise<LanguageServer> {
  const servers = await engine.languageServers();
  const request = {
    signal: AbortSignal.timeout(20_000),
    deadlineMs: 15_000,
    roles: "all",
    workspaceRoot: folder,
  } as const;
  const { primary, missing } = await servers.serversFor(fileNamed("a.ts"), request);
  expect(missing.filter(({ reasons }) => reasons.includes("starting") || reasons.includes("failed"))).toEqual([]);
  if (primary === undefined) throw new Error("no server");
  return primary;
}

const options = { signal: AbortSignal.timeout(60_000), deadlineMs: 10_000 };

describe("the bundled TypeScript server", () => {
  test("answers out of the box, and is the same for every call", async () => {
    const server = await typescriptServer();
    expect(await typescriptServer()).toBe(server);
    const { uri } = await server.open(fileNamed("a.ts"));
    const position = { line: 0, character: 13 };
    const params = { textDocument: { uri }, position, context: { includeDeclaration: true } };
    const references = await server.request<{ uri: string }[]>("textDocument/references", params, options);
    expect(references.map((one) => one.uri.slice(one.uri.lastIndexOf("/") + 1)).sort()).toEqual([
      "a.ts",
      "b.ts",
      "b.ts",
    ]);
  });

  test("follows the disk", async () => {
    const server = await typescriptServer();
    const { uri } = await server.open(fileNamed("a.ts"));
    const pull = () =>
      server.request<{ items: { code: number }[] }>("textDocument/diagnostic", { textDocument: { uri } }, options);
    expect((await pull()).items.map(({ code }) => code)).toEqual([2322]);
    await writeFile(join(folder, "a.ts"), "export const a: number = 1;\n");
    const { isChanged, version } = await server.open(fileNamed("a.ts"));
    expect([isChanged, version, (await pull()).items]).toEqual([true, 2, []]);
  });

  test("hears of files that we wrote", async () => {
    const server = await typescriptServer();
    const servers = await engine.languageServers();
    await writeFile(join(folder, "c.ts"), 'import { d } from "./d";\nexport const c = d;\n');
    await servers.notifyChanged([{ path: join(folder, "c.ts"), kind: "created" }]);
    const { uri } = await server.open(fileNamed("c.ts"));
    const pull = () =>
      server.request<{ items: { code: number }[] }>("textDocument/diagnostic", { textDocument: { uri } }, options);
    expect((await pull()).items.map(({ code }) => code)).toEqual([2307]);
    await writeFile(join(folder, "d.ts"), "export const d = 1;\n");
    await servers.notifyChanged([{ path: join(folder, "d.ts"), kind: "created" }]);
    expect((await pull()).items).toEqual([]);
  });

  test("hears of files that somebody else wrote, moved and removed", async () => {
    const server = await typescriptServer();
    // In the first moments the processor is the servers' own.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await mkdir(join(folder, "lib"));
    await writeFile(join(folder, "e.ts"), 'import { f } from "./lib/f";\nexport const e = f;\n');
    const { uri } = await server.open(fileNamed("e.ts"));
    const codes = async () => {
      await typescriptServer();
      const { items } = await server.request<{ items: { code: number }[] }>(
        "textDocument/diagnostic",
        { textDocument: { uri } },
        options,
      );
      return items.map(({ code }) => code);
    };
    expect(await codes()).toEqual([2307]);
    await writeFile(join(folder, "lib/f.ts"), "export const f = 1;\n");
    expect(await codes()).toEqual([]);
    await rename(join(folder, "lib/f.ts"), join(folder, "lib/g.ts"));
    expect(await codes()).toEqual([2307]);
    await rename(join(folder, "lib/g.ts"), join(folder, "lib/f.ts"));
    expect(await codes()).toEqual([]);
    await rename(join(folder, "lib"), join(folder, "bib"));
    expect(await codes()).toEqual([2307]);
    await rename(join(folder, "bib"), join(folder, "lib"));
    expect(await codes()).toEqual([]);
    await writeFile(join(folder, "lib/f.ts"), "export const ff = 1;\n");
    expect(await codes()).toEqual([2305]);
    await rm(join(folder, "lib"), { recursive: true });
    expect(await codes()).toEqual([2307]);
  });

  test("is never shown a file that it dies of", async () => {
    const server = await typescriptServer();
    await writeFile(join(folder, "README.md"), "# hello\n");
    await expect(server.open(fileNamed("README.md"))).rejects.toMatchObject({ kind: "unsupported" });
    await server.close(join(folder, "never-opened.ts"));
    expect(server.ended.aborted).toBe(false);
  });

  test("status names it with its root and process, reload gives it a new one", async () => {
    const server = await typescriptServer();
    const servers = await engine.languageServers();
    const status = await servers.status(folder, options.signal);
    expect(status.find(({ id }) => id === "typescript")).toMatchObject({
      state: "running",
      root: folder,
      pid: server.pid,
    });
    const outcome = await servers.reload(folder, options);
    expect(outcome).toEqual([{ id: "typescript", root: folder, state: "restarted" }]);
    expect(server.ended.reason).toMatchObject({ kind: "connection_closed" });
    expect((await typescriptServer()).pid).not.toBe(server.pid);
  });

  test("ends as soon as it is told to", async () => {
    const server = await typescriptServer();
    const servers = await engine.languageServers();
    const startedAt = performance.now();
    await servers.dispose();
    expect(server.ended.aborted).toBe(true);
    // It waits for the end of its input, and for a signal where that does not come.
    expect(performance.now() - startedAt).toBeLessThan(900);
  });
});
