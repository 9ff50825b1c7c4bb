import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { languageOfPath, languages } from "../../src/syntax/languages.ts";
import type { Corpus } from "../corpora.ts";
import { median, type Row } from "../measure.ts";
import { McpSession, rssBytes } from "../mcp-session.ts";
import { reticle } from "../peers.ts";

const FILES = 1_000;
const MAX_FILE_BYTES = 400_000;
const FIXTURES = join(import.meta.dirname, "../../test/fixtures/outline");

/** Source files by language; of each language those of a stable order. */
function filesByLanguage(roots: readonly string[]): Map<string, string[]> {
  const byLanguage = new Map<string, string[]>();
  for (const root of roots) {
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const language = entry.isFile() ? languageOfPath(path)?.id : undefined;
      if (language === undefined || path.includes("/node_modules/") || statSync(path).size > MAX_FILE_BYTES) continue;
      byLanguage.set(language, [...(byLanguage.get(language) ?? []), path]);
    }
  }
  for (const files of byLanguage.values()) files.sort();
  return byLanguage;
}

/** Takes from each language in turn, spread over all its files, so that no language is most of them. */
export function mixedFiles(roots: readonly string[], count: number): string[] {
  const pools = [...filesByLanguage(roots)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, files]) => files);
  const available = pools.reduce((sum, { length }) => sum + length, 0);
  const shares = pools.map(() => 0);
  for (let taken = 0; taken < Math.min(count, available);) {
    for (const [index, pool] of pools.entries()) {
      if (taken === count || (shares[index] ?? 0) === pool.length) continue;
      shares[index] = (shares[index] ?? 0) + 1;
      taken += 1;
    }
  }
  const picked = pools.map((pool, index) => {
    const share = shares[index] ?? 0;
    return Array.from({ length: share }, (_, at) => pool[Math.floor((at * pool.length) / share)] ?? "");
  });
  const rounds = Math.max(...picked.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => picked.flatMap((files) => files[round] ?? [])).flat();
}

/** Copies of the fixtures of all languages, no two with the same content. */
function copyFixtures(folder: string, count: number): void {
  const fixtures = readdirSync(FIXTURES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && languageOfPath(entry.name) !== undefined)
    .map((entry) => join(entry.parentPath, entry.name));
  for (let index = 0; index < count; index++) {
    const fixture = fixtures[index % fixtures.length] ?? "";
    const round = Math.floor(index / fixtures.length);
    const at = join(folder, `part${round}`, basename(join(fixture, "..")));
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, basename(fixture)), `${readFileSync(fixture, "utf8")}${"\n".repeat(round)}`);
  }
}

/** The outline of files of many languages, each read once, by one server. */
async function outlineRows(roots: readonly string[]): Promise<Row[]> {
  const files = mixedFiles(roots, FILES);
  const session = new McpSession(reticle, roots[0] ?? "", roots);
  await session.handshake();
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const times: number[] = [];
  const byLanguage = new Map<string, number[]>();
  let refused = 0;
  for (const file of files) {
    const { ms, isError } = await session.call("pilens_module_report", { file, view: "compact" });
    if (isError) refused += 1;
    times.push(ms);
    const language = languageOfPath(file)?.id ?? "";
    byLanguage.set(language, [...(byLanguage.get(language) ?? []), ms]);
  }
  await session.stop();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  const slowest = [...byLanguage].map(([id, list]) => ({ id, ms: median(list) })).sort((a, b) => b.ms - a.ms);
  const note = `${byLanguage.size} languages${refused === 0 ? "" : `, ${refused} files refused`}; slowest by median: ${slowest
    .slice(0, 4)
    .map(({ id, ms }) => `${id} ${ms.toFixed(1)}`)
    .join(", ")}`;
  const measure = `module_report of ${files.length} mixed files`;
  return [
    { measure: `${measure}, p50`, unit: "ms", value: at(0.5), bar: 6, isGoal: true, note },
    { measure: `${measure}, p95`, unit: "ms", value: at(0.95), bar: 30, isGoal: true },
  ];
}

/** The memory of the server after every grammar was used once. */
async function grammarRows(scratch: string): Promise<Row[]> {
  for (const { id, extensions, sample } of languages) {
    mkdirSync(join(scratch, id));
    writeFileSync(join(scratch, id, `sample${extensions[0]}`), sample);
  }
  const session = new McpSession(reticle, scratch);
  await session.handshake();
  await new Promise((resolve) => setTimeout(resolve, 2000));
  for (const { id, extensions } of languages) {
    const file = `${id}/sample${extensions[0]}`;
    const { isError, text } = await session.call("pilens_module_report", { file, view: "compact" });
    if (isError) throw new Error(`module_report of ${file} failed: ${text.slice(0, 300)}`);
  }
  const megabytes = (bytes: number): number => bytes / 1_048_576;
  const own = megabytes(rssBytes(session.pid));
  const whole = megabytes(session.sampleRss());
  await session.stop();
  const measure = `all ${languages.length} grammars used once: resident memory of the server`;
  return [{ measure, unit: "MB", value: own, bar: 300, peers: { "with its children": whole } }];
}

/** Many languages in one server: how long outlines take, and what the grammars hold. Without corpora of files from outside, fixtures stand in. */
export async function mixedRows(corpora: readonly Corpus[], isGenerated: boolean): Promise<Row[]> {
  const scratch = mkdtempSync(join(tmpdir(), "reticle-bench-"));
  try {
    if (isGenerated) copyFixtures(join(scratch, "fixtures"), FILES);
    const roots = isGenerated ? [join(scratch, "fixtures")] : corpora.map(({ root }) => root);
    mkdirSync(join(scratch, "samples"));
    return [...(await outlineRows(roots)), ...(await grammarRows(join(scratch, "samples")))];
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
