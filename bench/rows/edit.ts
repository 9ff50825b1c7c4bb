import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { open, readFile, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import type { Corpus } from "../corpora.ts";
import { type Contender, interleave, type Row } from "../measure.ts";
import type { McpSession } from "../mcp-session.ts";
import { BARE, nearestPackage, openBare, openSession, placeIn, sumRow, timed } from "./lsp.ts";

const BARE_WRITE = "bare write";
/** Rounds of a kind, at least: the disk is not steady. */
const ROUNDS = 21;
/** Edits come that far apart: what one has left to do in the background is no part of the next one. */
const PAUSE_MS = 500;

/** What `edit` takes over the least that the same change can take, with what it broke. */
export async function editRows(corpus: Corpus, runs: number): Promise<Row[]> {
  const place = await placeIn(corpus);
  return place === undefined ? [] : [await withServer(corpus, place, Math.max(runs, ROUNDS))];
}

/** A file of a kind that no language server is known for, beside the same bytes written durably. */
export async function editWithoutServerRow(atLeast: number): Promise<Row> {
  const runs = Math.max(atLeast, ROUNDS);
  const root = mkdtempSync(join(tmpdir(), "reticle-bench-edit-"));
  const lines = Array.from({ length: 500 }, (_, at) => `line ${at}`).join("\n");
  for (const name of ["ours.txt", "bare.txt"]) writeFileSync(join(root, name), `${lines}\nvalue 0\n`);
  const session = await openSession(root);
  let round = 0;
  const change = (): { old_text: string; new_text: string } => {
    round += 1;
    return { old_text: `value ${round - 1}\n`, new_text: `value ${round}\n` };
  };
  let next = change();
  const contenders: Contender[] = [
    {
      label: BARE_WRITE,
      run: () => timed(() => replaceDurably(join(root, "bare.txt"), next.old_text, next.new_text)),
    },
    {
      label: "Reticle",
      run: async () => {
        const ms = await edit(session, { path: "ours.txt", ...next }, /^Edited ours\.txt/);
        next = change();
        return ms;
      },
    },
  ];
  try {
    return sumRow("edit of a file without a server", await interleave(contenders, runs), {
      moreMs: 10,
      bare: BARE_WRITE,
    });
  } finally {
    await session.stop();
    rmSync(root, { recursive: true, force: true });
  }
}

/** From a change to what it broke: written to the disk by us, as a change of the open document for the bare server. */
async function withServer(
  corpus: Corpus,
  { file, root }: { readonly file: string; readonly root: string },
  runs: number,
): Promise<Row> {
  const scratch = mkdtempSync(join(tmpdir(), "reticle-bench-edit-"));
  const from = nearestPackage(join(corpus.root, file), root);
  try {
    cpSync(from, scratch, { recursive: true });
    const times = await measureWarm(scratch, relative(from, join(corpus.root, file)), runs);
    return sumRow(`${corpus.name}: edit with a warm server, with what it broke`, times, { moreMs: 25 });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function measureWarm(root: string, file: string, runs: number): Promise<Map<string, number[]>> {
  const path = join(root, file);
  const text = `${readFileSync(path, "utf8")}\nexport const broken: number = 0;\n`;
  writeFileSync(path, text);
  const bare = await openBare(root, path);
  const session = await openSession(root);
  await bare.errors(path);
  await session.call("lsp", { action: "diagnostics", file });
  let version = 1;
  // A text that no round has seen; what was repaired before is broken again, so that it is new each time.
  const broken = (round: number): string => `export const broken: number = "${round}";`;
  const contenders: Contender[] = [
    {
      label: BARE,
      run: async () => {
        const changed = text.replace("export const broken: number = 0;", broken(version));
        bare.change(path, text, (version += 1));
        const errors = await bare.errors(path);
        await pause(PAUSE_MS);
        const ms = await timed(async () => {
          bare.change(path, changed, (version += 1));
          const found = await bare.errors(path);
          if (found !== errors + 1) throw new Error(`the bare server found ${found}, not ${errors + 1} errors`);
        });
        return ms;
      },
    },
    {
      label: "Reticle",
      run: async () => {
        const [old_text, new_text] = ["export const broken: number = 0;", broken(version)];
        await pause(PAUSE_MS);
        const ms = await edit(session, { path: file, old_text, new_text }, /: 1 new error\n/);
        await edit(
          session,
          { path: file, old_text: new_text, new_text: old_text },
          /^Edited .*\nundo_id: \w+\n\nusage/,
        );
        return ms;
      },
    },
  ];
  try {
    return await interleave(contenders, runs);
  } finally {
    await Promise.all([bare.stop(), session.stop()]);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function edit(session: McpSession, args: object, expected: RegExp): Promise<number> {
  const { ms, text, isError } = await session.call("edit", args);
  if (isError || !expected.test(text)) throw new Error(`${JSON.stringify(args)}: ${text.slice(0, 500)}`);
  return ms;
}

/** The least that leaves either the old or the new file after a power cut. */
async function replaceDurably(path: string, oldText: string, newText: string): Promise<void> {
  const text = await readFile(path, "utf8");
  const temporary = `${path}.tmp`;
  const file = await open(temporary, "w");
  await file.writeFile(text.replace(oldText, newText));
  await file.sync();
  await file.close();
  await rename(temporary, path);
  const folder = await open(dirname(path), "r");
  await folder.sync();
  await folder.close();
}
