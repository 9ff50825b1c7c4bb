import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { useWorkspaceRun } from "../../../test/helpers/workspace-run.ts";

const rig = useWorkspaceRun({ surface: "main", dialect: "own" });
const { put, call } = rig;

/** The first line of the answer, and where the uses are. */
async function references(): Promise<string> {
  await rig.indexed();
  const { text } = await call("lsp", { action: "references", file: "a.ts", line: 1, symbol: "a" });
  return text;
}

test("files that others write, change and remove between two questions count, though no server has them open", async () => {
  await put({
    "tsconfig.json": '{ "compilerOptions": { "types": [] } }',
    "a.ts": "export const a = 1;\n",
    "b.ts": 'import { a } from "./a";\na;\n',
  });
  expect(await references()).toMatch(/^3 references of a /);
  // In their first second servers have the processor for themselves.
  await sleep(1_500);
  await put({ "sub/c.ts": 'import { a } from "../a";\na;\na;\n' });
  expect(await references()).toMatch(/^6 references of a /);
  await put({ "b.ts": '// moved down\n\nimport { a } from "./a";\na;\na;\n' });
  const text = await references();
  expect(text).toMatch(/^7 references of a /);
  expect(text).toContain("    5:1  a;");
  await rm(join(rig.root, "sub/c.ts"));
  expect(await references()).toMatch(/^4 references of a /);
});
