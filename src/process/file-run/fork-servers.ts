import { accessSync, constants, statSync } from "node:fs";
import type { ChildProcesses } from "../children.ts";
import type { Command, CommandKind, FileRun, FileRunOptions } from "./file-run.ts";
import { ForkServer } from "./fork-server.ts";

/** As many as one call needs at the same time. */
const COUNT = 2;

/** Fork servers for commands of one kind. There are none until `start`; they end with the children. */
export class ForkServers {
  readonly #children: ChildProcesses;
  readonly #kind: CommandKind;
  readonly #servers = new Set<ForkServer>();
  #hasStarted = false;

  constructor(children: ChildProcesses, kind: CommandKind) {
    this.#children = children;
    this.#kind = kind;
  }

  /**
   * Starts them, where the system has a shell. For a quiet moment: each takes milliseconds. Never rejects: without
   * them everything works as well, but slower.
   */
  async start(): Promise<void> {
    if (this.#hasStarted || process.platform === "win32") return;
    this.#hasStarted = true;
    for (let count = 0; count < COUNT; count += 1) await this.#add();
  }

  /** undefined where no server can do it: then it has to be started the usual way, which also says what is wrong with it. */
  run(command: Command, options: FileRunOptions): Promise<FileRun> | undefined {
    if (this.#servers.size === 0 || !isStartable(command, options.cwd)) return undefined;
    for (const server of this.#servers) {
      const run = server.run(command, options);
      if (run !== undefined) return run;
    }
    return undefined;
  }

  async #add(): Promise<void> {
    const server = await ForkServer.start(this.#children, this.#kind).catch(() => undefined);
    if (server === undefined) return;
    this.#servers.add(server);
    void server.gone.then(async () => {
      this.#servers.delete(server);
      // One that ends before it has done anything would end again.
      if (server.hasServed) await this.#add();
    });
  }
}

function isStartable([command]: Command, cwd: string): boolean {
  try {
    accessSync(command, constants.X_OK);
    return statSync(cwd).isDirectory();
  } catch {
    return false;
  }
}
