// Commits a change set of many files and says so; made to be killed in the middle.
//   change-writer.ts ROOT JOURNAL FILES TEXT
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChangedFile } from "../../src/workspace/changes/change-set.ts";
import { createChangeSets } from "../../src/workspace/changes/change-sets.ts";

const [root = "", folder = "", count = "", text = ""] = process.argv.slice(2);

/** Every third file goes and comes back under another name, the others change. */
function fileAt(index: number): readonly ChangedFile[] {
  const path = join(root, `f${index % 10}`, `${index}.txt`);
  const old = readIfThere(path);
  const before = old === undefined ? undefined : hash("sha1", old, "hex");
  const bytes = Buffer.from(`${text} ${index}\n`.repeat(500));
  if (index % 3 !== 0) return [{ path, shown: path, before, after: bytes }];
  const moved = join(root, `new${index % 10}`, `${index}.txt`);
  const there = readIfThere(moved);
  const movedBefore = there === undefined ? undefined : hash("sha1", there, "hex");
  return [
    { path, shown: path, before, after: old === undefined ? bytes : undefined },
    { path: moved, shown: moved, before: movedBefore, after: there === undefined ? bytes : undefined },
  ];
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

const changes = createChangeSets({ folder, onCommitted: () => Promise.resolve(), onRecovered: () => {} });
const { signal } = new AbortController();
await changes.recover(signal);
const files = Array.from({ length: Number(count) }, (_, index) => fileAt(index)).flat();
process.stdout.write("ready\n");
const startedAt = performance.now();
const told = await changes.commit({ label: "rig", files }, { roots: [root], signal }).then(
  ({ undoId }) => undoId,
  (error: Error) => error.name,
);
process.stdout.write(`${told} ${performance.now() - startedAt}\n`);
