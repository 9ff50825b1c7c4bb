import { ReticleError } from "../base/errors.ts";
import { lazy } from "../base/lazy.ts";
import type { ChildProcesses, CollectOptions, SpawnOptions } from "../process/children.ts";
import type { Collected } from "../process/collect.ts";
import type { OwnedChild } from "../process/owned-child.ts";

/** Child processes whose supervision is loaded with the first child: most sessions start without any. */
export class LazyChildren implements ChildProcesses {
  readonly #load: ReturnType<typeof lazy<ChildProcesses>>;
  #loaded: ChildProcesses | undefined;
  #isDisposed = false;

  constructor(load: () => Promise<ChildProcesses>) {
    this.#load = lazy(async () => {
      const children = await load();
      if (this.#isDisposed) await children.dispose();
      this.#loaded = children;
      return children;
    });
  }

  get running(): number {
    return this.#loaded?.running ?? 0;
  }

  async spawn(command: string, args: readonly string[], options: SpawnOptions): Promise<OwnedChild> {
    return (await this.#started()).spawn(command, args, options);
  }

  async collect(command: string, args: readonly string[], options: CollectOptions): Promise<Collected> {
    return (await this.#started()).collect(command, args, options);
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await this.#loaded?.dispose();
  }

  async #started(): Promise<ChildProcesses> {
    if (this.#isDisposed) throw new ReticleError("cancelled", "no process is started any more: the engine has ended");
    return this.#load();
  }
}
