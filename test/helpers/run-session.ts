import { type ChildProcess, spawn } from "node:child_process";
import { mainFile, temporaryFolder } from "./reticle.ts";
import { writeSettings } from "./workspace-run.ts";

type TemporaryFolder = Awaited<ReturnType<typeof temporaryFolder>>;

/** One answer of `reticle run`, without its footer. */
export interface RunAnswer {
  readonly text: string;
  readonly isError: boolean;
}

export interface RunSessionOptions {
  readonly cwd: string;
  readonly settings?: object;
  readonly env?: Readonly<Record<string, string>>;
}

/** `reticle run` in a process of its own, asked line by line as a program does that waits for each answer. */
export class RunSession implements AsyncDisposable {
  readonly #home: TemporaryFolder;
  readonly #child: ChildProcess;
  readonly #waiting: ((line: string) => void)[] = [];
  readonly #closed: Promise<void>;
  #buffer = "";

  private constructor(home: TemporaryFolder, { cwd, env }: RunSessionOptions) {
    this.#home = home;
    const own = { HOME: home.path, XDG_CACHE_HOME: `${home.path}/caches`, XDG_CONFIG_HOME: "" };
    this.#child = spawn(process.execPath, [mainFile, "run"], { cwd, env: { ...process.env, ...own, ...env } });
    this.#child.stdout?.setEncoding("utf8").on("data", (chunk: string) => this.#read(chunk));
    this.#child.stdin?.on("error", () => {});
    this.#closed = new Promise((resolve) => this.#child.on("close", () => resolve()));
    void this.#closed.then(() => {
      for (const answer of this.#waiting.splice(0)) answer('{"text":"reticle run has ended","isError":true}');
    });
  }

  static async start(options: RunSessionOptions): Promise<RunSession> {
    const home = await temporaryFolder();
    await writeSettings(home.path, options.settings ?? {});
    return new RunSession(home, options);
  }

  async call(tool: string, args: object = {}): Promise<RunAnswer> {
    const { promise, resolve } = Promise.withResolvers<string>();
    this.#waiting.push(resolve);
    this.#child.stdin?.write(`${JSON.stringify({ id: 1, tool, arguments: args })}\n`);
    const { text, isError } = JSON.parse(await promise) as RunAnswer;
    return { text: text.replace(/\n\nusage tokens=.*$/s, ""), isError };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin?.end();
    await this.#closed;
    await this.#home[Symbol.asyncDispose]();
  }

  #read(chunk: string): void {
    this.#buffer += chunk;
    for (let end = this.#buffer.indexOf("\n"); end >= 0; end = this.#buffer.indexOf("\n")) {
      this.#waiting.shift()?.(this.#buffer.slice(0, end));
      this.#buffer = this.#buffer.slice(end + 1);
    }
  }
}
