import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createEngine } from "../../../src/engine/engine.ts";
import { openRun, type Run } from "../../../src/run/run.ts";
import { languages as searchLanguages, MAX_PATTERN_CHARS } from "../../../src/tools/search/search-input.ts";
import type { ToolResult } from "../../../src/tools/core/result.ts";
import type { CorpusCase } from "./cases.ts";

export interface CaseOutcome {
  readonly corpusCase: CorpusCase;
  readonly calls: number;
  /** The answer says that parts of the text do not parse. */
  readonly hasSyntaxErrors: boolean;
  /** A call was answered with an error that is an answer: nothing encloses the line, the file is binary. */
  readonly wasRefused: boolean;
  /** Calls that no text may bring about: what was called, and what came back. */
  readonly failures: readonly string[];
  readonly elapsedMs: number;
}

export interface RunCasesOptions {
  /** Of one call; a call that has not ended then counts as failed. */
  readonly boundMs: number;
  /** Told before each case. */
  readonly onCase?: (corpusCase: CorpusCase) => void;
}

/** A call that ignores its signal is given up so long after its bound. */
const GRACE_MS = 5_000;
/** The kinds of errors that a text can rightly bring about. */
const ANSWERS: ReadonlySet<string> = new Set(["invalid_input", "not_found", "refused", "too_large"]);

/**
 * Asks one engine, as a host does, for the outline, what encloses a line, and the syntax tree of each
 * text, one after the other.
 */
export async function runCases(cases: readonly CorpusCase[], options: RunCasesOptions): Promise<CaseOutcome[]> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "reticle-corpus-")));
  const root = join(folder, "root");
  await mkdir(root);
  const engine = await createEngine({
    bounds: [root],
    env: { ...process.env, RETICLE_CACHE_DIR: join(folder, "cache") },
  });
  try {
    const run = await openRun(engine, { surface: "main", dialect: "own", cwd: root });
    const outcomes: CaseOutcome[] = [];
    for (const [index, corpusCase] of cases.entries()) {
      options.onCase?.(corpusCase);
      const path = `${index}${corpusCase.language.extensions[0] ?? ""}`;
      await writeFile(join(root, path), corpusCase.text);
      outcomes.push(await runCase(corpusCase, path, { run, ...options }));
    }
    await run.dispose();
    return outcomes;
  } finally {
    await engine.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

async function runCase(
  corpusCase: CorpusCase,
  path: string,
  { run, boundMs }: RunCasesOptions & { readonly run: Run },
): Promise<CaseOutcome> {
  const calls = callsFor(corpusCase, path);
  const failures: string[] = [];
  let wasRefused = false;
  let hasSyntaxErrors = false;
  const start = performance.now();
  for (const [tool, args] of calls) {
    const text = await callBounded(run, [tool, args], boundMs);
    const kind = /^Error \((\w+)\): /.exec(text)?.[1];
    const isAnswer = kind === undefined || ANSWERS.has(kind) || text.includes("is a binary file");
    if (!isAnswer || text.startsWith("Not run: ")) failures.push(`${describe(tool, args)}: ${text.split("\n", 1)[0]}`);
    else if (kind !== undefined) wasRefused = true;
    hasSyntaxErrors ||= tool === "module_report" && /^partial: .*syntax error/.test(text);
  }
  const elapsedMs = performance.now() - start;
  return { corpusCase, calls: calls.length, hasSyntaxErrors, wasRefused, failures, elapsedMs };
}

type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

function callsFor({ text, language }: CorpusCase, path: string): Call[] {
  const lineCount = Math.max(text.split("\n").length, 1);
  const lines = new Set([1, Math.ceil(lineCount / 2), lineCount]);
  const snippet = text.slice(0, MAX_PATTERN_CHARS);
  const hasTree = searchLanguages.some((id) => id === language.id) && snippet.trim() !== "" && !snippet.includes("\0");
  return [
    ["module_report", { path }],
    ["module_report", { path, view: "compact" }],
    ...[...lines].map((line): Call => ["read_enclosing", { path, line }]),
    ...(hasTree ? [["ast_grep_search", { dump: true, lang: language.id, pattern: snippet }] as const] : []),
  ];
}

async function callBounded(run: Run, [tool, args]: Call, boundMs: number): Promise<string> {
  const late = new AbortController();
  const given = sleep(boundMs + GRACE_MS, "Error (timeout): the call did not end", { signal: late.signal });
  const answered = run.call(tool, args, { signal: AbortSignal.timeout(boundMs) }).then(textOf);
  try {
    return await Promise.race([answered, given]);
  } catch (error) {
    return `Error (internal): the call threw ${String(error)}`;
  } finally {
    late.abort();
    given.catch(() => {
      // Not needed any more.
    });
  }
}

function textOf({ content }: ToolResult): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}

function describe(tool: string, args: Readonly<Record<string, unknown>>): string {
  const shown = Object.entries(args).flatMap(([key, value]) =>
    key === "pattern" || key === "path" ? [] : `${key}=${String(value)}`,
  );
  return [tool, ...shown].join(" ");
}
