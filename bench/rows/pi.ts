import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Corpus } from "../corpora.ts";
import { interleave, median, type Row } from "../measure.ts";

const MAX_ADDED_MS = 300;
const top = resolve(import.meta.dirname, "../..");
const command = join(top, "node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js");
const extension = join(top, "dist/hosts/pi/extension.js");
const flags = ["--mode", "rpc", "--no-session", "-ne", "-ns", "-np", "-nc", "--no-themes"];

/** pi from its start to its end, with nothing to do in between. */
function startAndEnd(args: readonly string[], cwd: string, home: string): Promise<number> {
  const from = performance.now();
  const env = { ...process.env, HOME: home, TMPDIR: home, PI_CODING_AGENT_DIR: join(home, "agent"), PI_OFFLINE: "1" };
  const child = spawn(process.execPath, [command, ...flags, ...args], {
    cwd,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => {
      if (code === 0) done(performance.now() - from);
      else fail(new Error(`pi ended with ${code}`));
    });
  });
}

/** What the extension adds to the start of pi; the first start after an installation compiles the extension file too. */
export async function piRows(corpus: Corpus, runs: number): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), "reticle-bench-pi-"));
  const contender = (label: string, args: readonly string[], isFirst = false) => ({
    label,
    run: () => {
      if (isFirst) rmSync(join(home, "jiti"), { recursive: true, force: true });
      return startAndEnd(args, corpus.root, home);
    },
  });
  try {
    const times = await interleave(
      [contender("pi", []), contender("first", ["-e", extension], true), contender("later", ["-e", extension])],
      runs,
    );
    const of = (label: string): number => median(times.get(label) ?? []);
    const row = (label: string): Row => ({
      measure: `added to pi's start, ${label}`,
      unit: "ms",
      value: of(label) - of("pi"),
      bar: MAX_ADDED_MS,
      peers: { "pi without it": of("pi") },
    });
    return [row("first"), row("later")];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
