// Builds the index of a folder and prints how long its event loop kept others waiting meanwhile:
//   node index-host.mjs ROOT CACHE
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createChildProcesses } from "../dist/process/children.js";
import { createSymbolIndex } from "../dist/index/create-symbol-index.js";

const RESOLUTION_MS = 5;
const [root, cache] = process.argv.slice(2);
const children = createChildProcesses();
const index = createSymbolIndex({ children, folderFor: () => cache });
// What it loads is loaded: the build is what is measured.
await index.open(root, { waitMs: 50, signal: AbortSignal.timeout(60_000) });
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
const view = await index.open(root, { waitMs: Number.POSITIVE_INFINITY, signal: AbortSignal.timeout(600_000) });
delay.disable();
const ms = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
const report = { p999Ms: ms(delay.percentile(99.9)), maxMs: ms(delay.max), state: view.coverage.state };
process.stdout.write(`${JSON.stringify(report)}\n`);
await index.dispose();
await children.dispose();
