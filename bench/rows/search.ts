import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Corpus, LadderSearch } from "../corpora.ts";
import { interleave, median, type Row } from "../measure.ts";
import { McpSession } from "../mcp-session.ts";
import { astGrep, reticle } from "../peers.ts";

function runBare(root: string, pattern: string, language: string, more: readonly string[] = []): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    execFile(
      astGrep(),
      ["run", `--pattern=${pattern}`, "--lang", language, ...more, "--json=stream", "."],
      { cwd: root, maxBuffer: 1 << 28, encoding: "buffer" },
      () => resolve(performance.now() - startedAt),
    );
  });
}

function runContext(root: string, { context, selector, language }: LadderSearch): Promise<number> {
  return runBare(root, context, language, [`--selector=${selector}`]);
}

/**
 * A model that was given its tools takes longer than this to make its first call. The bare CLI rests as long before the
 * run that first calls are compared with: on a processor that was idle, it takes a fifth longer itself.
 */
const FIRST_CALL_MS = 3_000;

/**
 * `ast_grep`, which finds the context of a pattern itself, against the bare CLI that is given it, in turn: in a
 * repository that nobody has searched before, as the first call of a process, and as its second one.
 */
export async function ladderRows(corpus: Corpus, runs: number): Promise<Row[]> {
  const { ladder } = corpus;
  if (ladder === undefined) return [];
  const search = { pattern: ladder.pattern, language: ladder.language };
  const scratch = mkdtempSync(join(tmpdir(), "reticle-bench-ladder-"));
  const later: number[] = [];
  const bareLater: number[] = [];
  const rest = async (): Promise<number> => {
    await pause(FIRST_CALL_MS);
    const first = await runContext(corpus.root, ladder);
    bareLater.push(await runContext(corpus.root, ladder));
    return first;
  };
  const ask = async (cache: string, isAskedAgain: boolean): Promise<number> => {
    const env = { RETICLE_CACHE_DIR: join(scratch, cache) };
    const session = new McpSession({ ...reticle, args: [...reticle.args, "--run-tools"], env }, corpus.root);
    await session.handshake();
    await pause(FIRST_CALL_MS);
    const first = await session.call("ast_grep", search);
    if (first.isError || !/^(.*\n)?\d+ match/.test(first.text)) {
      throw new Error(`ast_grep ${ladder.pattern} found nothing: ${first.text.slice(0, 300)}`);
    }
    if (isAskedAgain) later.push((await session.call("ast_grep", search)).ms);
    await session.stop();
    return first.ms;
  };
  let untouched = 0;
  try {
    const times = await interleave(
      [
        { label: "bare", run: rest },
        { label: "ever", run: () => ask(`untouched-${untouched++}`, false) },
        { label: "first", run: () => ask("used", true) },
      ],
      runs,
    );
    const rested = median(times.get("bare") ?? []);
    const row = (what: string, values: readonly number[], bare = rested): Row => ({
      measure: `${corpus.name}: ast_grep \`${ladder.pattern}\`, ${what}`,
      unit: "×",
      value: median(values) / bare,
      bar: 1.15,
      peers: { "bare CLI with the context": bare },
    });
    return [
      row("first call ever", times.get("ever") ?? []),
      row("first call of a process", times.get("first") ?? []),
      row("later", later, median(bareLater)),
    ];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The first search of a fresh server against the bare CLI with the same pattern, in turn. */
export async function searchRows(corpus: Corpus, runs: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { pattern, language } of corpus.searches) {
    let later: number[] = [];
    const times = await interleave(
      [
        { label: "bare", run: () => runBare(corpus.root, pattern, language) },
        {
          label: "first",
          run: async () => {
            const session = new McpSession(reticle, corpus.root);
            await session.handshake();
            await pause(1500);
            const search = { pattern, lang: language };
            const answer = await session.call("pilens_ast_grep_search", search);
            if (answer.isError) throw new Error(`search for ${pattern} failed: ${answer.text.slice(0, 300)}`);
            later = [...later, (await session.call("pilens_ast_grep_search", search)).ms];
            await session.stop();
            return answer.ms;
          },
        },
      ],
      runs,
    );
    const bare = median(times.get("bare") ?? []);
    const name = `${corpus.name}: ast_grep_search \`${pattern}\``;
    const peers = { "bare CLI": bare };
    const note = `bare CLI ${bare.toFixed(0)} ms`;
    rows.push({
      measure: `${name}, first call`,
      unit: "×",
      value: median(times.get("first") ?? []) / bare,
      bar: 1.1,
      peers,
      note,
    });
    rows.push({ measure: `${name}, later`, unit: "×", value: median(later) / bare, bar: 1.1, peers, note });
  }
  return rows;
}
