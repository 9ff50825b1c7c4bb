// Ignores TERM, HUP, INT and the end of its stdin. Prints its pid and those of what it started as one JSON line.
// --grandchild: starts another of its kind in its own group; --escape: starts one in a session of its own.
import { spawn } from "node:child_process";

for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const) process.on(signal, () => {});
process.stdin.resume();
process.stdin.on("error", () => {});
setInterval(() => {}, 60_000);

const pids = [process.pid];
for (const argument of process.argv.slice(2)) {
  const kin = spawn(process.execPath, [import.meta.filename], { stdio: "inherit", detached: argument === "--escape" });
  if (kin.pid !== undefined) pids.push(kin.pid);
}
process.stdout.write(`${JSON.stringify(pids)}\n`);
