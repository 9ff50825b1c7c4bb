/**
 * Compares the definitions Reticle finds with those of universal-ctags (`ctags` on the PATH) or `ast-grep outline`.
 *
 *   npm run agreement -- DIR…                     the table on stdout
 *   npm run agreement -- --write DIR…             into docs/agreement.md
 *   npm run agreement -- --language go --oracle ctags --list DIR
 *
 * The name of a folder that repositories.ts knows says which language is compared there; any other needs --language.
 * --list prints the definitions that Reticle misses, --extra those the oracle does not have.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, realpathSync, writeFileSync } from "node:fs";
import { basename, extname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { isReticleError } from "../src/base/errors.ts";
import { createChildProcesses } from "../src/process/children.ts";
import { createSyntax, type Syntax } from "../src/syntax/syntax.ts";
import { readDocument } from "../src/workspace/read-document.ts";
import { compareFile } from "./agreement/compare.ts";
import { type Comparison, comparisons } from "./agreement/comparisons.ts";
import { type Definition, ownDefinitions } from "./agreement/definitions.ts";
import { oracleDefinitions } from "./agreement/oracles.ts";
import { agreementPage, agreementTable, type Outcome } from "./agreement/page.ts";
import { reasonOf } from "./agreement/reasons.ts";
import { repositories } from "./agreement/repositories.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    language: { type: "string" },
    oracle: { type: "string" },
    list: { type: "boolean", default: false },
    extra: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const never = new AbortController().signal;

/** Left out: what a search tool would not look at, and other ways to the same file. */
function sourceFiles(root: string, { extensions }: Comparison): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(
      ({ name, parentPath }) =>
        extensions.includes(extname(name).toLowerCase()) && realpathSync(parentPath) === parentPath,
    )
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => relative(root, join(parentPath, name)))
    .filter((file) => !/(?:^|\/)(?:\.|node_modules\/)/.test(file))
    .sort();
}

async function compare(syntax: Syntax, root: string, comparison: Comparison): Promise<Outcome> {
  const files = sourceFiles(root, comparison);
  const oracle = oracleDefinitions(comparison, root, files);
  const outcome: Outcome = {
    name: basename(root),
    comparison,
    files: files.length,
    agreed: 0,
    nested: 0,
    imports: 0,
    extra: 0,
    refused: [],
    missed: [],
  };
  for (const file of files) {
    const document = await readDocument(join(root, file), file);
    const facts = await syntax.facts(document, never).catch((error: unknown) => {
      if (!isReticleError(error)) throw error;
      outcome.refused.push(`${file}: ${error.message}`);
      return { symbols: [], imports: [] };
    });
    const own = { definitions: ownDefinitions(facts), imports: facts.imports };
    const result = compareFile(oracle.get(file) ?? [], own, comparison);
    const lines = document.text.split("\n");
    outcome.agreed += result.agreed;
    outcome.nested += result.nested;
    outcome.imports += result.imports;
    outcome.extra += result.extra.length;
    for (const { definition, nearest } of result.missed) {
      const reason = reasonOf({ definition, nearest, comparison, lines, own: own.definitions });
      outcome.missed.push({ file, name: definition.name, line: definition.firstLine, reason });
      if (values.list)
        print("-", file, definition, `${lines[definition.firstLine - 1]?.trim().slice(0, 90)} (${reason})`);
    }
    if (values.extra) for (const each of result.extra) print("+", file, each, lines[each.lastLine - 1]?.trim() ?? "");
  }
  return outcome;
}

function print(sign: string, file: string, { kind, name, lastLine }: Definition, text: string): void {
  console.log(`${sign} ${file}:${lastLine} ${kind} ${name} | ${text}`);
}

function comparisonsFor(folder: string): Comparison[] {
  const known = repositories.find(({ name }) => name === basename(folder))?.language;
  const language = values.language ?? known;
  if (language === undefined)
    throw new Error(`"${basename(folder)}" is in no row of scripts/agreement/repositories.ts: say --language`);
  const fitting = comparisons.filter((each) => each.language === language);
  const chosen = fitting.filter(({ oracle }) => values.oracle === undefined || values.oracle === oracle);
  if (chosen.length === 0)
    throw new Error(`no oracle for language "${language}": see scripts/agreement/comparisons.ts`);
  return values.oracle === undefined ? chosen.slice(0, 1) : chosen;
}

const children = createChildProcesses();
const syntax = createSyntax({ children });
const outcomes: Outcome[] = [];
try {
  for (const folder of positionals) {
    const root = realpathSync(resolve(folder));
    for (const comparison of comparisonsFor(root)) {
      console.error(`comparing ${basename(root)} …`);
      outcomes.push(await compare(syntax, root, comparison));
    }
  }
} finally {
  await syntax.dispose();
  await children.dispose();
}
if (values.write) {
  const page = resolve(import.meta.dirname, "../docs/agreement.md");
  writeFileSync(page, agreementPage(outcomes));
  execFileSync("oxfmt", [page]);
} else console.log(agreementTable(outcomes));
