// A host that asks for the index of a folder again and again, printing a line for each answer:
//   node index-host.ts ROOT CACHE
import { createSymbolIndex } from "../../src/index/create-symbol-index.ts";
import { createChildProcesses } from "../../src/process/children.ts";

const [root = "", cache = ""] = process.argv.slice(2);
const index = createSymbolIndex({ children: createChildProcesses(), folderFor: () => cache });
process.stdout.write("started\n");
for (;;) {
  const view = await index.open(root, { waitMs: 200, signal: AbortSignal.timeout(30_000) });
  process.stdout.write(`${JSON.stringify({ state: view.coverage.state, files: view.files, notes: view.notes })}\n`);
  await new Promise((resolve) => setTimeout(resolve, 20));
}
