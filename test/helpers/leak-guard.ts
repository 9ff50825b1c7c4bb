// A vitest setup file: fails a test file that leaves a process, a temporary file, a handle or a process listener behind.
import { afterAll } from "vitest";
import { watchForLeaks } from "./leaks.ts";

const watch = watchForLeaks(Number(process.env.RETICLE_LEAK_PATIENCE_MS ?? 3_000));

// Registered before every hook of the test file, and hooks end in reverse order: this one is the last.
afterAll(async () => {
  const leaks = await watch.findLeaks();
  watch.cleanUp();
  if (leaks.length > 0)
    throw new Error(`this test file leaves something behind:\n${leaks.map((leak) => `- ${leak}`).join("\n")}`);
});
