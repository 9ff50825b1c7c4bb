import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

const fake = (name: string): string => new URL(`../fakes/pi/${name}.ts`, import.meta.url).pathname;
export const piFakes = {
  model: fake("scripted-model"),
  sameNames: fake("same-names"),
  withoutActiveTools: fake("without-active-tools"),
} as const;
export const extensionFile = new URL("../../src/hosts/pi/extension.ts", import.meta.url).pathname;
export const piCommand = join(
  import.meta.dirname,
  "../../node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js",
);

export interface Step {
  readonly tools?: readonly { readonly name: string; readonly args: object }[];
}
export interface Call {
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
  readonly details: Readonly<Record<string, unknown>>;
}
export interface DeclaredTool {
  readonly name: string;
  readonly parameters: {
    readonly properties: Readonly<Record<string, { readonly items?: { readonly enum?: string[] } }>>;
  };
}
export interface Turn {
  /** In the order they ended. */
  readonly calls: readonly Call[];
  /** What each request of the turn declared. */
  readonly declared: readonly (readonly DeclaredTool[])[];
}
export interface PiEvent {
  readonly type: string;
  readonly id?: string;
  readonly [key: string]: unknown;
}
export interface PiOptions {
  readonly cwd: string;
  /** A folder for pi's own files and the user's settings; temporary files go into `tmp` beside it. */
  readonly home: string;
  readonly extensions?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export function piEnvironment({ home, env }: Pick<PiOptions, "home" | "env">): NodeJS.ProcessEnv {
  // Beside the home, so that pi compiles its extensions once for all homes of a test file.
  const temporary = join(home, "../tmp");
  for (const folder of [join(home, "agent"), temporary]) mkdirSync(folder, { recursive: true });
  return {
    ...process.env,
    HOME: home,
    TMPDIR: temporary,
    PI_CODING_AGENT_DIR: join(home, "agent"),
    PI_OFFLINE: "1",
    PI_TELEMETRY: "0",
    PI_SKIP_VERSION_CHECK: "1",
    RETICLE_CONFIG: "",
    RETICLE_CACHE_DIR: "",
    ...env,
  };
}

/** A real pi in its RPC mode, offline, with a scripted model. */
export class Pi implements AsyncDisposable {
  readonly process: ChildProcessWithoutNullStreams;
  readonly events: PiEvent[] = [];
  readonly exited: Promise<number | null>;
  stderr = "";
  #buffer = "";
  #nextId = 1;
  readonly #waiting = new Set<() => void>();

  constructor({ cwd, home, extensions = [extensionFile], args = [], env }: PiOptions) {
    const extensionArgs = [piFakes.model, ...extensions].flatMap((file) => ["-e", file]);
    const quiet = ["-ne", "-ns", "-np", "-nc", "--no-themes", "--model", "faux/faux-1"];
    this.process = spawn(process.execPath, [piCommand, "--mode", "rpc", ...quiet, ...extensionArgs, ...args], {
      cwd,
      env: piEnvironment({ home, ...(env === undefined ? {} : { env }) }),
    });
    this.process.stdout.setEncoding("utf8").on("data", (chunk: string) => this.#read(chunk));
    this.process.stderr.setEncoding("utf8").on("data", (chunk: string) => (this.stderr += chunk));
    this.process.stdin.on("error", () => {});
    this.exited = new Promise((resolve) => this.process.on("close", resolve));
    void this.exited.then(() => this.#wake());
  }

  /** Resolves with the data of the answer; throws when pi says no. */
  async request(type: string, fields: object = {}): Promise<Readonly<Record<string, unknown>>> {
    const id = `request-${this.#nextId++}`;
    this.send({ id, type, ...fields });
    const answer = await this.until(`an answer to ${type}`, (event) => event.type === "response" && event.id === id);
    if (answer["success"] !== true) throw new Error(`pi refused ${type}: ${JSON.stringify(answer)}`);
    return (answer["data"] ?? {}) as Readonly<Record<string, unknown>>;
  }

  /** One prompt, played to its end. */
  play(...steps: readonly Step[]): Promise<Turn> {
    return this.playAfter("", ...steps);
  }

  /** One prompt whose text stands above the steps, which models of other kinds would read. */
  async playAfter(text: string, ...steps: readonly Step[]): Promise<Turn> {
    const from = this.events.length;
    await this.request("prompt", { message: text + JSON.stringify(steps) });
    await this.until("the end of the run", (event) => event.type === "agent_settled", from);
    const events = this.events.slice(from);
    return {
      calls: events.flatMap((event) => (event.type === "tool_execution_end" ? [callOf(event)] : [])),
      declared: events.flatMap((event) => (event.type === "message_end" ? declaredIn(event["message"]) : [])),
    };
  }

  /** A slash command, which no model sees; the notices it gives. */
  async command(text: string): Promise<readonly string[]> {
    const from = this.events.length;
    await this.request("prompt", { message: text });
    return this.notices(from);
  }

  notices(from = 0): readonly string[] {
    return this.events
      .slice(from)
      .flatMap((event) =>
        event["method"] === "notify" && typeof event["message"] === "string" ? [event["message"]] : [],
      );
  }

  /** The data of our own session entries. */
  async entries(customType: string): Promise<readonly unknown[]> {
    const { entries } = (await this.request("get_entries")) as { entries: readonly PiEvent[] };
    return entries.flatMap((entry) => (entry["customType"] === customType ? [entry["data"]] : []));
  }

  send(message: object): void {
    this.process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  async until(what: string, fits: (event: PiEvent) => boolean, from = 0, boundMs = 30_000): Promise<PiEvent> {
    const end = performance.now() + boundMs;
    for (;;) {
      const found = this.events.slice(from).find(fits);
      if (found !== undefined) return found;
      if (performance.now() > end) throw new Error(`no ${what} after ${boundMs} ms; stderr: ${this.stderr}`);
      if (this.process.exitCode !== null) throw new Error(`pi ended before ${what}; stderr: ${this.stderr}`);
      await this.#news();
    }
  }

  /** Closes pi as its client does; the exit code. */
  async end(): Promise<number | null> {
    this.process.stdin.end();
    const timer = setTimeout(() => this.process.kill("SIGKILL"), 15_000);
    const code = await this.exited;
    clearTimeout(timer);
    return code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }

  async #news(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    const timer = setTimeout(resolve, 100);
    await promise;
    clearTimeout(timer);
  }

  #read(chunk: string): void {
    const lines = (this.#buffer + chunk).split("\n");
    this.#buffer = lines.pop() ?? "";
    for (const line of lines) this.events.push(JSON.parse(line) as PiEvent);
    this.#wake();
  }

  #wake(): void {
    for (const resume of this.#waiting) resume();
    this.#waiting.clear();
  }
}

function callOf(event: PiEvent): Call {
  const { content, details } = event["result"] as { content: readonly { text?: string }[]; details?: object };
  return {
    name: String(event["toolName"]),
    text: content.map(({ text }) => text ?? "").join("\n"),
    isError: event["isError"] === true,
    details: { ...details },
  };
}

function declaredIn(message: unknown): readonly (readonly DeclaredTool[])[] {
  const { role, content } = message as { role: string; content: readonly { type: string; text?: string }[] };
  if (role !== "assistant") return [];
  return content.flatMap(({ type, text }) => (type === "text" ? [JSON.parse(text ?? "") as DeclaredTool[]] : []));
}
