import { resolve } from "node:path";
import type { CheckOutput, CheckProblem, OutputReader } from "./checker.ts";

/**
 * A reader for tools that print one problem per line. The patterns have the groups `path`, `line`,
 * `column`, `severity`, `code` and `message`; all but `message` may be missing.
 */
export function readLines(...patterns: readonly RegExp[]): OutputReader {
  return (output) => {
    const lines = `${output.stdout}\n${output.stderr}`.split(/\r?\n/);
    return unique(lines.flatMap((line) => problemOf(line, patterns, output) ?? []));
  };
}

function problemOf(line: string, patterns: readonly RegExp[], output: CheckOutput): CheckProblem | undefined {
  for (const pattern of patterns) {
    const groups = pattern.exec(line)?.groups;
    if (groups === undefined) continue;
    const { path, line: number, column, severity = "error", code, message = "" } = groups;
    const file = path === undefined ? output.file : resolve(output.cwd, path);
    return {
      ...(file === undefined ? {} : { path: file }),
      line: Number(number ?? 0),
      column: Number(column ?? 0),
      severity: /^(e$|error|fatal)/i.test(severity) ? "error" : "warning",
      ...(code === undefined ? {} : { code }),
      message: message.trim(),
    };
  }
  return undefined;
}

/** Several build targets tell the same problem once each. */
export function unique(problems: readonly CheckProblem[]): CheckProblem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}
