import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Corpus } from "../corpora.ts";
import { interleave, median, type Row } from "../measure.ts";
import { McpSession, rssBytes } from "../mcp-session.ts";
import { astGrep, reticle } from "../peers.ts";

const withRunTools = { ...reticle, args: [...reticle.args, "--run-tools"] };
const FILES = 500;
const FILE_BYTES = 8_192;
const REPLACEMENTS = 20_000;

/** What is rewritten in the corpora that docs/benchmarks.md pins. */
const rewrites: Readonly<Record<string, RewriteOf>> = {
  vite: { pattern: "expect($A).toBe($B)", rewrite: "assert.equal($A, $B)", language: "typescript" },
  babel: { pattern: "expect($A).toBe($B)", rewrite: "assert.equal($A, $B)", language: "javascript" },
  flask: { pattern: "isinstance($A, $B)", rewrite: "is_a($A, $B)", language: "python" },
  gin: { pattern: "assert.Equal($$$A)", rewrite: "check.Equal($$$A)", language: "go" },
};
interface RewriteOf {
  readonly pattern: string;
  readonly rewrite: string;
  readonly language: string;
}

/** `ast_edit` in a warm server, its parse check included, against the bare CLI that prints the same rewrite, in turn. */
export async function stagingRows(corpus: Corpus, runs: number): Promise<Row[]> {
  const rewrite = rewrites[corpus.name];
  if (rewrite === undefined) return [];
  const session = await openSession(corpus.root);
  let summary = "";
  const stage = async (): Promise<number> => {
    const { ms, text, isError } = await session.call("ast_edit", rewrite);
    const [, found = "", id = ""] = /^\(proposed\) (.*?) \(.*edit_id "(edit_\d+)"/.exec(text) ?? [];
    if (isError || id === "") throw new Error(`ast_edit failed: ${text.slice(0, 300)}`);
    summary = found;
    await session.call("resolve", { edit_id: id, action: "discard" });
    return ms;
  };
  try {
    const times = await interleave(
      [
        { label: "bare", run: () => runBare(corpus.root, rewrite) },
        { label: "staged", run: stage },
      ],
      runs,
    );
    const bare = median(times.get("bare") ?? []);
    return [
      {
        measure: `${corpus.name}: ast_edit \`${rewrite.pattern}\` → \`${rewrite.rewrite}\``,
        unit: "×",
        value: median(times.get("staged") ?? []) / bare,
        bar: 1.15,
        peers: { "bare CLI with --rewrite --json": bare },
        note: summary,
      },
    ];
  } finally {
    await session.stop();
  }
}

/** Accepting a change of 500 files against writing and syncing them, and what staging 20,000 replacements takes of memory. */
export async function rewriteRows(runs: number): Promise<Row[]> {
  return [await acceptRow(runs), await memoryRow()];
}

async function acceptRow(runs: number): Promise<Row> {
  const folder = scratch();
  // In a language that no server of this machine speaks: what one would say is measured elsewhere.
  const names = Array.from({ length: FILES }, (_, at) => `d${at % 40}/f${at}.lua`);
  const bytes = (word: string, at: number): string => `${word}(${at})\n${"-- text\n".repeat(FILE_BYTES / 8 - 2)}`;
  const project = join(folder, "project");
  fill(project, names, (at) => bytes("old", at));
  const bare = join(folder, "bare");
  cpSync(project, bare, { recursive: true });
  const session = await openSession(project);
  let [from, to] = ["old", "renewed"];
  const accept = async (): Promise<number> => {
    const staged = await session.call("ast_edit", {
      pattern: `${from}($X)`,
      rewrite: `${to}($X)`,
      language: "lua",
    });
    const id = /edit_id "(edit_\d+)"/.exec(staged.text)?.[1];
    const { ms, isError, text } = await session.call("resolve", { edit_id: id, action: "accept" });
    if (isError || !text.includes(`in ${FILES} files`)) throw new Error(`accept failed: ${text.slice(0, 300)}`);
    [from, to] = [to, from];
    return ms;
  };
  try {
    const times = await interleave(
      [
        {
          label: "bare",
          run: () =>
            writeBare(
              names.map((name) => join(bare, name)),
              (at) => bytes("any", at),
            ),
        },
        { label: "accept", run: accept },
      ],
      runs,
    );
    const base = median(times.get("bare") ?? []);
    return {
      measure: `resolve accept, ${FILES} files of 8 KB`,
      unit: "×",
      value: median(times.get("accept") ?? []) / base,
      bar: 3,
      peers: { "written and synced one by one": base },
    };
  } finally {
    await session.stop();
    rmSync(folder, { recursive: true });
  }
}

async function memoryRow(): Promise<Row> {
  const folder = scratch();
  const perFile = 20;
  const names = Array.from({ length: REPLACEMENTS / perFile }, (_, at) => `d${at % 40}/f${at}.ts`);
  fill(folder, names, (at) =>
    Array.from(
      { length: perFile },
      (_, line) => `export const v${line} = old(${at}, "${line}");\n${"// text\n".repeat(20)}`,
    ).join(""),
  );
  const session = await openSession(folder);
  // What is loaded once is there before.
  await session.call("ast_edit", { pattern: "old($A, 0)", rewrite: "renewed($A)", language: "typescript" });
  const before = rssBytes(session.pid);
  let peak = before;
  const sampler = setInterval(() => (peak = Math.max(peak, rssBytes(session.pid))), 5);
  try {
    const { text } = await session.call("ast_edit", {
      pattern: "old($A, $B)",
      rewrite: "renewed($B, $A)",
      language: "typescript",
    });
    peak = Math.max(peak, rssBytes(session.pid));
    if (!text.startsWith(`(proposed) ${REPLACEMENTS} replacements`)) throw new Error(text.slice(0, 300));
    return {
      measure: `ast_edit, ${REPLACEMENTS} replacements in ${names.length} files: memory of the server, peak above before`,
      unit: "MB",
      value: (peak - before) / 1e6,
      bar: 150,
      note: `before ${Math.round(before / 1e6)} MB`,
    };
  } finally {
    clearInterval(sampler);
    await session.stop();
    rmSync(folder, { recursive: true });
  }
}

function scratch(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "reticle-bench-rewrite-")));
}

function fill(folder: string, names: readonly string[], text: (at: number) => string): void {
  for (const [at, name] of names.entries()) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text(at));
  }
}

async function openSession(root: string): Promise<McpSession> {
  const session = new McpSession(withRunTools, root);
  await session.handshake();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  return session;
}

function runBare(root: string, { pattern, rewrite, language }: RewriteOf): Promise<number> {
  const startedAt = performance.now();
  const args = ["run", `--pattern=${pattern}`, `--rewrite=${rewrite}`, "--lang", language, "--json=stream", "."];
  return new Promise((resolve) => {
    execFile(astGrep(), args, { cwd: root, maxBuffer: 1 << 28, encoding: "buffer" }, () =>
      resolve(performance.now() - startedAt),
    );
  });
}

async function writeBare(paths: readonly string[], text: (at: number) => string): Promise<number> {
  const startedAt = performance.now();
  for (const [at, path] of paths.entries()) {
    const file = await open(path, "w");
    await file.writeFile(text(at));
    await file.sync();
    await file.close();
  }
  return performance.now() - startedAt;
}
