import { createInterface } from "node:readline/promises";
import type { CliIo } from "./io.ts";

/** Asks on the terminal; true when somebody says yes, false also when the prompt is interrupted or its terminal closed. */
export async function askYesNo(
  question: string,
  io: Pick<CliIo, "stdin" | "stderr">,
  signal: AbortSignal,
): Promise<boolean> {
  const prompt = createInterface({ input: io.stdin, output: io.stderr });
  try {
    const answer = await prompt.question(`${question} [y/N] `, { signal });
    return /^y(es)?$/i.test(answer.trim());
  } catch {
    return false;
  } finally {
    prompt.close();
  }
}
