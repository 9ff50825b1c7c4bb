// One of several processes that edit and search the same folder at the same time:
//   node index-member.ts ROOT CACHE NAME SECONDS
// Prints, as JSON, what it did and what it saw that must not be.
import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createSymbolIndex } from "../../src/index/create-symbol-index.ts";
import type { IndexView } from "../../src/index/symbol-index.ts";
import { createChildProcesses } from "../../src/process/children.ts";
import { pick, seededRandom } from "../helpers/seeded-random.ts";

export interface MemberReport {
  readonly edits: number;
  readonly queries: number;
  readonly checkedRows: number;
  /** Rows that were said to be current and were not, own edits that could not be seen, errors. */
  readonly wrong: readonly string[];
}

const [root = "", cache = "", name = "", seconds = "5"] = process.argv.slice(2);
const random = seededRandom(Buffer.from(name).reduce((sum, byte) => sum * 31 + byte, 7));
const children = createChildProcesses();
const index = createSymbolIndex({ children, folderFor: () => cache });
const wrong: string[] = [];
const own = new Map<string, string>();
let edits = 0;
let queries = 0;
let checkedRows = 0;

interface Row {
  readonly path: string;
  readonly line: number;
  readonly name: string;
}

const ROWS = `SELECT f.path, s.name_line AS line, n.name FROM symbols s JOIN files f ON f.id = s.file
  JOIN names n ON n.id = s.name`;
const look = (): Promise<IndexView> => index.open(root, { signal: AbortSignal.timeout(30_000) });

async function edit(): Promise<void> {
  const path = join(root, `members/${name}/m${Math.floor(random() * 12)}.ts`);
  if (own.has(path) && random() < 0.25) {
    rmSync(path);
    own.delete(path);
  } else {
    const symbol = `made_${name}_${edits}`;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${"\n".repeat(Math.floor(random() * 5))}export function ${symbol}() { return ${edits}; }\n`);
    own.set(path, symbol);
  }
  edits += 1;
  await index.changed([path]);
  const view = await look();
  const symbol = own.get(path);
  const seen = view.database.all<Row>(`${ROWS} WHERE f.path = ?`, path.slice(root.length + 1)).map((row) => row.name);
  // An answer that does not claim to be whole may lack it.
  if (view.coverage.state !== "complete") return;
  if (symbol === undefined ? seen.length > 0 : !seen.includes(symbol)) {
    wrong.push(`own edit of ${path} is not seen: ${seen.join()} for ${symbol ?? "nothing"} (${view.coverage.state})`);
  }
}

async function query(): Promise<void> {
  queries += 1;
  const view = await look();
  const highest = view.database.get<{ id: number | null }>("SELECT max(id) AS id FROM symbols")?.id ?? 0;
  const rows = view.database.all<Row>(`${ROWS} WHERE s.id >= ? ORDER BY s.id LIMIT 10`, Math.floor(random() * highest));
  const before = new Map(rows.map(({ path }) => [path, stampOf(path)]));
  const freshness = await view.verify(rows.map(({ path }) => path));
  for (const { path, line, name: symbol } of rows) {
    if (freshness.get(path) !== "current") continue;
    const text = readOrNothing(path);
    // Changed while we looked: nothing can be said about it.
    if (stampOf(path) !== before.get(path)) continue;
    checkedRows += 1;
    if (text?.split("\n")[line - 1]?.includes(symbol) !== true) wrong.push(`${path}:${line} has no ${symbol}`);
  }
}

function stampOf(path: string): string {
  const stats = lstatSync(join(root, path), { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? "gone" : `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
}

function readOrNothing(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return undefined;
  }
}

// The build is not what is measured.
await index.open(root, { waitMs: Number.POSITIVE_INFINITY, signal: AbortSignal.timeout(120_000) });
const end = performance.now() + Number(seconds) * 1_000;
while (performance.now() < end) {
  try {
    await pick(random, [edit, query, query, query])();
  } catch (error) {
    wrong.push(String(error));
  }
}
const report: MemberReport = { edits, queries, checkedRows, wrong: wrong.slice(0, 20) };
process.stdout.write(`${JSON.stringify(report)}\n`);
await index.dispose();
await children.dispose();
