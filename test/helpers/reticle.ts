import { spawn } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export const mainFile = new URL("../../src/main.ts", import.meta.url).pathname;

export interface CommandOutcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}
export interface CommandOptions {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The program's entry; default: this checkout's. */
  readonly main?: string;
}

/** Runs the command line in a process of its own, to its end; its caches go with it unless `env` says where they are. */
export async function runReticle(args: readonly string[], options: CommandOptions = {}): Promise<CommandOutcome> {
  await using caches = await temporaryFolder();
  return await runWith({ XDG_CACHE_HOME: caches.path }, args, options);
}

function runWith(
  defaults: Readonly<Record<string, string>>,
  args: readonly string[],
  { cwd, input = "", env, main = mainFile }: CommandOptions,
): Promise<CommandOutcome> {
  const child = spawn(process.execPath, [main, ...args], { cwd, env: { ...process.env, ...defaults, ...env } });
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  child.stdout.on("data", (chunk: Buffer) => chunks.stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.stderr.push(chunk));
  // A command that does not read its input closes it.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      const text = (which: "stdout" | "stderr"): string => Buffer.concat(chunks[which]).toString("utf8");
      resolve({ code, signal, stdout: text("stdout"), stderr: text("stderr") });
    });
  });
}

/** A temporary folder with these files; removed when disposed. */
export async function temporaryFolder(
  files: Readonly<Record<string, string>> = {},
): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "reticle-test-")));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), text);
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}
