import { type FleetOptions, createLanguageServers } from "../../src/lsp/fleet/fleet.ts";
import { DegradationLedger } from "../../src/base/degradations.ts";
import { loadConfig } from "../../src/config/load.ts";
import type { FileServers, LanguageServer, LanguageServers } from "../../src/lsp/language-servers.ts";
import { createChildProcesses } from "../../src/process/children.ts";
import type { ResolvedPath } from "../../src/workspace/workspace.ts";
import { type FakeServer, fakeProbe, FakeWorkspace } from "./fake-server.ts";

/** Language servers that are fakes, in a workspace of their own. */
export class FakeFleet {
  readonly workspace = new FakeWorkspace();
  readonly children = createChildProcesses();
  readonly degradations = new DegradationLedger();
  readonly servers: LanguageServers;
  /** What probing finds; change it between calls. */
  fakes: readonly FakeServer[];

  constructor(fakes: readonly FakeServer[] = [{}], options: Partial<FleetOptions> = {}) {
    this.fakes = fakes;
    this.servers = createLanguageServers({
      children: this.children,
      degradations: this.degradations,
      configFor: (root) => loadConfig({ root, env: { HOME: this.workspace.root }, isTrusted: false, tools: [] }),
      probe: fakeProbe(() => this.fakes),
      ...options,
    });
  }

  for(
    file: ResolvedPath,
    deadlineMs = 10_000,
    signal: AbortSignal = AbortSignal.timeout(20_000),
  ): Promise<FileServers> {
    return this.servers.serversFor(file, { signal, deadlineMs, roles: "all", workspaceRoot: this.workspace.root });
  }

  async primary(file: ResolvedPath): Promise<LanguageServer> {
    const { primary, missing } = await this.for(file);
    if (primary === undefined) throw new Error(`no server: ${JSON.stringify(missing)}`);
    return primary;
  }

  async dispose(): Promise<void> {
    await this.servers.dispose();
    await this.children.dispose();
    this.workspace.remove();
  }
}
