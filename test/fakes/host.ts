// A program that owns child processes and, unless told --no-signals, ends them on a signal. Arguments: the kinds of
// stubborn fake to start ("--grandchild", "--escape", "plain"), --no-signals, --hang (its dispose never ends).
// SIGUSR2 makes it leave by process.exit(5). Prints "ready" once the children run.
import { createChildProcesses } from "../../src/process/children.ts";
import { onHostExit } from "../../src/process/host-exit.ts";

const stubborn = new URL("./stubborn.ts", import.meta.url).pathname;
const options = new Set(process.argv.slice(2));
const children = createChildProcesses();

if (!options.has("--no-signals")) {
  const boundMs = options.has("--hang") ? 300 : 3_000;
  onHostExit(async () => {
    await (options.has("--hang") ? new Promise<never>(() => {}) : children.dispose());
  }, boundMs);
}
process.once("SIGUSR2", () => process.exit(5));
const kinds = ["plain", "--grandchild", "--escape"].filter((kind) => options.has(kind));
await Promise.all(
  kinds.map(async (kind) => {
    const args = kind === "plain" ? [stubborn] : [stubborn, kind];
    const child = await children.spawn(process.execPath, args, { cwd: "/", label: "stubborn" });
    const expected = args.length;
    let lines = 0;
    await new Promise<void>((resolve) => {
      child.stdout.on("data", (chunk: Buffer) => {
        lines += chunk.toString().split("\n").length - 1;
        if (lines === expected) resolve();
      });
    });
  }),
);
process.stdout.write("ready\n");
setInterval(() => {}, 60_000);
