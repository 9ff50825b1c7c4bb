import { existsSync } from "node:fs";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { DocumentSymbol, Location, LocationLink, WorkspaceEdit } from "vscode-languageserver-protocol";
import { loadConfig } from "../../../src/config/load.ts";
import type { Config } from "../../../src/config/config.ts";
import { diagnoseFile } from "../../../src/lsp/diagnostics/diagnose-file.ts";
import { type FileReport, serverReports, type ServerReport } from "../../../src/lsp/diagnostics/file-report.ts";
import { createLanguageServers } from "../../../src/lsp/fleet/fleet.ts";
import { packagePlace } from "../../../src/lsp/install/package-place.ts";
import type { FileChange, LanguageServer, LanguageServers } from "../../../src/lsp/language-servers.ts";
import { predictChanges } from "../../../src/lsp/prediction/predict-changes.ts";
import type { FilePrediction, ProposedChange } from "../../../src/lsp/prediction/prediction.ts";
import { createServerProbe } from "../../../src/lsp/probe/probe-servers.ts";
import type { ServerCandidate } from "../../../src/lsp/server-probe.ts";
import { createChildProcesses } from "../../../src/process/children.ts";
import { uriToPath } from "../../../src/workspace/uri.ts";
import { openWorkspace } from "../../../src/workspace/workspace.ts";
import { temporaryFolder } from "../../helpers/reticle.ts";
import { testLibraries, testServersFolder } from "../../helpers/test-servers.ts";
import type { ServerCase, Spot } from "./server-case.ts";

const REQUEST_MS = 30_000;
const START_MS = 60_000;
/** How long a server may take to say that it has something to load. */
const SILENCE_MS = 15_000;
const PAUSE_MS = 100;

type TemporaryFolder = Awaited<ReturnType<typeof temporaryFolder>>;

/** One server on one project, from the probe to the end of its process. */
export class DrivenServer implements AsyncDisposable {
  readonly #folder: TemporaryFolder;
  readonly #home: TemporaryFolder;
  readonly #children = createChildProcesses();
  readonly #servers: LanguageServers;
  readonly #case: ServerCase;
  readonly #config: Config;

  private constructor(one: ServerCase, folder: TemporaryFolder, home: TemporaryFolder) {
    this.#case = one;
    this.#folder = folder;
    this.#home = home;
    this.#config = configFor(one, folder.path, home.path);
    this.#servers = createLanguageServers({ children: this.#children, configFor: () => this.#config });
  }

  static async create(one: ServerCase): Promise<DrivenServer> {
    const folder = await temporaryFolder(one.files);
    for (const [name, text] of Object.entries(one.files)) {
      if (text.includes("{root}")) await writeFile(join(folder.path, name), text.replaceAll("{root}", folder.path));
    }
    const home = await temporaryFolder();
    // The server in question is the one that answers, whatever else is installed; what it leaves goes with the test.
    const setting = { enabled: true, priority: 1000, env: { TMPDIR: home.path } };
    await mkdir(join(home.path, ".config/reticle"), { recursive: true });
    await writeFile(join(home.path, ".config/reticle/config.json"), JSON.stringify({ servers: { [one.id]: setting } }));
    const library = one.library === undefined ? undefined : testLibraries[one.library];
    if (library !== undefined) {
      const { packages = "" } = packagePlace(library, testServersFolder());
      await symlink(packages, join(folder.path, "node_modules"));
    }
    return new DrivenServer(one, folder, home);
  }

