import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generatedModule, readCorpusFile, repeatedSource, type Corpus } from "../corpora.ts";
import { median, type Row } from "../measure.ts";
import { McpSession } from "../mcp-session.ts";
import { reticle } from "../peers.ts";

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A 3 MB file (first read, and another read meanwhile) and a minified one (refused). */
export async function largeRows(corpus: Corpus, runs: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "reticle-bench-"));
  writeFileSync(join(folder, "large.ts"), repeatedSource(readCorpusFile(corpus), 3_000_000));
  writeFileSync(join(folder, "small.ts"), generatedModule(1, 20));
  writeFileSync(join(folder, "min.js"), `var a=${"function(){return 1}+".repeat(70_000)}1;`);
  const first: number[] = [];
  const meanwhile: number[] = [];
  const minified: number[] = [];
  for (let round = 0; round < runs; round++) {
    const session = new McpSession(reticle, folder);
    await session.handshake();
    await pause(1000);
    await session.call("pilens_module_report", { file: "small.ts", view: "compact" });
    const large = session.call("pilens_module_report", { file: "large.ts", view: "compact" });
    const others: number[] = [];
    let isDone = false;
    void large.finally(() => (isDone = true));
    for (let index = 0; !isDone; index++) {
      await pause(20);
      if (isDone) break;
      writeFileSync(join(folder, `other${index % 8}.ts`), generatedModule(index, 20));
      others.push((await session.call("pilens_module_report", { file: `other${index % 8}.ts`, view: "compact" })).ms);
    }
    first.push((await large).ms);
    meanwhile.push(Math.max(...others));
    const refusal = await session.call("pilens_module_report", { file: "min.js", view: "compact" });
    if (!refusal.isError || !refusal.text.includes("minified"))
      throw new Error(`not refused as minified: ${refusal.text}`);
    minified.push(refusal.ms);
    await session.stop();
  }
  rmSync(folder, { recursive: true });
  return [
    { measure: "3 MB TypeScript file, first", unit: "ms", value: median(first), bar: 1500, isGoal: true },
    { measure: "another read meanwhile, slowest", unit: "ms", value: median(meanwhile), bar: 60, isGoal: true },
    { measure: "1.4 MB minified file, refusal", unit: "ms", value: median(minified), bar: 500, isGoal: true },
  ];
}
