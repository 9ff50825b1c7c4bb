import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runReticle, temporaryFolder } from "../helpers/reticle.ts";

const FOLDERS = 200;
const FILES_EACH = 500;
/** Writing and indexing takes half a minute on two free cores. */
const MAX_MS = 600_000;

/** Each file imports the one before it in its folder; one of all calls what no other names. */
function writeTree(root: string): void {
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    const path = join(root, `part${folder}`);
    mkdirSync(path, { recursive: true });
    for (let file = 0; file < FILES_EACH; file += 1) {
      const before = file === 0 ? "" : `import { step${file - 1} } from "./file${file - 1}.ts";\n`;
      const body = file === 0 ? "0" : `step${file - 1}() + ${folder}`;
      writeFileSync(join(path, `file${file}.ts`), `${before}export function step${file}() {\n  return ${body};\n}\n`);
    }
  }
  writeFileSync(join(root, "needle.ts"), "export function hayStackNeedle() {\n  return 1;\n}\n");
}

describe("a root of 100,000 files", () => {
  it(
    "is indexed whole, and answers as a small one does",
    async () => {
      await using root = await temporaryFolder();
      await using cache = await temporaryFolder();
      writeTree(root.path);
      const options = { cwd: root.path, env: { XDG_CACHE_HOME: cache.path } };
      const built = await runReticle(["index", "--json"], options);
      expect(built.code).toBe(0);
      expect(built.stdout).toContain(String(FOLDERS * FILES_EACH + 1));
      const found = await runReticle(["call", "symbol_search", "query=hay stack needle", "limit=3"], options);
      expect(found.code).toBe(0);
      expect(found.stdout).toContain("needle.ts");
      expect(found.stdout).not.toMatch(/^(pending|partial|stale|unavailable): /m);
      const report = await runReticle(["call", "module_report", "path=part7/file3.ts"], options);
      expect(report.stdout).toContain("part7/file4.ts");
      expect(report.stdout).not.toContain("part8/file4.ts");
      expect(report.stdout).not.toMatch(/^(pending|partial|stale|unavailable): /m);
    },
    MAX_MS,
  );
});
