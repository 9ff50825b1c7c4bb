import { randomUUID } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync, unlinkSync } from "node:fs";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import { ReticleError } from "../../base/errors.ts";
import type { ChildProcesses } from "../../process/children.ts";
import type { OwnedChild } from "../../process/owned-child.ts";
import type { PatternObject } from "./rule.ts";

const LABEL = "ast-grep";
const MAX_TREE_BYTES = 64 * 1024;
const MAX_INSPECTION_BYTES = 64 * 1024 * 1024;
/** A configuration that the checkout brings along is data: it must not change what is searched. */
const NO_CONFIG = ["--config", devNull] as const;
const NO_COLOUR = { NO_COLOR: "1" } as const;

export interface EngineLimits {
  readonly maxStdoutBytes: number;
  /** The search is stopped then, and what it has found so far is kept. */
  readonly deadlineMs: number;
}

/** What is looked for: one pattern, every node of a kind, or rule documents. */
export type EngineQuery =
  | { readonly kind: "pattern"; readonly language: string; readonly pattern: PatternObject }
  | { readonly kind: "node"; readonly language: string; readonly nodeKind: string }
  | { readonly kind: "rules"; readonly text: string };

export interface SearchOutput {
  /** JSON lines, files in random order; the last may be cut off when `cut` is set. */
  readonly stdout: Buffer;
  /** What `--inspect` and the engine's complaints say. */
  readonly stderr: string;
  readonly cut: "size" | "time" | undefined;
}

/** The ast-grep command line: two ways of asking, and what it answers. Exit codes are never trusted. */
export class Engine {
  readonly #children: ChildProcesses;
  readonly #binary: string;

  constructor(children: ChildProcesses, binary: string) {
    this.#children = children;
    this.#binary = binary;
  }

  /** Prints the tree of a text: concrete (with tokens) or abstract (named nodes only). */
  async printTree(language: string, text: string, options: TreeOptions): Promise<string> {
    const args = [
      "run",
      ...NO_CONFIG,
      `--lang=${language}`,
      `--pattern=${text}`,
      `--debug-query=${options.form}`,
      "--stdin",
    ];
    const { stderr } = await this.#children.collect(this.#binary, args, {
      cwd: tmpdir(),
      env: NO_COLOUR,
      label: LABEL,
      maxStdoutBytes: MAX_TREE_BYTES,
      signal: options.signal,
    });
    return stderr;
  }

  /** The engine's complaint about a query, asked without searching anything. */
  async complaintAbout(query: EngineQuery, signal: AbortSignal): Promise<Complaint | undefined> {
    const { stderr } = await this.#children.collect(this.#binary, [...queryArgs(query), "--stdin"], {
      cwd: tmpdir(),
      env: NO_COLOUR,
      label: LABEL,
      maxStdoutBytes: MAX_TREE_BYTES,
      signal,
    });
    return readComplaint(stderr);
  }

  /** Searches files and folders (relative to `cwd`, or absolute). Rejects with the signal's reason on abort. */
  async search(
    query: EngineQuery,
    where: { cwd: string; paths: readonly string[] },
    options: SearchOptions,
  ): Promise<SearchOutput> {
    const started = performance.now();
    const output = await this.#searchOnce(query, where, options);
    if (output.cut !== "size") return output;
    // Several threads stop at another place each time; one gives the same part twice.
    const deadlineMs = Math.max(1, options.deadlineMs - (performance.now() - started));
    return await this.#searchOnce(query, where, { ...options, deadlineMs, isSingleThreaded: true });
  }

  async #searchOnce(
    query: EngineQuery,
    where: { cwd: string; paths: readonly string[] },
    options: SearchOptions,
  ): Promise<SearchOutput> {
    const { signal } = options;
    // One line per file, in pieces: through a pipe each piece would wake our loop.
    const inspection = openUnnamedFile();
    try {
      const args = [
        ...queryArgs(query),
        "--inspect=entity",
        ...(options.isSingleThreaded === true ? ["--threads=1"] : []),
        "--",
        ...where.paths,
      ];
      const child = await this.#children.spawn(this.#binary, args, {
        cwd: where.cwd,
        env: NO_COLOUR,
        label: LABEL,
        signal,
        stdin: "ignore",
        stderrFile: inspection,
      });
      const { stdout, cut } = await gather(child, options);
      signal.throwIfAborted();
      return { stdout, stderr: readAll(inspection), cut };
    } finally {
      closeSync(inspection);
    }
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

function queryArgs(query: EngineQuery): string[] {
  switch (query.kind) {
    case "pattern": {
      const { context, selector, strictness } = query.pattern;
      return [
        "run",
        ...NO_CONFIG,
        `--lang=${query.language}`,
        // With "=", so that a pattern that begins with a dash is not taken for an option.
        `--pattern=${context}`,
        ...(selector === undefined ? [] : [`--selector=${selector}`]),
        ...(strictness === undefined ? [] : [`--strictness=${strictness}`]),
        "--json=stream",
      ];
    }
    case "node":
      return ["run", ...NO_CONFIG, `--lang=${query.language}`, `--kind=${query.nodeKind}`, "--json=stream"];
    case "rules":
      return ["scan", ...NO_CONFIG, `--inline-rules=${query.text}`, "--json=stream"];
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

async function gather(
  child: OwnedChild,
  { maxStdoutBytes, deadlineMs }: EngineLimits,
): Promise<Pick<SearchOutput, "stdout" | "cut">> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let cut: SearchOutput["cut"];
  const stopFor = (reason: "size" | "time") => {
    cut ??= reason;
    void child.stop(0);
  };
  const timer = setTimeout(stopFor, deadlineMs, "time");
  child.stdout.on("data", (chunk: Buffer) => {
    if (cut !== undefined) return;
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxStdoutBytes) stopFor("size");
  });
  const exit = await child.exited;
  clearTimeout(timer);
  if (cut === undefined && exit.signal !== null) {
    throw new ReticleError("connection_closed", `ast-grep was killed by ${exit.signal} before the search was done`, {
      hint: "call again; if it happens again, narrow `paths`",
      data: { signal: exit.signal },
    });
  }
  return { stdout: Buffer.concat(chunks).subarray(0, maxStdoutBytes), cut };
}

/**
 * A temporary file that has no name any more, so that nothing of it can stay behind. These calls take
 * microseconds; by way of the thread pool they would take longer than the rest of a small search.
 */
function openUnnamedFile(): number {
  const path = join(tmpdir(), `reticle-${randomUUID()}`);
  const file = openSync(path, "wx+", 0o600);
  unlinkSync(path);
  return file;
}

function readAll(file: number): string {
  const length = Math.min(fstatSync(file).size, MAX_INSPECTION_BYTES);
  const buffer = Buffer.allocUnsafe(length);
  return buffer.toString("utf8", 0, readSync(file, buffer, 0, length, 0));
}
