// Runs beside scripts/grammar-corpus.ts: ends the process when a case does not.
import { writeSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

let timer: NodeJS.Timeout | undefined;

parentPort?.on("message", (name: string) => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    writeSync(1, `HANGS ${name}: no end within ${workerData} ms; the process is ended\n`);
    process.kill(process.pid, "SIGKILL");
  }, Number(workerData));
});
