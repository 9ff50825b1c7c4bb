// Starts `reticle mcp` anew again and again, asks for diagnostics of a file that has errors at once, and counts the
// answers that miss some: a server that has just started must not make a file look clean.
//
//   node scripts/cold-starts.ts --rounds 20                                       a small project of its own
//   node scripts/cold-starts.ts --rounds 20 --cwd DIR --file FILE --errors N      FILE in DIR has N errors
//
// Each start is asked --asks times (3), one after the other. Ends with exit code 1 when any answer was "clean" or
// counted otherwise, 2 on wrong usage. An answer without a verdict is counted, and is no failure.
import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { McpClient } from "../test/helpers/mcp-client.ts";

type Outcome = "right" | "no verdict" | "FALSE CLEAN" | "WRONG COUNT";

interface Probe {
  readonly cwd: string;
  readonly file: string;
  readonly errors: number;
  readonly asks: number;
}

async function coldStart({ cwd, file, errors, asks }: Probe): Promise<readonly Outcome[]> {
  await using client = new McpClient({ cwd });
  await client.initialize();
  const outcomes: Outcome[] = [];
  for (let ask = 0; ask < asks; ask += 1) {
    const answer = await client.call("pilens_diagnostics", { source: "lsp", path: file, severity: "error" });
    const [block] = (answer.result?.["content"] ?? []) as readonly { readonly text?: string }[];
    outcomes.push(judge(block?.text ?? "", errors));
  }
  return outcomes;
}

function judge(text: string, errors: number): Outcome {
  const found = / (\d+) errors?\b/.exec(text)?.[1];
  if (found !== undefined) return Number(found) === errors ? "right" : "WRONG COUNT";
  return /^clean\b/m.test(text) ? "FALSE CLEAN" : "no verdict";
}

function ownProject(): { readonly cwd: string; readonly remove: () => void } {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "reticle-cold-")));
  cpSync(join(import.meta.dirname, "../test/fixtures/workspaces/diagnostics"), cwd, { recursive: true });
  return { cwd, remove: () => rmSync(cwd, { recursive: true }) };
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "20" },
      asks: { type: "string", default: "3" },
      cwd: { type: "string" },
      file: { type: "string", default: "src/invoice.ts" },
      errors: { type: "string", default: "3" },
    },
  });
  const [rounds = 0, asks = 0, errors = 0] = [values.rounds, values.asks, values.errors].map(Number);
  if (![rounds, asks, errors].every((number) => Number.isInteger(number) && number > 0)) {
    console.error("--rounds, --asks and --errors take a whole number above 0");
    return 2;
  }
  const own = values.cwd === undefined ? ownProject() : undefined;
  const probe: Probe = { cwd: own?.cwd ?? values.cwd ?? "", file: values.file, errors, asks };
  const counts = new Map<Outcome, number>();
  try {
    for (let round = 1; round <= rounds; round += 1) {
      for (const outcome of await coldStart(probe)) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
  } finally {
    own?.remove();
  }
  const told = [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(", ");
  console.log(`${rounds} cold starts, ${rounds * asks} answers: ${told}`);
  return counts.has("FALSE CLEAN") || counts.has("WRONG COUNT") ? 1 : 0;
}

process.exitCode = await main();
