import { devNull, tmpdir } from "node:os";
import { ReticleError } from "../../../base/errors.ts";
import type { ChildProcesses } from "../../../process/children.ts";
import { type FileRun, startFileRun } from "../../../process/file-run/file-run.ts";
import { ForkServers } from "../../../process/file-run/fork-servers.ts";
import { residentBytes, watchGrowth } from "./growth-watch.ts";
import type { PatternObject } from "../rule.ts";

const KIND = { label: "ast-grep", env: { NO_COLOR: "1" } } as const;
const MAX_TREE_BYTES = 1024 * 1024;
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_INSPECTION_BYTES = 64 * 1024 * 1024;

export interface EngineLimits {
  readonly maxStdoutBytes: number;
  /** Of the engine's process. */
  readonly maxMemoryBytes: number;
  /** The search is stopped then, and what it has found so far is kept. */
  readonly deadlineMs: number;
}

/** What is looked for: one pattern, every node of a kind, or rule documents. */
export type EngineQuery =
  | { readonly kind: "pattern"; readonly language: string; readonly pattern: PatternObject }
  | { readonly kind: "node"; readonly language: string; readonly nodeKind: string }
  | { readonly kind: "rules"; readonly language: string; readonly text: string };

export interface SearchOutput {
  /** JSON lines, files in random order; the last may be cut off when `cut` is set. */
  readonly stdout: Buffer;
  /** What `--inspect` and the engine's complaints say. */
  readonly stderr: string;
  /** Why the search was stopped before its end. */
  readonly cut: Cut | undefined;
}
export type Cut = "size" | "memory" | "time";

/** Where to look. */
export interface SearchPlace {
  readonly cwd: string;
  /** Files and folders, relative to `cwd` or absolute. */
  readonly paths: readonly string[];
  /** Files and folders below `cwd`, relative to it, that are left out. */
  readonly without?: readonly string[];
}

/** Files with the engine's configuration for single languages, by their ids. */
type Configs = Readonly<Record<string, string>>;

/** The ast-grep command line: two ways of asking, and what it answers. Exit codes are never trusted. */
export class Engine {
  readonly #children: ChildProcesses;
  readonly #binary: string;
  readonly #configs: Configs;
  readonly #forkServers: ForkServers;

  constructor(children: ChildProcesses, binary: string, configs: Configs = {}) {
    this.#children = children;
    this.#forkServers = new ForkServers(children, KIND);
    this.#binary = binary;
    this.#configs = configs;
  }

  /** Makes what comes afterwards start faster. Never rejects. */
  async prepare(): Promise<void> {
    await this.#forkServers.start();
  }

