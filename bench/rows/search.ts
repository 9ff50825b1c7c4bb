import { execFile } from "node:child_process";
import type { Corpus } from "../corpora.ts";
import { interleave, median, type Row } from "../measure.ts";
import { McpSession } from "../mcp-session.ts";
import { astGrep, reticle } from "../peers.ts";

function runBare(root: string, pattern: string, language: string): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    execFile(
      astGrep(),
      ["run", `--pattern=${pattern}`, "--lang", language, "--json=stream", "."],
      { cwd: root, maxBuffer: 1 << 28, encoding: "buffer" },
      () => resolve(performance.now() - startedAt),
    );
  });
}

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
            await new Promise((resolve) => setTimeout(resolve, 1500));
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
