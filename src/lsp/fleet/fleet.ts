import type { DegradationLedger } from "../../base/degradations.ts";
import type { Config } from "../../config/config.ts";
import type { ChildProcesses } from "../../process/children.ts";
import type { LanguageServers } from "../language-servers.ts";

export interface FleetOptions {
  readonly children: ChildProcesses;
  /** Settings in force for a canonical workspace root. */
  readonly configFor: (root: string) => Config;
  readonly degradations?: DegradationLedger;
}

/** Cheap: nothing is probed or started before the first call that needs a server. */
export function createLanguageServers(_options: FleetOptions): LanguageServers {
  return {
    serversFor: () => Promise.resolve({ linters: [], missing: [] }),
    status: () => Promise.resolve([]),
    reload: () => Promise.resolve([]),
    notifyChanged: () => Promise.resolve(),
    health: () => [{ name: "language servers", value: "none running" }],
    dispose: () => Promise.resolve(),
  };
}
