// Commits a change set on a file system of its own that is full, read-only or has no room for the journal, and prints
// what came of it as JSON. Runs in a mount namespace of its own: `unshare -m node change-on-mount.ts FOLDER CASE`.
import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createChangeSets } from "../../src/workspace/changes/change-sets.ts";

const [base = "", kind = ""] = process.argv.slice(2);
const [root, folder] = [join(base, "root"), join(base, "cache")];
const FILES = 20;
const old = (index: number): Buffer => Buffer.from(`old ${index}\n`.repeat(100));

function mount(path: string, options: string): void {
  const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", options, "none", path], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

for (const path of [root, folder]) mkdirSync(path);
mount(root, "size=256k");
if (kind === "no room for the journal") mount(folder, "size=16k");
for (let index = 0; index < FILES; index += 1) writeFileSync(join(root, `${index}.txt`), old(index));
if (kind === "read-only") spawnSync("mount", ["-o", "remount,ro", root]);

const sizeFactor = kind === "full" ? 4_000 : 100;
const files = Array.from({ length: FILES }, (_, index) => ({
  path: join(root, `${index}.txt`),
  shown: `${index}.txt`,
  before: hash("sha1", old(index), "hex"),
  after: Buffer.from(`new ${index}\n`.repeat(sizeFactor)),
}));
const changes = createChangeSets({ folder, onCommitted: () => Promise.resolve(), onRecovered: () => {} });
const message = await changes
  .commit({ label: "rig", files }, { roots: [root], signal: new AbortController().signal })
  .then(
    () => "committed",
    (error: Error) => error.message,
  );
const isOld = files.every(({ path }, index) => readFileSync(path).equals(old(index)));
const pending = readdirSync(folder).includes("pending") ? readdirSync(join(folder, "pending")) : [];
const left = [...readdirSync(root).filter((name) => name.endsWith(".tmp")), ...pending];
process.stdout.write(JSON.stringify({ message, isOld, left }));