  /** Prints the tree of a text: concrete (with tokens) or abstract (named nodes only). */
  async printTree(language: string, text: string, options: TreeOptions): Promise<string> {
    const args = [
      "run",
      ...configArgs(language, this.#configs),
      `--lang=${language}`,
      `--pattern=${text}`,
      `--debug-query=${options.form}`,
      "--stdin",
    ];
    return await this.#ask(args, options.signal);
  }

  /** The engine's complaint about a query, asked without searching anything. */
  async complaintAbout(query: EngineQuery, signal: AbortSignal): Promise<Complaint | undefined> {
    return readComplaint(await this.#ask([...queryArgs(query, this.#configs), "--stdin"], signal));
  }

  /** What it says on stderr, given nothing to search. */
  async #ask(args: readonly string[], signal: AbortSignal): Promise<string> {
    const options = { cwd: tmpdir(), signal };
    using run = await this.#forkServers.run([this.#binary, ...args], options);
    if (run === undefined) {
      const limits = { maxStdoutBytes: MAX_ANSWER_BYTES };
      return (await this.#children.collect(this.#binary, args, { ...KIND, ...options, ...limits })).stderr;
    }
    await run.exited;
    signal.throwIfAborted();
    return run.stderr.read(MAX_TREE_BYTES).toString();
  }

  /** Searches once. Rejects with the signal's reason on abort. */
  async search(query: EngineQuery, place: SearchPlace, options: SearchOptions): Promise<SearchOutput> {
    const args = [
      ...queryArgs(query, this.#configs),
      "--inspect=entity",
      ...(options.isSingleThreaded === true ? ["--threads=1"] : []),
      ...exclusionArgs(place),
      "--",
      ...place.paths,
    ];
    return await this.#gather(args, place.cwd, options);
  }

  /** Every file that a search in this language looks into, found by the kind of root nodes. */
  async listFiles(
    { language, rootKind }: { readonly language: string; readonly rootKind: string },
    place: SearchPlace,
    options: SearchOptions,
  ): Promise<string[]> {
    const args = [
      "run",
      ...configArgs(language, this.#configs),
      `--lang=${language}`,
      `--kind=${rootKind}`,
      "--files-with-matches",
    ];
    const { stdout } = await this.#gather([...args, ...exclusionArgs(place), "--", ...place.paths], place.cwd, options);
    return stdout.toString().split("\n").slice(0, -1);
  }

  async #gather(args: readonly string[], cwd: string, options: SearchOptions): Promise<SearchOutput> {
    const command = [this.#binary, ...args] as const;
    const place = { cwd, signal: options.signal };
    using run =
      (await this.#forkServers.run(command, place)) ??
      (await startFileRun(this.#children, command, { ...KIND, ...place }));
    const cut = await whenDone(run, options);
    return {
      stdout: run.stdout.read(options.maxStdoutBytes),
      stderr: run.stderr.read(MAX_INSPECTION_BYTES).toString(),
      cut,
    };
  }
}

export interface TreeOptions {
  readonly form: "cst" | "ast";
  readonly signal: AbortSignal;
}
export interface SearchOptions extends EngineLimits {
  readonly isSingleThreaded?: boolean;
  readonly signal: AbortSignal;
}

function exclusionArgs({ without = [] }: SearchPlace): string[] {
  return without.map((path) => `--globs=!/${escapeGlob(path)}`);
}

/** A configuration that the checkout brings along is data: it must not change what is searched. */
function configArgs(language: string, configs: Configs): string[] {
  return ["--config", configs[language] ?? devNull];
}

function queryArgs(query: EngineQuery, configs: Configs): string[] {
  const config = configArgs(query.language, configs);
  switch (query.kind) {
    case "pattern": {
      const { context, selector, strictness } = query.pattern;
      return [
        "run",
        ...config,
        `--lang=${query.language}`,
        // With "=", so that a pattern that begins with a dash is not taken for an option.
        `--pattern=${context}`,
        ...(selector === undefined ? [] : [`--selector=${selector}`]),
        ...(strictness === undefined ? [] : [`--strictness=${strictness}`]),
        "--json=stream",
      ];
    }
    case "node":
      return ["run", ...config, `--lang=${query.language}`, `--kind=${query.nodeKind}`, "--json=stream"];
    case "rules":
      return ["scan", ...config, `--inline-rules=${query.text}`, "--json=stream"];
  }
}

export interface Complaint {
  /** The engine's own words. */
  readonly reason: string;
  /** The query holds something that does not parse; the engine goes on, and finds nothing. */
  readonly isWarning: boolean;
}

const CAUSE = "╰▻ ";
const ERROR_NODE = "Warning: Pattern contains an ERROR node";

/** The reason stands behind the last mark on stderr; it is also there when the exit code is 0. */
export function readComplaint(stderr: string): Complaint | undefined {
  if (stderr.includes(ERROR_NODE)) return { reason: "it holds something that does not parse", isWarning: true };
  const at = stderr.lastIndexOf(CAUSE);
  if (at >= 0) return { reason: oneLine(stderr.slice(at + CAUSE.length)), isWarning: false };
  const usage = /^error: (.*)$/m.exec(stderr);
  return usage === null ? undefined : { reason: oneLine(usage[1] ?? ""), isWarning: false };
}

function oneLine(text: string): string {
  return text
    .trim()
    .replace(/\s*\n\s*/g, " ")
    .replace(/\.$/, "");
}

/** A glob that means this path only. */
function escapeGlob(path: string): string {
  return path.replace(/[\\*?[\]{}!]/g, "\\$&");
}

/** Waits for the end of a search, and brings it about when it takes or finds too much; why, if so. */
async function whenDone(
  { pid, stdout, exited, stop }: FileRun,
  { maxStdoutBytes, maxMemoryBytes, deadlineMs, signal }: SearchOptions,
): Promise<Cut | undefined> {
  let cut: Cut | undefined;
  const stopFor = (reason: Cut) => {
    cut ??= reason;
    void stop();
  };
  const timer = setTimeout(stopFor, deadlineMs, "time");
  using _watch = watchGrowth(
    [
      { name: "memory", bytes: () => residentBytes(pid), maxBytes: maxMemoryBytes },
      { name: "size", bytes: () => stdout.bytes, maxBytes: maxStdoutBytes },
    ],
    stopFor,
  );
  const exit = await exited;
  clearTimeout(timer);
  signal.throwIfAborted();
  if (cut === undefined && stdout.bytes > maxStdoutBytes) return "size";
  if (cut === undefined && exit.signal !== null) {
    throw new ReticleError("connection_closed", `ast-grep was killed by ${exit.signal} before the search was done`, {
      hint: "call again; if it happens again, narrow `paths`",
      data: { signal: exit.signal },
    });
  }
  return cut;
}