  /** What the probe says about it, without starting it. */
  async candidate(): Promise<ServerCandidate | undefined> {
    const request = { workspaceRoot: this.#folder.path, config: this.#config };
    const candidates = await createServerProbe().forFile(this.#file(this.#case.clean).absolute, request);
    return candidates.find(({ definition }) => definition.id === this.#case.id);
  }

  /** The running server; it starts with the first call. */
  async server(): Promise<LanguageServer> {
    const { primary, linters, missing } = await this.#servers.serversFor(this.#file(this.#case.clean), {
      signal: AbortSignal.timeout(START_MS),
      deadlineMs: START_MS,
      roles: "all",
      workspaceRoot: this.#folder.path,
    });
    const found = [primary, ...linters].find((server) => server?.id === this.#case.id);
    if (found !== undefined) return found;
    throw new Error(`${this.#case.id} does not serve: ${JSON.stringify(missing)}`);
  }

  /** Waits until the server has nothing more to load, as far as it says. */
  async loaded(): Promise<void> {
    const server = await this.server();
    if (server.definition.quirks?.needsProjectLoaded !== true) return;
    const endsAt = performance.now() + START_MS;
    while (!server.progress.hasReported && performance.now() < endsAt - START_MS + SILENCE_MS) await pause();
    await server.progress.whenIdle(AbortSignal.timeout(START_MS));
  }

  /** What we make of its diagnostics of a file, from its start when it does not run yet. */
  async report(name: string): Promise<FileReport> {
    const { path } = this.#folder;
    return diagnoseFile(this.#file(name), {
      servers: this.#servers,
      workspace: await openWorkspace({ cwd: path }),
      workspaceRoot: path,
      roles: "all",
      signal: AbortSignal.timeout(2 * START_MS),
      until: performance.now() + REQUEST_MS,
    });
  }

  /** What a change of these files would do, by the server's own word; no text: the file is new, or becomes so. */
  async predict(texts: Readonly<Record<string, string>>): Promise<readonly FilePrediction[]> {
    const { path } = this.#folder;
    const workspace = await openWorkspace({ cwd: path });
    const changes = Object.entries(texts).map(async ([name, text]): Promise<ProposedChange> => {
      const file = this.#file(name);
      const hash = await workspace.read(file, "file").then(
        (document) => document.hash,
        () => undefined,
      );
      return { file, hash, text };
    });
    return predictChanges(await Promise.all(changes), {
      servers: this.#servers,
      workspace,
      workspaceRoot: path,
      signal: AbortSignal.timeout(2 * START_MS),
      until: performance.now() + REQUEST_MS,
    });
  }

  /** Writes the files, removes those without a text, and tells the servers. */
  async change(texts: Readonly<Record<string, string | undefined>>): Promise<void> {
    const changes = await Promise.all(
      Object.entries(texts).map(async ([name, text]): Promise<FileChange> => {
        const { absolute: path } = this.#file(name);
        const isThere = existsSync(path);
        if (text === undefined) await rm(path);
        else await this.write(name, text);
        return { path, kind: text === undefined ? "deleted" : isThere ? "changed" : "created" };
      }),
    );
    await this.#servers.notifyChanged(changes);
  }

  /** What the server in question says about a file. */
  async ownReport(name: string): Promise<ServerReport> {
    const report = await this.report(name);
    const found = serverReports(report).find((one) => one.id === this.#case.id);
    if (found !== undefined) return found;
    throw new Error(`${this.#case.id} has no report: ${JSON.stringify(report.missing)}`);
  }

  async definition(spot: Spot): Promise<string[]> {
    const found = await this.#ask<Location | (Location | LocationLink)[] | null>("textDocument/definition", spot);
    return [found ?? []].flat().map((one) => this.#place(one));
  }

  async references(spot: Spot): Promise<string[]> {
    const context = { includeDeclaration: true };
    const found = await this.#ask<Location[] | null>("textDocument/references", spot, { context });
    return (found ?? []).map((one) => this.#place(one)).toSorted();
  }

  async renamedFiles({ newName = "RenamedThing", ...spot }: Spot & { readonly newName?: string }): Promise<string[]> {
    const edit = await this.#ask<WorkspaceEdit | null>("textDocument/rename", spot, { newName });
    const uris = [
      ...Object.keys(edit?.changes ?? {}),
      ...(edit?.documentChanges ?? []).flatMap((one) => ("textDocument" in one ? [one.textDocument.uri] : [])),
    ];
    return [...new Set(uris.map((uri) => this.#shown(uri)))].toSorted();
  }

  async symbols(name: string): Promise<string[]> {
    const server = await this.server();
    const { uri } = await server.open(this.#file(name));
    const found = await server.request<DocumentSymbol[] | null>(
      "textDocument/documentSymbol",
      { textDocument: { uri } },
      { signal: AbortSignal.timeout(REQUEST_MS), deadlineMs: REQUEST_MS },
    );
    const names = (symbols: readonly DocumentSymbol[]): string[] =>
      symbols.flatMap((symbol) => [symbol.name, ...names(symbol.children ?? [])]);
    return names(found ?? []);
  }

  async write(name: string, text: string): Promise<void> {
    const { absolute } = this.#file(name);
    await mkdir(dirname(absolute), { recursive: true });
    await writeFile(absolute, text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#servers.dispose();
    await this.#children.dispose();
    await this.#folder[Symbol.asyncDispose]();
    await this.#home[Symbol.asyncDispose]();
  }

  async #ask<R>(method: string, spot: Spot, more: object = {}): Promise<R> {
    const server = await this.server();
    const { uri } = await server.open(this.#file(spot.file));
    const position = await this.#position(spot);
    const options = { signal: AbortSignal.timeout(REQUEST_MS), deadlineMs: REQUEST_MS };
    return server.request<R>(method, { textDocument: { uri }, position, ...more }, options);
  }

  async #position({ file, snippet, symbol }: Spot): Promise<{ line: number; character: number }> {
    const text = await readFile(this.#file(file).absolute, "utf8");
    const at = text.indexOf(snippet);
    if (at < 0 || text.indexOf(snippet, at + 1) >= 0) throw new Error(`"${snippet}" is not once in ${file}`);
    const before = text.slice(0, at + snippet.indexOf(symbol)).split("\n");
    return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  }

  #place(one: Location | LocationLink): string {
    const [uri, range] = "uri" in one ? [one.uri, one.range] : [one.targetUri, one.targetSelectionRange];
    return `${this.#shown(uri)}:${range.start.line + 1}`;
  }

  #shown(uri: string): string {
    return relative(this.#folder.path, uriToPath(uri));
  }

  #file(name: string) {
    return { absolute: join(this.#folder.path, name), shown: name, kind: "file" } as const;
  }
}

function configFor({ isTrusted = false }: ServerCase, root: string, home: string): Config {
  return loadConfig({ root, isTrusted, env: { HOME: home, RETICLE_SERVERS_DIR: testServersFolder() } });
}

function pause(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, PAUSE_MS);
  return promise;
}
