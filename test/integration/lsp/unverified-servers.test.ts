import { chmod, cp, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadConfig } from "../../../src/config/load.ts";
import { createLanguageServers } from "../../../src/lsp/fleet/fleet.ts";
import type { ServerRow } from "../../../src/lsp/server-row.ts";
import { serverRows } from "../../../src/lsp/servers.ts";
import { createChildProcesses } from "../../../src/process/children.ts";
import type { FakeScript } from "../../fakes/lsp-server.ts";
import { temporaryFolder } from "../../helpers/reticle.ts";
import { serverCases } from "./server-cases.ts";

/** Servers that nothing here has run: a fake takes their place, started as their documentation says. */
const real = new Set(serverCases.map(({ id }) => id));
const unverified = serverRows.filter(({ id }) => !real.has(id));
const fake = join(import.meta.dirname, "../../fakes/lsp-server.ts");
const REQUEST_MS = 20_000;

let path: string | undefined;
beforeAll(() => (path = process.env["PATH"]));
afterAll(() => (process.env["PATH"] = path));

/** A file that the row's first marker stands for: its name and what must be in it. */
function markerFile({ rootMarkers }: ServerRow): Record<string, string> {
  const [marker = "unused"] = rootMarkers;
  const [name = marker, content = ""] = marker.split("#");
  const text = name === "package.json" ? JSON.stringify({ dependencies: { [content]: "1" } }) : content;
  return { [`w/${name.replaceAll("*", "x")}`]: text };
}

function sourceFile({ languageIds }: ServerRow): { readonly name: string; readonly languageId: string } {
  const [ending = "", languageId = ""] = Object.entries(languageIds)[0] ?? [];
  return { name: ending.startsWith(".") ? `source${ending}` : ending, languageId };
}

describe.each(unverified.map((row) => [row.id, row] as const))("%s", (id, row) => {
  test("is found by its marker, started as documented, told its options, and answers", async () => {
    const command = row.commands.find(({ from }) => from === "path") ?? row.commands[0];
    if (command === undefined) throw new Error("no command");
    const { name, languageId } = sourceFile(row);
    const setting = { enabled: true, priority: 1000 };
    const inCheckout = command.from === "project";
    const program = join(inCheckout ? "w/node_modules/.bin" : "bin", command.binary);
    await using top = await temporaryFolder({
      ...markerFile(row),
      [`w/${name}`]: "first line\n",
      "home/.config/reticle/config.json": JSON.stringify({ servers: { [id]: setting } }),
    });
    const log = join(top.path, "log");
    const ask = { ask: "workspace/configuration", params: { items: [{}] } };
    const script: FakeScript = { log, on: { initialized: [ask] } };
    await using programs = await temporaryFolder({
      run: `#!/bin/sh\nprintf '%s\\n' "$@" > '${top.path}/arguments'\nexec '${process.execPath}' '${fake}' '${JSON.stringify(script)}'\n`,
    });
    await install(join(programs.path, "run"), join(top.path, program));
    process.env["PATH"] = join(top.path, "bin");
    const workspaceRoot = join(top.path, "w");
    const config = loadConfig({ root: workspaceRoot, isTrusted: true, env: { HOME: join(top.path, "home") } });
    const children = createChildProcesses();
    const servers = createLanguageServers({ children, configFor: () => config });
    try {
      const source = { absolute: join(workspaceRoot, name), shown: name, kind: "file" } as const;
      const signal = AbortSignal.timeout(REQUEST_MS);
      const request = { signal, deadlineMs: REQUEST_MS, roles: "all", workspaceRoot } as const;
      const { primary, linters, missing } = await servers.serversFor(source, request);
      const server = [primary, ...linters].find((one) => one?.id === id);
      if (server === undefined) throw new Error(`${id} does not serve: ${JSON.stringify(missing)}`);
      const { uri } = await server.open(source);
      const params = { textDocument: { uri }, position: { line: 0, character: 0 } };
      expect(await server.request("textDocument/definition", params, { signal, deadlineMs: REQUEST_MS })).toBeNull();
      expect(server.root).toBe(workspaceRoot);
      expect((await readFile(join(top.path, "arguments"), "utf8")).trimEnd()).toBe(command.args.join("\n"));
      const told = (await readFile(log, "utf8"))
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Told);
      const initialize = told.find(({ method }) => method === "initialize")?.params;
      expect(initialize?.initializationOptions ?? null).toEqual(server.definition.initializationOptions ?? null);
      const opened = told.find(({ method }) => method === "textDocument/didOpen")?.params;
      expect(opened?.textDocument?.languageId).toBe(languageId);
    } finally {
      await servers.dispose();
      await children.dispose();
    }
  });
});

interface Told {
  readonly method?: string;
  readonly params?: {
    readonly initializationOptions?: unknown;
    readonly textDocument?: { readonly languageId?: string };
  };
}

async function install(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to);
  await chmod(to, 0o755);
}
